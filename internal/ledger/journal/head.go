package journal

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Version is that of the lines, the trees and the heads; another encoding will
// have another number.
const Version = 1

// Head is a closed day: what is published. Hashes, signature and key are lower
// case hexadecimal.
type Head struct {
	Version   int    `json:"version"`
	Day       string `db:"day" json:"day" doc:"UTC"`
	Size      int64  `db:"size" json:"size" doc:"how many transfers the day has"`
	Root      string `db:"root" json:"root" doc:"of the Merkle tree over the day's transfers (RFC 9162, SHA-256)"`
	Previous  string `db:"previous" json:"previous" doc:"the chain of the day before; zeros for the first day"`
	Chain     string `db:"chain" json:"chain" doc:"SHA-256 of the byte 2 and the day's text"`
	Signature string `db:"signature" json:"signature" doc:"Ed25519 over the day's text"`
	PublicKey string `db:"public_key" json:"publicKey"`
}

// genesis is what the first day follows.
var genesis = strings.Repeat("0", 2*sha256.Size)

// Text is what is chained and signed: the head's lines, each ended by a line feed.
func (h Head) Text() string {
	return fmt.Sprintf("limelight journal %d\n%s\n%d\n%s\n%s\n", h.Version, h.Day, h.Size, h.Root, h.Previous)
}

// chain is the hash by which the next day refers to this one. The byte before the
// text keeps it apart from leaves (0) and nodes (1).
func (h Head) chain() string {
	return hexOf(sha256.Sum256(append([]byte{2}, h.Text()...)))
}

func (j *Journal) sign(h Head) Head {
	h.Chain = h.chain()
	h.Signature = hex.EncodeToString(ed25519.Sign(j.Keys.Sign, []byte(h.Text())))
	h.PublicKey = hex.EncodeToString(j.PublicKey())
	return h
}

// PublicKey is what today's days are signed by.
func (j *Journal) PublicKey() ed25519.PublicKey {
	return j.Keys.Sign.Public().(ed25519.PublicKey)
}

// flaws are what is wrong with a head in itself, in words.
func (j *Journal) flaws(h Head) (found []string) {
	if h.Version != Version {
		found = append(found, fmt.Sprintf("has version %d", h.Version))
	}
	if h.Chain != h.chain() {
		found = append(found, "has a chain value that is not that of its text")
	}
	key, err := hex.DecodeString(h.PublicKey)
	if err != nil || !j.ours(key) {
		return append(found, "is signed by a key that is not the site's")
	}
	signature, err := hex.DecodeString(h.Signature)
	if err != nil || !ed25519.Verify(key, []byte(h.Text()), signature) {
		found = append(found, "has a signature that does not hold")
	}
	return found
}

// ours reports whether the site signs, or once signed, by the key.
func (j *Journal) ours(key ed25519.PublicKey) bool {
	same := func(k ed25519.PublicKey) bool { return k.Equal(key) }
	return same(j.PublicKey()) || slices.ContainsFunc(j.Keys.Former, same)
}
