package hls

import "time"

const (
	pieceTime = 6 * time.Second // what a recording loses at most when the program is killed
	pieceSize = 8 << 20
)

// Piece is a stretch of a recording. All pieces of one, one after the other, are
// an MP4 file; so are the first few of them.
type Piece struct {
	Data   []byte
	Length time.Duration
}

// Film makes a recording of samples. It is used by one goroutine at a time.
type Film struct {
	cutter cutter
	keep   func(Piece) error
	piece  Piece
	begun  bool
	err    error
}

// NewFilm hands every piece to keep, whose error is final. The bytes are keep's.
func NewFilm(keep func(Piece) error) *Film {
	f := &Film{keep: keep}
	f.cutter.reel = f
	return f
}

// Put takes the next sample.
func (f *Film) Put(s Sample) error {
	if f.err == nil {
		f.err = f.cutter.put(s)
	}
	return f.err
}

// End hands over what has not been kept yet.
func (f *Film) End() error {
	if f.err == nil {
		f.err = f.cutter.end()
	}
	f.flush()
	return f.err
}

// header writes the file's beginning. Later parameters are in the stream itself,
// before the pictures that need them.
func (f *Film) header(h header) {
	if !f.begun {
		f.begun = true
		f.piece.Data = append(f.piece.Data, h.data...)
	}
}

func (f *Film) part(p part) {
	f.piece.Data = append(f.piece.Data, p.data...)
	f.piece.Length += p.length
	if f.piece.Length >= pieceTime || len(f.piece.Data) >= pieceSize {
		f.flush()
	}
}

func (f *Film) cut(time.Duration, time.Duration) {}

func (f *Film) flush() {
	if f.err == nil && f.piece.Length > 0 {
		f.err = f.keep(f.piece)
	}
	f.piece = Piece{}
}
