package api

import (
	"context"
	"io"
	"net/http"
	"time"
)

// How fast a form with files must come: so many bytes in each pause, which the poorest
// line of a phone brings, and all of it within an hour's sixth.
const (
	uploadStep  = 64 << 10
	uploadPause = 20 * time.Second
	uploadTime  = 10 * time.Minute
)

// Incoming is a form with files of which no byte has been read yet.
type Incoming struct {
	Route  string // its name
	Length int64  // as announced; -1: nothing was said
	Max    int64  // how many bytes its route takes
}

// UploadGuard admits a form with files before a byte of its body is read, and at most so
// many bytes of it; 0: as many as its route takes. done is called when the form has been
// dealt with.
type UploadGuard func(ctx context.Context, form Incoming) (maxBytes int64, done func(), err error)

// BoundUploads makes the router ask g before each form with files, after the
// route's own guard. It is set before the first call.
func (r *Router) BoundUploads(g UploadGuard) { r.uploads = g }

// steadyBody ends a form with files that stands still: who sends nothing would keep
// what has come of it on the disk.
type steadyBody struct {
	io.ReadCloser
	deadline func(time.Time) error
	now      func() time.Time
	end      time.Time
	came     int // bytes since the deadline was set
	begun    bool
}

func steady(w http.ResponseWriter, body io.ReadCloser) io.ReadCloser {
	return &steadyBody{ReadCloser: body, deadline: http.NewResponseController(w).SetReadDeadline, now: time.Now, end: time.Now().Add(uploadTime)}
}

func (b *steadyBody) Read(p []byte) (int, error) {
	if !b.begun || b.came >= uploadStep {
		b.begun, b.came = true, 0
		next := b.now().Add(uploadPause)
		if next.After(b.end) {
			next = b.end
		}
		_ = b.deadline(next) // a connection without deadlines (a test's recorder) has none
	}
	n, err := b.ReadCloser.Read(p)
	b.came += n
	return n, err
}
