package recording

import (
	"context"
	"errors"
	"io"

	"limelight/internal/kit/blob"
)

// reader reads the pieces of a recording as one file.
type reader struct {
	ctx   context.Context
	store blob.Store
	id    string
	sizes []int64
	total int64
	at    int64

	piece blob.Object // open, at the right place
	left  int64       // of it
}

func newReader(ctx context.Context, store blob.Store, id string, sizes []int64) *reader {
	r := &reader{ctx: ctx, store: store, id: id, sizes: sizes}
	for _, size := range sizes {
		r.total += size
	}
	return r
}

func (r *reader) Read(p []byte) (int, error) {
	if r.at >= r.total {
		return 0, io.EOF
	}
	if r.piece == nil {
		if err := r.open(); err != nil {
			return 0, err
		}
	}
	n, err := r.piece.Read(p[:min(int64(len(p)), r.left)])
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

// open finds the piece at which the reader stands.
func (r *reader) open() error {
	from := r.at
	number := 0
	for from >= r.sizes[number] {
		from -= r.sizes[number]
		number++
	}
	piece, err := r.store.Open(r.ctx, key(r.id, number))
	if err != nil {
		return err
	}
	if _, err := piece.Seek(from, io.SeekStart); err != nil {
		return errors.Join(err, piece.Close())
	}
	r.piece, r.left = piece, r.sizes[number]-from
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
	if r.piece == nil {
		return nil
	}
	piece := r.piece
	r.piece = nil
	return piece.Close()
}
