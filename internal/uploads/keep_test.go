package uploads

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// A file that came whole is an upload like others: hashed, its owner's, claimed once, and
// gone after a day when nothing uses it.
func TestKeep(t *testing.T) {
	n := oneNode(t)
	data := bytes.Repeat([]byte("clip "), 2*mb) // of three blocks
	u, err := n.Keep(t.Context(), "nina", Arrived{Video, "/tmp/a\x00b.mp4", int64(len(data)), bytes.NewReader(data)})
	if err != nil {
		t.Fatal(err)
	}
	if !u.Finished() || u.SHA256 != sumOf(data) || strings.ContainsAny(u.Name, "/\x00") {
		t.Errorf("kept is %+v", u)
	}
	object, err := n.Open(t.Context(), u.ID)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := io.ReadAll(object); err != nil || !bytes.Equal(read, data) {
		t.Errorf("read are %d bytes, %v", len(read), err)
	}
	claim := func(owner string, p Purpose) error {
		return n.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := n.Claim(ctx, tx, owner, u.ID, p)
			return err
		})
	}
	for _, c := range []struct {
		owner string
		as    Purpose
		want  error
	}{{"vera", Video, ErrNone}, {"nina", Trailer, ErrPurpose}, {"nina", Video, nil}, {"nina", Video, ErrClaimed}} {
		if err := claim(c.owner, c.as); !errors.Is(err, c.want) {
			t.Errorf("%s claims it as %s: %v, want %v", c.owner, c.as, err, c.want)
		}
	}
	unused, err := n.Keep(t.Context(), "nina", Arrived{Video, "b.mp4", 4, strings.NewReader("clip")})
	if err != nil {
		t.Fatal(err)
	}
	n.clock.Advance(25 * time.Hour)
	if err := n.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := n.Open(t.Context(), unused.ID); !errors.Is(err, ErrNone) {
		t.Errorf("what nothing uses is still there: %v", err)
	}
	if _, err := n.Open(t.Context(), u.ID); err != nil {
		t.Errorf("what is claimed: %v", err)
	}
}

// What may not be uploaded in pieces may not come in a form, and a file that breaks off
// leaves nothing.
func TestKeepRefuses(t *testing.T) {
	n := oneNode(t)
	n.verifier.expire("uma")
	for name, c := range map[string]struct {
		owner string
		file  Arrived
		want  string
	}{
		"another kind":   {"nina", Arrived{Video, "a.exe", 4, strings.NewReader("clip")}, "You can only upload mp4, mov file!"},
		"too large":      {"nina", Arrived{Trailer, "a.mp4", 201 * mb, strings.NewReader("")}, "Trailer must smaller than 200MB!"},
		"empty":          {"nina", Arrived{Video, "a.mp4", 0, strings.NewReader("")}, "This file is empty."},
		"not verified":   {"uma", Arrived{Video, "a.mp4", 4, strings.NewReader("clip")}, ErrUnverified.Text},
		"cut off":        {"nina", Arrived{Video, "a.mp4", 5, strings.NewReader("clip")}, errBroken.Text},
		"another limit":  {"nina", Arrived{Video, "a.mp4", 4097 * mb, strings.NewReader("")}, "Video must smaller than 4096MB!"},
		"a digital file": {"nina", Arrived{DigitalFile, "a.mp4", 4, strings.NewReader("clip")}, "You can only upload zip file!"},
	} {
		_, err := n.Keep(t.Context(), c.owner, c.file)
		if f, is := errors.AsType[*fault.Fault](err); !is || f.Text != c.want {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	found := 0
	if err := n.Store.List(t.Context(), "uploads", func(string) error { found++; return nil }); err != nil || found != 0 {
		t.Errorf("%d files are left, %v", found, err)
	}
}
