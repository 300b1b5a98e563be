package secretbox

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/streamingaead"
)

// keyring is the two keysets of a site. A keyset may hold older keys too, which
// still open what they sealed: that is how keys are rotated.
type keyring struct{ texts, streams *keyset.Handle }

// written is a keyring as a file or an environment variable holds it.
type written struct {
	Texts   json.RawMessage `json:"texts"`
	Streams json.RawMessage `json:"streams"`
}

// FromFile reads the key file, and makes one of mode 0600 when there is none. A
// file that others may read is refused.
func FromFile(path string) (*Keys, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, fmt.Errorf("the key file: %w", err)
		}
	}
	return ReadFile(path)
}

// ReadFile reads the key file of a site that has one: ErrNoKey when it is not there.
func ReadFile(path string) (*Keys, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s is not there", ErrNoKey, path)
	}
	if err != nil {
		return nil, fmt.Errorf("the key file: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("the key file %s may be read by others (mode %04o): chmod 600 %s", path, info.Mode().Perm(), path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the key file: %w", err)
	}
	keys, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("the key file %s: %w", path, err)
	}
	return keys, nil
}

// FromText reads a key from the environment: the key file's content in base64.
func FromText(text string) (*Keys, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil {
		return nil, errors.New("the key in the environment is not base64 of a key file")
	}
	keys, err := parse(raw)
	if err != nil {
		return nil, fmt.Errorf("the key in the environment: %w", err)
	}
	return keys, nil
}

// New is a fresh key that nobody keeps, for tests.
func New() (*Keys, error) {
	ring, err := fresh()
	if err != nil {
		return nil, err
	}
	return newKeys(ring)
}

// create writes a new key. The file appears whole and only if there is none, so
// that of two first starts one wins and the other reads its key.
func create(path string) error {
	ring, err := fresh()
	if err != nil {
		return err
	}
	text, err := ring.text()
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".key-*") // made with mode 0600
	if err != nil {
		return err
	}
	beside := file.Name()
	_, err = file.Write(text)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Link(beside, path)
	}
	if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	return errors.Join(err, os.Remove(beside))
}

func fresh() (*keyring, error) {
	texts, err := keyset.NewHandle(aead.AES256GCMKeyTemplate())
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	streams, err := keyset.NewHandle(streamingaead.AES256GCMHKDF4KBKeyTemplate())
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	return &keyring{texts, streams}, nil
}

func (k *keyring) text() ([]byte, error) {
	var w written
	for _, part := range []struct {
		handle *keyset.Handle
		into   *json.RawMessage
	}{{k.texts, &w.Texts}, {k.streams, &w.Streams}} {
		var text bytes.Buffer
		if err := insecurecleartextkeyset.Write(part.handle, keyset.NewJSONWriter(&text)); err != nil {
			return nil, fmt.Errorf("write the key: %w", err)
		}
		*part.into = text.Bytes()
	}
	return json.MarshalIndent(w, "", "  ")
}

func parse(text []byte) (*Keys, error) {
	errShape := errors.New("this is not a Limelight key")
	var w written
	if err := json.Unmarshal(text, &w); err != nil || len(w.Texts) == 0 || len(w.Streams) == 0 {
		return nil, errShape
	}
	texts, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(w.Texts)))
	if err != nil {
		return nil, errShape
	}
	streams, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(w.Streams)))
	if err != nil {
		return nil, errShape
	}
	keys, err := newKeys(&keyring{texts, streams})
	if err != nil {
		return nil, err
	}
	keys.root = sha256.Sum256(bytes.TrimSpace(text))
	return keys, nil
}

// Derive makes a secret for one purpose out of the key: every node that holds the
// key makes the same one, and nobody can find the key from it.
func (k *Keys) Derive(purpose string) string {
	mac := hmac.New(sha256.New, k.root[:])
	mac.Write([]byte(purpose))
	return hex.EncodeToString(mac.Sum(nil))
}
