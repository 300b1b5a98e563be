package uploads

import (
	"context"
	"crypto/sha256"
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"

	"limelight/internal/kit/db"
)

// blockSize is how much of a piece is stored under one key: what a cut costs at most.
const blockSize = 4 << 20

func folder(uploadID string) string { return "uploads/" + uploadID }

func key(uploadID string, number int64) string {
	return folder(uploadID) + "/" + strconv.FormatInt(number, 10)
}

// writer stores one piece of an upload, block by block.
type writer struct {
	*Service
	upload  Upload
	left    int64        // of the piece
	stopped func() error // why no more blocks are begun
	sum     hash.Hash
}

// write stores blocks until the piece is over, broken or asked to end. A broken one is
// no error of the store's: the blocks that were whole are kept.
func (w *writer) write(ctx context.Context, from io.Reader) (err error) {
	if w.sum, err = hashFrom(w.upload.hashState); err != nil {
		return err
	}
	number, err := w.firstNumber(ctx)
	if err != nil {
		return err
	}
	for w.left > 0 {
		if why := w.stopped(); why != nil {
			return why // between two blocks: the body itself knows of nothing
		}
		p := part{number: number, start: w.upload.Received, size: min(blockSize, w.left)}
		b := &block{from: from, left: p.size, sum: w.sum}
		if err := w.Store.Put(ctx, key(w.upload.ID, p.number), b, p.size); err != nil {
			if b.ended {
				return nil // tusd knows why
			}
			return err
		}
		if number, err = w.count(ctx, p); errors.Is(err, errElsewhere) {
			return errors.Join(err, w.Store.Delete(ctx, key(w.upload.ID, p.number))) // nobody counts it
		}
		if err != nil {
			return err // it may be counted, and only the answer lost: its bytes stay, and go with the upload
		}
	}
	return nil
}

func (w *writer) firstNumber(ctx context.Context) (number int64, err error) {
	err = w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		number, err = updateNumber(ctx, tx, w.upload.ID)
		return err
	})
	return number, err
}

// count moves the upload past a part that is stored. The last one finishes it.
func (w *writer) count(ctx context.Context, p part) (next int64, err error) {
	now := w.Now()
	after := w.upload
	after.Received += p.size
	after.ExpiresAt = now.Add(keptFor)
	if after.hashState, err = stateOf(w.sum); err != nil {
		return 0, err
	}
	if after.Received == after.Length {
		after.FinishedAt, after.SHA256, after.hashState = now, hex.EncodeToString(w.sum.Sum(nil)), ""
	}
	err = w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		next, err = updateReceived(ctx, tx, after, p)
		return err
	})
	if err == nil {
		w.upload, w.left = after, w.left-p.size
	}
	return next, err
}

// block is the next bytes of a body; they are hashed as they pass.
type block struct {
	from  io.Reader
	left  int64
	sum   hash.Hash
	ended bool // the body was over before the block was
}

func (b *block) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	n, err := b.from.Read(p[:min(int64(len(p)), b.left)])
	b.sum.Write(p[:n]) // never fails
	if b.left -= int64(n); b.left == 0 {
		return n, nil
	}
	b.ended = err != nil
	return n, err
}

// hashFrom is a hash that has seen what the state says.
func hashFrom(state string) (hash.Hash, error) {
	sum := sha256.New()
	if state == "" {
		return sum, nil
	}
	raw, err := base64.StdEncoding.DecodeString(state)
	if err == nil {
		err = sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(raw) // as crypto/sha256 promises
	}
	if err != nil {
		return nil, fmt.Errorf("go on with a hash: %w", err)
	}
	return sum, nil
}

func stateOf(sum hash.Hash) (string, error) {
	raw, err := sum.(encoding.BinaryMarshaler).MarshalBinary() // as crypto/sha256 promises
	if err != nil {
		return "", fmt.Errorf("keep a hash: %w", err)
	}
	return base64.StdEncoding.EncodeToString(raw), nil
}
