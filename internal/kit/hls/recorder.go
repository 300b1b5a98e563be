package hls

import "time"

const (
	chunkTime = 6 * time.Second // what a recording loses at most when the program is killed
	chunkSize = 8 << 20
)

// Chunk is a stretch of a recording. All chunks of one, one after the other, are
// an MP4 file; so are the first few of them.
type Chunk struct {
	Data   []byte
	Length time.Duration
}

// Recorder makes a recording of samples. It is used by one goroutine at a time.
type Recorder struct {
	segmenter segmenter
	store     func(Chunk) error
	chunk     Chunk
	started   bool
	err       error
}

// NewRecorder hands every chunk to store, whose error is final. The bytes are store's.
func NewRecorder(store func(Chunk) error) *Recorder {
	r := &Recorder{store: store}
	r.segmenter.sink = r
	return r
}

// Put takes the next sample.
func (r *Recorder) Put(s Sample) error {
	if r.err == nil {
		r.err = r.segmenter.put(s)
	}
	return r.err
}

// End hands over what has not been kept yet.
func (r *Recorder) End() error {
	if r.err == nil {
		r.err = r.segmenter.end()
	}
	r.flush()
	return r.err
}

// header writes the file's beginning. Later parameters are in the stream itself,
// before the pictures that need them.
func (r *Recorder) header(h header) {
	if !r.started {
		r.started = true
		r.chunk.Data = append(r.chunk.Data, h.data...)
	}
}

func (r *Recorder) part(p part) {
	r.chunk.Data = append(r.chunk.Data, p.data...)
	r.chunk.Length += p.length
	if r.chunk.Length >= chunkTime || len(r.chunk.Data) >= chunkSize {
		r.flush()
	}
}

func (r *Recorder) endSegment(time.Duration, time.Duration) {}

func (r *Recorder) flush() {
	if r.err == nil && r.chunk.Length > 0 {
		r.err = r.store(r.chunk)
	}
	r.chunk = Chunk{}
}
