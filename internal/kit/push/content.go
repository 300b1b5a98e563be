package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Sizes of RFC 8188 and RFC 8291. A push service takes bodies of 4,096 bytes; a message is one
// record in it.
const (
	recordSize = 4096
	saltBytes  = 16
	headBytes  = saltBytes + 4 + 1 + 65 // salt, record size, length of the key's id, the id: a public key
	tagBytes   = 16
	delimiter  = 2 // ends the text of the last record, before its padding

	// MaxPayload is the longest payload, in bytes.
	MaxPayload = recordSize - headBytes - tagBytes - 1
)

// sizes are the lengths that texts are padded to, their delimiter counted, so that who sees a
// body learns nearly nothing of what it says. Most messages are of the first.
var sizes = []int{1024, 2048, 3072, MaxPayload + 1}

// seal encrypts a payload for a subscription, with keys that are used once.
func (s Subscription) seal(payload []byte) ([]byte, error) {
	once, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make a key for a message: %w", err)
	}
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	return s.sealWith(once, salt, payload, paddedSize(len(payload)))
}

func paddedSize(payload int) int {
	for _, size := range sizes {
		if payload < size {
			return size
		}
	}
	return payload + 1
}

// sealWith is the encryption of RFC 8291, 3.4. size is that of the padded text, its delimiter counted.
func (s Subscription) sealWith(once *ecdh.PrivateKey, salt, payload []byte, size int) ([]byte, error) {
	shared, err := once.ECDH(s.browser)
	if err != nil {
		return nil, fmt.Errorf("agree on a key: %w", err)
	}
	ours := once.PublicKey().Bytes()
	info := "WebPush: info\x00" + string(s.browser.Bytes()) + string(ours)
	secret, err := hkdf.Key(sha256.New, shared, s.auth, info, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("derive a key: %w", err)
	}
	return encrypt(secret, salt, ours, payload, size)
}

// encrypt writes a body of one record in the content coding aes128gcm (RFC 8188, 2).
func encrypt(secret, salt, keyID, payload []byte, size int) ([]byte, error) {
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, fmt.Errorf("derive a content key: %w", err)
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, fmt.Errorf("derive a nonce: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	sealing, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	body := append(make([]byte, 0, recordSize), salt...)
	body = binary.BigEndian.AppendUint32(body, recordSize)
	body = append(append(body, byte(len(keyID))), keyID...)
	text := make([]byte, size)
	text[copy(text, payload)] = delimiter
	return sealing.Seal(body, nonce, text, nil), nil
}
