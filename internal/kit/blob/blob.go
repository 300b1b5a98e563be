// Package blob keeps bytes under names: in a folder, or in any S3 store.
//
// Invariants:
//   - a key is never half written: it holds the whole value or none;
//   - keys are made by the program, never by a client, and are checked anyway:
//     lower-case letters, digits, dots, dashes and underscores, parts divided by
//     slashes, no part beginning with a dot;
//   - Delete and DeleteAll of what is absent succeed.
//
// Only this package knows the S3 client.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"
)

// ErrNone is the answer to opening a key that holds nothing.
var ErrNone = errors.New("blob: nothing is stored under this key")

// ErrKey is the answer to a key that could leave its place.
var ErrKey = errors.New("blob: this is not a key")

// Store keeps blobs.
type Store interface {
	// Put stores exactly size bytes of r, at least one, under key, replacing what
	// was there. Fewer or more bytes are an error, and change nothing.
	Put(ctx context.Context, key string, r io.Reader, size int64) error
	// Open reads a blob; ErrNone when there is none. The caller closes it.
	Open(ctx context.Context, key string) (Object, error)
	// Delete removes a blob.
	Delete(ctx context.Context, key string) error
	// DeleteAll removes every blob whose key begins with folder and a slash.
	DeleteAll(ctx context.Context, folder string) error
	// List calls each with every key that begins with folder and a slash, in the
	// keys' order folder by folder; its error ends the listing.
	List(ctx context.Context, folder string, each func(key string) error) error
	// Healthy is nil when the store can be reached.
	Healthy(ctx context.Context) error
}

// Object is an open blob.
type Object interface {
	io.ReadSeekCloser
	Size() int64
	Modified() time.Time
}

var keys = regexp.MustCompile(`^[a-z0-9_-][a-z0-9._-]*(/[a-z0-9_-][a-z0-9._-]*)*$`)

// maxKey is the largest key; S3 takes 1,024 bytes, a file name 255.
const maxKey = 200

func checkKey(key string) error {
	if len(key) > maxKey || !keys.MatchString(key) {
		return fmt.Errorf("%w: %.60q", ErrKey, key)
	}
	return nil
}

// exactly reads size bytes and refuses one more or one less. It looks for the
// one more before it hands out the last byte, so that a store which stops at the
// announced size still hears of it.
type exactly struct {
	r    io.Reader
	left int64
}

var errSize = errors.New("blob: the bytes are not as many as announced")

func (e *exactly) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n, err := e.r.Read(p)
	e.left -= int64(n)
	switch {
	case e.left < 0, e.left > 0 && errors.Is(err, io.EOF):
		return 0, errSize
	case e.left == 0:
		return n, e.noMore()
	}
	return n, err
}

func (e *exactly) noMore() error {
	switch n, err := io.ReadFull(e.r, make([]byte, 1)); {
	case n > 0:
		return errSize
	case errors.Is(err, io.EOF):
		return nil
	default:
		return err
	}
}

// announced checks what a Put was called with.
func announced(key string, size int64) error {
	if size < 1 {
		return fmt.Errorf("store %.60q: %w", key, errSize)
	}
	return checkKey(key)
}
