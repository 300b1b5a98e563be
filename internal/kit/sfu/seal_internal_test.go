package sfu

import (
	"crypto/cipher"
	"encoding/base64"
	"strings"
	"testing"
)

func TestSealedAndOpened(t *testing.T) {
	s, err := newSeal("a secret of thirty-two letters !!")
	if err != nil {
		t.Fatal(err)
	}
	for _, identity := range []string{"", "bot", strings.Repeat("x", 96), strings.Repeat("x", 97)} {
		if got, ok := s.open(s.close(identity)); !ok || got != identity {
			t.Errorf("%q was opened as %q, %v", identity, got, ok)
		}
	}
	// As builds before sealed it: who came in with it could not be found by his identity.
	text := []byte("view:tom")
	nonce := s.mac(text)
	cipher.NewCTR(s.cipher, nonce).XORKeyStream(text, text)
	if got, ok := s.open(base64.RawURLEncoding.EncodeToString(append(nonce, text...))); ok {
		t.Errorf("a text of its own length was opened as %q", got)
	}
}
