package recording

import (
	"context"
	"errors"
	"io"

	"limelight/internal/kit/blob"
)

// piece is a stored part of a file.
type piece struct {
	key  string
	size int64
}

// reader reads pieces as one file.
type reader struct {
	ctx     context.Context
	store   blob.Store
	pieces  []piece
	allowed func() error // asked before bytes are read; nil: whoever has the reader may read
	total   int64
	at      int64

	open blob.Object // a piece, at the right place
	left int64       // of it
}

func newReader(ctx context.Context, store blob.Store, pieces []piece) *reader {
	r := &reader{ctx: ctx, store: store, pieces: pieces}
	for _, p := range pieces {
		r.total += p.size
	}
	return r
}

func (r *reader) Read(p []byte) (int, error) {
	if r.at >= r.total {
		return 0, io.EOF
	}
	if r.allowed != nil {
		if err := r.allowed(); err != nil {
			return 0, err
		}
	}
	if r.open == nil {
		if err := r.find(); err != nil {
			return 0, err
		}
	}
	n, err := r.open.Read(p[:min(int64(len(p)), r.left)])
	r.at += int64(n)
	r.left -= int64(n)
	if r.left == 0 {
		return n, r.Close()
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF // the store has less than was put there
	}
	return n, err
}

// find opens the piece at which the reader stands.
func (r *reader) find() error {
	from := r.at
	number := 0
	for from >= r.pieces[number].size {
		from -= r.pieces[number].size
		number++
	}
	opened, err := r.store.Open(r.ctx, r.pieces[number].key)
	if err != nil {
		return err
	}
	if _, err := opened.Seek(from, io.SeekStart); err != nil {
		return errors.Join(err, opened.Close())
	}
	r.open, r.left = opened, r.pieces[number].size-from
	return nil
}

func (r *reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.total
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning")
	}
	if offset == r.at {
		return offset, nil
	}
	r.at = offset
	return offset, r.Close()
}

// Close lets go of the open piece.
func (r *reader) Close() error {
	if r.open == nil {
		return nil
	}
	opened := r.open
	r.open = nil
	return opened.Close()
}
