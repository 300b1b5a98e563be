package secretbox_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"limelight/internal/kit/secretbox"
	"limelight/internal/testkit"
)

var here = secretbox.Place{Table: "identity_checks", Column: "number", Row: "nina"}

func keys(t *testing.T) *secretbox.Keys {
	t.Helper()
	k, err := secretbox.New()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestOpensOnlyAtItsPlaceAndWithItsKey(t *testing.T) {
	k := keys(t)
	sealed, err := k.Seal(here, []byte("X-4711"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(sealed, "4711") {
		t.Error("the secret can be read")
	}
	if again, _ := k.Seal(here, []byte("X-4711")); again == sealed {
		t.Error("the same secret looks the same twice")
	}
	if got, err := k.Open(here, sealed); err != nil || string(got) != "X-4711" {
		t.Errorf("opened %q: %v", got, err)
	}
	elsewhere := here
	elsewhere.Row = "rosa"
	changed := []byte(sealed)
	changed[len(changed)/2] ^= 1
	for name, try := range map[string]func() ([]byte, error){
		"another row":   func() ([]byte, error) { return k.Open(elsewhere, sealed) },
		"another key":   func() ([]byte, error) { return keys(t).Open(here, sealed) },
		"changed bytes": func() ([]byte, error) { return k.Open(here, string(changed)) },
		"no base64":     func() ([]byte, error) { return k.Open(here, "***") },
		"nothing":       func() ([]byte, error) { return k.Open(here, "") },
	} {
		if _, err := try(); !errors.Is(err, secretbox.ErrSealed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStreams(t *testing.T) {
	k := keys(t)
	secret := bytes.Repeat([]byte("passport "), 2000)
	var sealed bytes.Buffer
	w, err := k.Writer(here, &sealed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(secret); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed.Bytes(), []byte("passport")) {
		t.Error("the stream can be read")
	}
	if got, err := open(k, here, sealed.Bytes()); err != nil || !bytes.Equal(got, secret) {
		t.Errorf("opened %d bytes: %v", len(got), err)
	}
	elsewhere := here
	elsewhere.Table = "payouts"
	if _, err := open(k, elsewhere, sealed.Bytes()); !errors.Is(err, secretbox.ErrSealed) {
		t.Errorf("another place: %v", err)
	}
	for _, length := range []int{0, 10, 4096, sealed.Len() - 1} {
		if _, err := open(k, here, sealed.Bytes()[:length]); !errors.Is(err, secretbox.ErrSealed) {
			t.Errorf("cut to %d bytes: %v", length, err)
		}
	}
	changed := bytes.Clone(sealed.Bytes())
	changed[9000] ^= 1
	if _, err := open(k, here, changed); !errors.Is(err, secretbox.ErrSealed) {
		t.Errorf("changed: %v", err)
	}
}

func open(k *secretbox.Keys, at secretbox.Place, sealed []byte) ([]byte, error) {
	r, err := k.Reader(at, bytes.NewReader(sealed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func TestKeyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.key")
	first, err := secretbox.FromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key file has mode %v: %v", info.Mode(), err)
	}
	sealed, err := first.Seal(here, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := secretbox.FromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	byEnv, err := secretbox.FromText(base64.StdEncoding.EncodeToString(text))
	if err != nil {
		t.Fatal(err)
	}
	for name, k := range map[string]*secretbox.Keys{"read again": again, "from the environment": byEnv} {
		if _, err := k.Open(here, sealed); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := secretbox.FromFile(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that others may read: %v", err)
	}
	bad := filepath.Join(t.TempDir(), "bad.key")
	if err := os.WriteFile(bad, []byte(`{"texts":{}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secretbox.FromFile(bad); err == nil || !strings.Contains(err.Error(), "not a Limelight key") {
		t.Errorf("a file that is no key: %v", err)
	}
	if _, err := secretbox.FromText("%%%"); err == nil {
		t.Error("nonsense in the environment is a key")
	}
}

// Two first starts at once end with one key.
func TestKeyFileIsMadeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.key")
	made := make([]*secretbox.Keys, 2)
	var wg sync.WaitGroup
	for i := range made {
		wg.Go(func() {
			k, err := secretbox.FromFile(path)
			if err != nil {
				t.Error(err)
			}
			made[i] = k
		})
	}
	wg.Wait()
	last, err := secretbox.FromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sealed, _ := last.Seal(here, []byte("x"))
	for _, k := range made {
		if _, err := k.Open(here, sealed); err != nil {
			t.Error("two first starts have two keys")
		}
	}
}

func TestAnotherKeyDoesNotStart(t *testing.T) {
	d := testkit.DB(t)
	k := keys(t)
	for range 2 {
		if err := k.Confirm(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	if err := keys(t).Confirm(t.Context(), d); !errors.Is(err, secretbox.ErrOtherKey) {
		t.Errorf("got %v", err)
	}
}
