package uploads

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"
)

// How fast a piece must come: so many bytes in each span, as for forms with files,
// and all of it in ten minutes. What came stays, and is gone on with.
const (
	minRateBytes = 64 << 10
	minRateSpan  = 20 * time.Second
	pieceTime    = 10 * time.Minute
)

type exchangeKey struct{}

func exchangeFrom(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// exchange is one request as tusd sees it: what was announced goes in with it, and a
// refusal comes out of it, which the router then tells in the shape of all others.
// It keeps the deadlines of the connection, which tusd would set further with each
// byte.
type exchange struct {
	http.ResponseWriter
	begins     Upload // of a POST
	length     int64  // of a PATCH's body
	connection *http.ResponseController
	now        func() time.Time

	refused bool   // tusd said so
	said    []byte // how
	err     error  // why, when it was not tusd's own reason

	expires time.Time
	path    string // of a new upload

	mu      sync.Mutex
	reading bool   // the body of a PATCH, at the least rate
	begun   bool   // its first bytes were asked for
	unlock  func() // tusd's, that waits for begun
	stopped error  // why no more is read
	end     time.Time
	spent   time.Duration // waiting for the bytes since the last minRateBytes
	came    int
}

// keep remembers why the exchange fails; tusd only passes it on.
func (x *exchange) keep(err error) error {
	if err != nil && x != nil && x.err == nil {
		x.err = err
	}
	return err
}

// interrupt ends the reading of a body, from another goroutine.
func (x *exchange) interrupt(why error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.stopped == nil {
		x.stopped = why
	}
	if x.reading {
		_ = x.connection.SetReadDeadline(x.now()) // a test's recorder has none
	}
}

// release lets tusd end the request by its own means. Of a request with a body it does so
// once the first bytes are asked for: before that tusd has not yet set the body that it
// closes, and would read what it is writing.
func (x *exchange) release(unlock func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.reading && !x.begun {
		x.unlock = unlock
		return
	}
	unlock()
}

// begin is called before bytes are asked for.
func (x *exchange) begin() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.begun = true
	if x.unlock != nil {
		x.unlock()
		x.unlock = nil
	}
}

// over ends the exchange: the connection may carry the next one already.
func (x *exchange) over() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.reading = false
}

func (x *exchange) interrupted() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.stopped
}

// outcome is why tusd refused, or nil.
func (x *exchange) outcome() error {
	switch stopped := x.interrupted(); {
	case !x.refused:
		return nil
	case x.err != nil:
		return x.err
	case stopped != nil:
		return stopped
	}
	code, _, _ := strings.Cut(string(x.said), ":")
	return refusalOf(code)
}

// WriteHeader lets an answer through and holds a refusal back.
func (x *exchange) WriteHeader(status int) {
	h := x.Header()
	if status >= http.StatusBadRequest {
		x.refused = true
		h.Del("Content-Length") // of tusd's words
		h.Del("Content-Type")
		return
	}
	if x.path != "" {
		h.Set("Location", x.path) // tusd would guess the scheme
	}
	if !x.expires.IsZero() {
		h.Set("Upload-Expires", x.expires.UTC().Format(http.TimeFormat))
	}
	x.ResponseWriter.WriteHeader(status)
}

func (x *exchange) Write(b []byte) (int, error) {
	if !x.refused {
		return x.ResponseWriter.Write(b)
	}
	x.said = append(x.said, b[:min(len(b), 100-len(x.said))]...)
	return len(b), nil
}

// SetReadDeadline keeps tusd's deadlines from prolonging ours.
func (x *exchange) SetReadDeadline(at time.Time) error {
	if !at.After(x.now()) {
		x.interrupt(handler.ErrUploadInterrupted)
	}
	return nil
}

// SetWriteDeadline leaves the answer's time to the site.
func (x *exchange) SetWriteDeadline(time.Time) error { return nil }

// minRateBody reads a PATCH.
type minRateBody struct {
	io.ReadCloser
	x *exchange
}

// withMinRate makes the body come at the least rate.
func (x *exchange) withMinRate(body io.ReadCloser) io.ReadCloser {
	x.reading, x.end = true, x.now().Add(pieceTime)
	return minRateBody{body, x}
}

func (b minRateBody) Read(p []byte) (int, error) {
	b.x.begin()
	if err := b.x.wait(); err != nil {
		return 0, err
	}
	began := b.x.now()
	n, err := b.ReadCloser.Read(p)
	b.x.arrived(n, b.x.now().Sub(began))
	if errors.Is(err, os.ErrDeadlineExceeded) && b.x.interrupted() == nil {
		b.x.interrupt(errSlow)
	}
	return n, err
}

// wait gives the next bytes their time. The time that was spent on storing those
// before is not theirs.
func (x *exchange) wait() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.stopped != nil {
		return os.ErrDeadlineExceeded
	}
	next := x.now().Add(minRateSpan - x.spent)
	if next.After(x.end) {
		next = x.end
	}
	_ = x.connection.SetReadDeadline(next) // a test's recorder has none
	return nil
}

func (x *exchange) arrived(bytes int, in time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.spent += in
	if x.came += bytes; x.came >= minRateBytes {
		x.came, x.spent = 0, 0
	}
}
