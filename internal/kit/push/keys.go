package push

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Keys are a site's pair, by which push services know it (VAPID, RFC 8292). Browsers subscribe
// to the public one, so that a subscription lives only as long as the site keeps the pair.
type Keys struct{ private *ecdsa.PrivateKey }

// NewKeys makes a pair.
func NewKeys() (Keys, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Keys{}, fmt.Errorf("make a pair of keys: %w", err)
	}
	return Keys{private}, nil
}

// ParseKeys reads what Bytes gave.
func ParseKeys(b []byte) (Keys, error) {
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), b)
	if err != nil {
		return Keys{}, fmt.Errorf("read a pair of keys: %w", err)
	}
	return Keys{private}, nil
}

// Bytes is the secret half, from which the other one follows.
func (k Keys) Bytes() ([]byte, error) { return k.private.Bytes() }

// Public is the public half as browsers take it: the uncompressed point in base64url.
func (k Keys) Public() (string, error) {
	point, err := k.private.PublicKey.Bytes()
	if err != nil {
		return "", fmt.Errorf("write a public key: %w", err)
	}
	return encode(point), nil
}

// How long a token is good for, and when a new one takes its place. A service refuses one that is
// good for more than a day by its own clock, and a message may wait for its turn there.
const (
	tokenLife  = 12 * time.Hour
	tokenUse   = 6 * time.Hour
	maxOrigins = 200 // whose tokens are kept; for others each message is signed
)

// ErrContact is the answer where a site does not say how its operator is reached.
var ErrContact = errors.New("push: the contact is neither a mail address nor an address with https")

// claims are what a token says (RFC 8292, 2).
type claims struct {
	Audience string `json:"aud"`
	Expires  int64  `json:"exp"`
	Subject  string `json:"sub"`
}

// token signs that a site sends to an origin: a JWT with ES256 (RFC 7515, RFC 7518).
func (k Keys) token(origin, contact string, now time.Time) (string, error) {
	if !strings.HasPrefix(contact, "mailto:") && !strings.HasPrefix(contact, "https://") {
		return "", ErrContact
	}
	said, err := json.Marshal(claims{origin, now.Add(tokenLife).Unix(), contact})
	if err != nil {
		return "", err
	}
	unsigned := encode([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + encode(said)
	sum := sha256.Sum256([]byte(unsigned))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, sum[:])
	if err != nil {
		return "", fmt.Errorf("sign a token: %w", err)
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return unsigned + "." + encode(signature), nil
}
