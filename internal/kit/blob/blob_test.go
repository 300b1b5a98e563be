package blob

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/blob/s3test"
)

func folder(t *testing.T) Store {
	f, err := OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func s3(t *testing.T) Store {
	s, err := OpenS3(t.Context(), at(s3test.Start(t), s3test.Bucket))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func at(server, bucket string) S3 {
	return S3{Endpoint: server, Region: s3test.Region, Bucket: bucket, AccessKey: s3test.AccessKey, SecretKey: s3test.SecretKey, Plain: true}
}

// Both stores keep the same promises.
func TestStores(t *testing.T) {
	for name, open := range map[string]func(*testing.T) Store{"folder": folder, "s3": s3} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			t.Run("what was put is read", func(t *testing.T) { putAndRead(t, s) })
			t.Run("a wrong size changes nothing", func(t *testing.T) { wrongSize(t, s) })
			t.Run("deleting", func(t *testing.T) { deleting(t, s) })
			t.Run("listing", func(t *testing.T) { listing(t, s) })
			t.Run("hostile keys", func(t *testing.T) { hostileKeys(t, s) })
			if err := s.Healthy(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func putAndRead(t *testing.T, s Store) {
	for _, text := range []string{"first", "second, longer", "3"} {
		put(t, s, "images/a/card-320.webp", text)
		if got := read(t, s, "images/a/card-320.webp"); got != text {
			t.Errorf("read %q, want %q", got, text)
		}
	}
	put(t, s, "images/a/seek", "0123456789")
	o, err := s.Open(t.Context(), "images/a/seek")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if _, err := o.Seek(-3, io.SeekEnd); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(o)
	if err != nil || string(rest) != "789" || o.Size() != 10 || o.Modified().IsZero() {
		t.Errorf("read %q of %d bytes from %v: %v", rest, o.Size(), o.Modified(), err)
	}
	if _, err := s.Open(t.Context(), "images/none"); !errors.Is(err, ErrNone) {
		t.Errorf("an absent key gives %v", err)
	}
	if _, err := s.Open(t.Context(), "images/a"); !errors.Is(err, ErrNone) {
		t.Errorf("a folder gives %v", err)
	}
}

func wrongSize(t *testing.T, s Store) {
	put(t, s, "wrong", "before")
	for _, size := range []int64{4, 6, 0, -1} {
		if err := s.Put(t.Context(), "wrong", strings.NewReader("12345"), size); err == nil {
			t.Errorf("5 bytes announced as %d are stored", size)
		}
	}
	if err := s.Put(t.Context(), "wrong", io.MultiReader(strings.NewReader("123"), broken{}), 5); err == nil {
		t.Error("a broken upload is stored")
	}
	if got := read(t, s, "wrong"); got != "before" {
		t.Errorf("the value is now %q", got)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func deleting(t *testing.T, s Store) {
	put(t, s, "d/1/a", "a")
	put(t, s, "d/1/b", "b")
	put(t, s, "d/10/a", "other")
	for _, err := range []error{s.DeleteAll(t.Context(), "d/1"), s.DeleteAll(t.Context(), "d/none"), s.Delete(t.Context(), "d/none/x")} {
		if err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Open(t.Context(), "d/1/a"); !errors.Is(err, ErrNone) {
		t.Errorf("it is still there: %v", err)
	}
	if got := read(t, s, "d/10/a"); got != "other" {
		t.Error("a neighbour with the same beginning is gone")
	}
}

func listing(t *testing.T, s Store) {
	for _, key := range []string{"l/2/b", "l/1/a", "l/1/b", "l/10/a", "list/1"} {
		put(t, s, key, "x")
	}
	list := func(folder string, most int) (keys []string, err error) {
		enough := errors.New("enough")
		err = s.List(t.Context(), folder, func(key string) error {
			if keys = append(keys, key); len(keys) == most {
				return enough
			}
			return nil
		})
		if errors.Is(err, enough) {
			err = nil
		}
		return keys, err
	}
	for folder, want := range map[string][]string{"l": {"l/1/a", "l/1/b", "l/10/a", "l/2/b"}, "l/1": {"l/1/a", "l/1/b"}, "l/none": nil} {
		if got, err := list(folder, 99); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s holds %q, want %q (%v)", folder, got, want, err)
		}
	}
	if got, err := list("l", 2); err != nil || len(got) != 2 {
		t.Errorf("stopped after two, it listed %q (%v)", got, err)
	}
	if _, err := list("../l", 99); !errors.Is(err, ErrKey) {
		t.Errorf("a place outside is listed: %v", err)
	}
}

func hostileKeys(t *testing.T, s Store) {
	for _, key := range []string{"", "/", "/etc/passwd", "../x", "a/../../x", "a//b", "a/./b", ".hidden", "a/.hidden", "a/", `a\b`, "a\x00b", "A", "é", strings.Repeat("a", 201)} {
		if err := s.Put(t.Context(), key, strings.NewReader("x"), 1); !errors.Is(err, ErrKey) {
			t.Errorf("put %q: %v", key, err)
		}
		if _, err := s.Open(t.Context(), key); !errors.Is(err, ErrKey) {
			t.Errorf("open %q: %v", key, err)
		}
		if err := s.DeleteAll(t.Context(), key); !errors.Is(err, ErrKey) {
			t.Errorf("delete all of %q: %v", key, err)
		}
	}
}

// A link that leads out of the folder is not followed.
func TestFolderStaysInside(t *testing.T) {
	dir, secret := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := errors.Join(os.WriteFile(secret, []byte("x"), 0o600), os.Symlink(secret, filepath.Join(dir, "link"))); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(t.Context(), "link"); err == nil {
		t.Error("a link out of the folder was followed")
	}
}

// Nothing unfinished outlives a failure, or a crash for more than a day; what another program is writing stays.
func TestFolderLeavesNothingUnfinished(t *testing.T) {
	dir := t.TempDir()
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	_ = f.Put(ended, "x", bytes.NewReader(make([]byte, 9)), 9)
	_ = f.Put(t.Context(), "x", bytes.NewReader(make([]byte, 9)), 8)
	if left, _ := os.ReadDir(filepath.Join(dir, unfinished)); len(left) > 0 {
		t.Errorf("%d unfinished files are left", len(left))
	}
	for name, age := range map[string]time.Duration{"crashed": 25 * time.Hour, "under way": time.Hour} {
		file := filepath.Join(dir, unfinished, name)
		then := time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(file, []byte("half"), 0o600), os.Chtimes(file, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	beside, err := OpenFolder(dir) // as a command does beside a running site
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	if left, _ := os.ReadDir(filepath.Join(dir, unfinished)); len(left) != 2 {
		t.Errorf("opening the folder left %d of 2 unfinished files", len(left))
	}
	if err := f.Sweep(time.Now()); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, unfinished)); len(left) != 1 || left[0].Name() != "under way" {
		t.Errorf("the sweep left %v, want what is under way", left)
	}
}

func TestS3SaysWhatIsMissing(t *testing.T) {
	if _, err := OpenS3(t.Context(), at(s3test.Start(t), "absent")); err == nil || !strings.Contains(err.Error(), "no bucket named absent") {
		t.Errorf("got %v", err)
	}
}

func put(t *testing.T, s Store, key, text string) {
	t.Helper()
	if err := s.Put(t.Context(), key, strings.NewReader(text), int64(len(text))); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, s Store, key string) string {
	t.Helper()
	o, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	text, err := io.ReadAll(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
