// Package pushtest is the other side of kit/push, for tests: browsers that subscribe and decrypt,
// and a push service that reads requests strictly.
package pushtest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
)

// Browser is a user agent with one subscription.
type Browser struct {
	Endpoint string
	Key      *ecdh.PrivateKey
	Auth     []byte
}

// NewBrowser subscribes at an endpoint.
func NewBrowser(endpoint string) Browser {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth)
	return Browser{endpoint, key, auth}
}

// P256dh is the public key, as the browser gives it to a page.
func (b Browser) P256dh() string {
	return base64.RawURLEncoding.EncodeToString(b.Key.PublicKey().Bytes())
}

// AuthText is the shared secret, as the browser gives it to a page.
func (b Browser) AuthText() string { return base64.RawURLEncoding.EncodeToString(b.Auth) }

// Open decrypts a body (RFC 8291, 3.3 and 3.4).
func (b Browser) Open(body []byte) (text []byte, padding int, err error) {
	return open(body, func(keyID []byte) ([]byte, error) {
		sender, err := ecdh.P256().NewPublicKey(keyID)
		if err != nil {
			return nil, err
		}
		shared, err := b.Key.ECDH(sender)
		if err != nil {
			return nil, err
		}
		info := "WebPush: info\x00" + string(b.Key.PublicKey().Bytes()) + string(keyID)
		return hkdf.Key(sha256.New, shared, b.Auth, info, 32)
	})
}

// Open decrypts a body of RFC 8188 with a secret that both sides know.
func Open(body, secret []byte) (text []byte, err error) {
	text, _, err = open(body, func([]byte) ([]byte, error) { return secret, nil })
	return text, err
}

var errBody = errors.New("pushtest: this is no body of aes128gcm")

func open(body []byte, secretOf func(keyID []byte) ([]byte, error)) (text []byte, padding int, err error) {
	if len(body) < 21 || len(body) < 21+int(body[20]) {
		return nil, 0, errBody
	}
	salt, size := body[:16], int(binary.BigEndian.Uint32(body[16:20]))
	keyID, rest := body[21:21+int(body[20])], body[21+int(body[20]):]
	secret, err := secretOf(keyID)
	if err != nil || size < 18 {
		return nil, 0, errors.Join(errBody, err)
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, 0, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, 0, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, 0, err
	}
	opening, err := cipher.NewGCM(block)
	if err != nil {
		return nil, 0, err
	}
	for n := uint64(0); len(rest) > 0; n++ {
		record := rest[:min(size, len(rest))]
		rest = rest[len(record):]
		plain, err := opening.Open(nil, counted(nonce, n), record, nil)
		if err != nil {
			return nil, 0, fmt.Errorf("record %d: %w", n, err)
		}
		part, padded, err := unpadded(plain, len(rest) == 0)
		if err != nil {
			return nil, 0, fmt.Errorf("record %d: %w", n, err)
		}
		text, padding = append(text, part...), padding+padded
	}
	return text, padding, nil
}

// counted is the nonce of the nth record.
func counted(nonce []byte, n uint64) []byte {
	own := append([]byte(nil), nonce...)
	last := binary.BigEndian.Uint64(own[4:])
	binary.BigEndian.PutUint64(own[4:], last^n)
	return own
}

// unpadded takes the padding and the delimiter away: 2 in the last record, else 1.
func unpadded(plain []byte, last bool) (text []byte, padding int, err error) {
	end := len(plain) - 1
	for end >= 0 && plain[end] == 0 {
		end--
	}
	if end < 0 || last != (plain[end] == 2) || !last && plain[end] != 1 {
		return nil, 0, errBody
	}
	return plain[:end], len(plain) - 1 - end, nil
}
