package uploads

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"limelight/internal/testkit"
)

// connection remembers its deadlines.
type connection struct {
	*httptest.ResponseRecorder
	deadlines []time.Time
}

func (c *connection) SetReadDeadline(at time.Time) error {
	c.deadlines = append(c.deadlines, at)
	return nil
}

func (c *connection) last() time.Time {
	if len(c.deadlines) == 0 {
		return time.Time{}
	}
	return c.deadlines[len(c.deadlines)-1]
}

func exchangeOn(clock *testkit.Clock) (*exchange, *connection) {
	c := &connection{ResponseRecorder: httptest.NewRecorder()}
	return &exchange{ResponseWriter: c, connection: http.NewResponseController(c), now: clock.Now}, c
}

// drips is a body of which each read takes a while.
type drips struct {
	clock *testkit.Clock
	each  time.Duration
	bytes int
}

func (d drips) Read(p []byte) (int, error) {
	d.clock.Advance(d.each)
	return min(len(p), d.bytes), nil
}

func (drips) Close() error { return nil }

// 64 KiB have 20 seconds on the line; the time that the store takes is not theirs, and
// after ten minutes a piece is over whatever comes. What tusd would set changes nothing.
func TestTransferRateOfAPiece(t *testing.T) {
	clock := testkit.NewClock()
	x, c := exchangeOn(clock)
	body := x.withMinRate(drips{clock, 5 * time.Second, 20 << 10})
	read := func() {
		t.Helper()
		if _, err := body.Read(make([]byte, 32<<10)); err != nil {
			t.Fatal(err)
		}
	}
	for _, left := range []time.Duration{20, 15, 10, 5} {
		at := clock.Now()
		read()
		if got := c.last().Sub(at); got != left*time.Second {
			t.Errorf("after %v the line has %v, want %v s", at.Sub(testkit.Noon), got, left)
		}
		if err := x.SetReadDeadline(at.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		clock.Advance(30 * time.Second) // in the store
	}
	at := clock.Now()
	if read(); c.last().Sub(at) != 20*time.Second { // 80 KiB have come
		t.Errorf("after 64 KiB the line has %v", c.last().Sub(at))
	}
	clock.Advance(pieceTime)
	if read(); c.last() != testkit.Noon.Add(pieceTime) {
		t.Errorf("a piece may last until %v", c.last())
	}
}

// Who is asked to let go reads no more, at once; when the answer is on its way the
// connection belongs to the next request.
func TestInterrupted(t *testing.T) {
	clock := testkit.NewClock()
	x, c := exchangeOn(clock)
	body := x.withMinRate(io.NopCloser(strings.NewReader("bytes")))
	x.interrupt(errStopping)
	x.interrupt(errTaken)
	if c.last() != clock.Now() {
		t.Errorf("the connection is read until %v", c.last())
	}
	if n, err := body.Read(make([]byte, 5)); n != 0 || err == nil {
		t.Errorf("%d bytes are read (%v)", n, err)
	}
	x.WriteHeader(http.StatusInternalServerError)
	_, _ = x.Write([]byte("ERR_READ_TIMEOUT: timeout while reading request body\n"))
	if err := x.outcome(); !errors.Is(err, errStopping) {
		t.Errorf("it was refused with %v, want the first reason", err)
	}

	next, c := exchangeOn(clock)
	next.withMinRate(io.NopCloser(strings.NewReader("bytes")))
	next.over()
	next.interrupt(errTaken)
	_ = next.SetReadDeadline(clock.Now())
	if len(c.deadlines) != 0 {
		t.Errorf("the next request on the connection is cut: %v", c.deadlines)
	}
}

// Every refusal of tusd's that can come out has words of ours.
func TestRefusalsOfTus(t *testing.T) {
	clock := testkit.NewClock()
	for _, theirs := range []handler.Error{
		handler.ErrUnsupportedVersion, handler.ErrInvalidContentType, handler.ErrInvalidUploadLength, handler.ErrInvalidOffset, handler.ErrNotFound,
		handler.ErrLockTimeout, handler.ErrMismatchOffset, handler.ErrSizeExceeded, handler.ErrNotImplemented, handler.ErrUploadInterrupted,
		handler.ErrServerShutdown, handler.ErrUnexpectedEOF, handler.ErrReadTimeout, handler.ErrConnectionReset,
	} {
		x, c := exchangeOn(clock)
		for name, value := range theirs.HTTPResponse.Header {
			x.Header().Set(name, value)
		}
		x.WriteHeader(theirs.HTTPResponse.StatusCode)
		if _, err := io.WriteString(x, theirs.HTTPResponse.Body); err != nil {
			t.Fatal(err)
		}
		if err := x.outcome(); err == nil || strings.HasPrefix(err.Error(), "tus refused") {
			t.Errorf("%s has no words of ours: %v", theirs.ErrorCode, err)
		}
		if c.Body.Len() > 0 || c.Header().Get("Content-Type") != "" {
			t.Errorf("%s is answered in tusd's words: %s", theirs.ErrorCode, c.Body)
		}
	}
}

// Who asks for a piece that has not been read yet is heard, but tusd ends it by its own
// means only once the body is there that it closes.
func TestEndedBeforeItIsRead(t *testing.T) {
	x, _ := exchangeOn(testkit.NewClock())
	ended := 0
	end := func() { ended++ }
	body := x.withMinRate(drips{testkit.NewClock(), 0, 1})
	x.interrupt(errTaken)
	x.release(end)
	if ended != 0 {
		t.Fatal("tusd ends what it has not begun to read")
	}
	for range 2 {
		if n, err := body.Read(make([]byte, 10)); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("read %d bytes, %v", n, err)
		}
	}
	if ended != 1 {
		t.Errorf("tusd was told %d times", ended)
	}
	if x.release(end); ended != 2 {
		t.Error("what is being read is not ended at once")
	}
	bare, _ := exchangeOn(testkit.NewClock()) // a question, without a body
	if bare.release(end); ended != 3 {
		t.Error("what has no body is not ended at once")
	}
}
