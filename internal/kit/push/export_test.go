package push

import "crypto/ecdh"

// Encrypt is a body of RFC 8188 with a secret that both sides know.
func Encrypt(secret, salt, keyID, payload []byte) ([]byte, error) {
	return encrypt(secret, salt, keyID, payload, len(payload)+1)
}

// SealWith encrypts with a given key and salt, and without padding.
func (s Subscription) SealWith(once *ecdh.PrivateKey, salt, payload []byte) ([]byte, error) {
	return s.sealWith(once, salt, payload, len(payload)+1)
}

// Seal encrypts as Send does.
func (s Subscription) Seal(payload []byte) ([]byte, error) { return s.seal(payload) }
