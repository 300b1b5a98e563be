package transcode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// errBoxes says that a file is not made as ours are.
var errBoxes = errors.New("its boxes are not those of a fragmented MP4")

// box is a part of an MP4 file: its kind and where its content lies.
type box struct {
	kind      string
	at        int64 // where its header begins
	from, end int64 // its content
}

// maxHeader bounds the boxes that are read into memory; what they describe stays on the disk.
const maxHeader = 16 << 20

// topBoxes walks over the boxes of a file.
func topBoxes(r io.ReaderAt, size int64, each func(box) error) error {
	for at := int64(0); at < size; {
		var head [16]byte
		n, err := r.ReadAt(head[:min(16, size-at)], at)
		if n < 8 {
			return errors.Join(errBoxes, err)
		}
		b := box{kind: string(head[4:8]), at: at, from: at + 8}
		length := int64(binary.BigEndian.Uint32(head[:4]))
		if length == 1 && n == 16 {
			length, b.from = int64(binary.BigEndian.Uint64(head[8:])), at+16
		}
		if length < b.from-at || length > size-at {
			return fmt.Errorf("%w: %q reaches beyond the end", errBoxes, b.kind)
		}
		b.end = at + length
		if err := each(b); err != nil {
			return err
		}
		at = b.end
	}
	return nil
}

// content reads a box into memory.
func content(r io.ReaderAt, b box) ([]byte, error) {
	if b.end-b.from > maxHeader {
		return nil, fmt.Errorf("%w: %q is too large", errBoxes, b.kind)
	}
	data := make([]byte, b.end-b.from)
	if n, err := r.ReadAt(data, b.from); n < len(data) {
		return nil, err
	}
	return data, nil
}

// children walks over the boxes within one.
func children(data []byte, each func(kind string, content []byte) error) error {
	for len(data) > 0 {
		if len(data) < 8 {
			return errBoxes
		}
		length := binary.BigEndian.Uint32(data)
		if length < 8 || uint64(length) > uint64(len(data)) {
			return errBoxes
		}
		if err := each(string(data[4:8]), data[8:length]); err != nil {
			return err
		}
		data = data[length:]
	}
	return nil
}

// find is the content of the first box at the end of a path of boxes.
func find(data []byte, path ...string) (found []byte, err error) {
	for _, kind := range path {
		var next []byte
		err := children(data, func(k string, content []byte) error {
			if k == kind && next == nil {
				next = content
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if next == nil {
			return nil, fmt.Errorf("%w: there is no %q", errBoxes, kind)
		}
		data = next
	}
	return data, nil
}

// fields reads big-endian numbers one after the other; beyond the end they are zero, and short says so.
type fields struct {
	data  []byte
	short bool
}

func (f *fields) take(n int) []byte {
	if len(f.data) < n {
		f.data, f.short = nil, true
		return make([]byte, n)
	}
	taken := f.data[:n]
	f.data = f.data[n:]
	return taken
}

func (f *fields) u16() uint16 { return binary.BigEndian.Uint16(f.take(2)) }
func (f *fields) u32() uint32 { return binary.BigEndian.Uint32(f.take(4)) }
func (f *fields) u64() uint64 { return binary.BigEndian.Uint64(f.take(8)) }

// readIndex reads the index of a file of ours.
func readIndex(file string) (Index, error) {
	f, err := os.Open(file)
	if err != nil {
		return Index{}, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return Index{}, err
	}
	index, err := parseIndex(f, stat.Size())
	if err != nil {
		return Index{}, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return index, nil
}

// straighten writes the matrix of an upright picture into the header of every track. ffmpeg copies the upload's there, when it has
// turned the picture already: players would turn it twice.
func straighten(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return err
	}
	err = topBoxes(f, stat.Size(), func(b box) error {
		if b.kind != "moov" {
			return nil
		}
		moov, err := content(f, b)
		if err != nil {
			return err
		}
		err = children(moov, func(kind string, trak []byte) error {
			if kind != "trak" {
				return nil
			}
			return setUpright(trak)
		})
		if err == nil {
			_, err = f.WriteAt(moov, b.from)
		}
		return err
	})
	if errors.Is(err, errBoxes) {
		err = fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return err
}

func setUpright(trak []byte) error {
	head, err := find(trak, "tkhd")
	if err != nil {
		return err
	}
	at := matrixAt
	if len(head) > 0 && head[0] == 1 {
		at += 12 // of three numbers that are twice as long
	}
	if len(head) < at+4*len(upright) {
		return errBoxes
	}
	for i, n := range upright {
		binary.BigEndian.PutUint32(head[at+4*i:], n)
	}
	return nil
}

// matrixAt is where the matrix of a short tkhd begins.
const matrixAt = 40
