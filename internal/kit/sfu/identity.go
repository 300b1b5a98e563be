package sfu

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// The engine tells everybody in a room who else is there. Identities name
// accounts and logins, so the engine and its clients know them only sealed; the
// product, on this side of the package, only as they are. Nothing is stored: the
// key comes from the engine's secret, which is the same on every node and
// without which no token is good either.

// seal makes an identity opaque. The same one gives the same text: a second
// connection with an identity ends the first. It is a synthetic nonce with a
// cipher (as in RFC 5297), so that a text which was not sealed here cannot be
// opened.
type seal struct {
	nonce  []byte
	cipher cipher.Block
}

func newSeal(secret string) (*seal, error) {
	block, err := aes.NewCipher(derive(secret, "identity cipher"))
	return &seal{nonce: derive(secret, "identity nonce"), cipher: block}, err
}

// derive makes a key of 32 bytes for one use from the engine's secret.
func derive(secret, use string) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(use))
	return mac.Sum(nil)
}

func (s *seal) mac(identity []byte) []byte {
	mac := hmac.New(sha256.New, s.nonce)
	mac.Write(identity)
	return mac.Sum(nil)[:aes.BlockSize]
}

// sealedBytes is what every identity fills before it is sealed. A cipher keeps the length,
// and the length would tell guests from members. The longest of the product has 88.
const sealedBytes = 96

// padded fills an identity up with zeros, of which it has none.
func padded(identity string) []byte {
	text := make([]byte, (len(identity)+sealedBytes-1)/sealedBytes*sealedBytes)
	copy(text, identity)
	return text
}

func (s *seal) close(identity string) string {
	text := padded(identity)
	sealed := append(s.mac(text), text...)
	cipher.NewCTR(s.cipher, sealed[:aes.BlockSize]).XORKeyStream(sealed[aes.BlockSize:], text)
	return base64.RawURLEncoding.EncodeToString(sealed)
}

// open is false for what was not sealed by an engine with this secret, or was before
// identities had one length: Remove would not find such a participant.
func (s *seal) open(sealed string) (string, bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(sealed)
	if err != nil || len(raw) < aes.BlockSize || (len(raw)-aes.BlockSize)%sealedBytes != 0 {
		return "", false
	}
	text := make([]byte, len(raw)-aes.BlockSize)
	cipher.NewCTR(s.cipher, raw[:aes.BlockSize]).XORKeyStream(text, raw[aes.BlockSize:])
	return string(bytes.TrimRight(text, "\x00")), hmac.Equal(raw[:aes.BlockSize], s.mac(text))
}

// known is an identity as the product knows it; that of a stranger, who holds a
// token which was not made here, stays as it is.
func (s *seal) known(sealed string) string {
	if identity, ok := s.open(sealed); ok {
		return identity
	}
	return sealed
}
