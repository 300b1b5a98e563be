package web

import (
	"io"
	"math"
	"net/http"
	"strings"
	"syscall"
	"time"
)

// BodyTimeouts gives each body a deadline: a client that sends a byte now and then
// would keep its connection, and what waits for the body, for ever.
func BodyTimeouts(body, upload time.Duration) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.ContentLength != 0 { // what becomes a socket has no body
				most := body
				if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
					most = upload
				}
				// A connection without deadlines (a test's recorder) has none.
				_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(most))
			}
			next.ServeHTTP(w, r)
		})
	}
}

// AnswerTimeouts ends a connection whose reader takes nothing of its answer any more: it
// would keep the answer, and what makes it, for ever. A slow one goes on.
func AnswerTimeouts(pause time.Duration) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			timed := timedWriter{w, http.NewResponseController(w), pause}
			timed.extend() // the deadline of the answer before, on the same connection, is over
			next.ServeHTTP(timed, r)
		})
	}
}

type timedWriter struct {
	http.ResponseWriter
	connection *http.ResponseController
	pause      time.Duration
}

// extend gives the next piece its time. A connection without deadlines (a test's
// recorder) has none.
func (w timedWriter) extend() { _ = w.connection.SetWriteDeadline(time.Now().Add(w.pause)) }

// WriteHeader comes late where an answer was waited for.
func (w timedWriter) WriteHeader(status int) {
	w.extend()
	w.ResponseWriter.WriteHeader(status)
}

// answerPiece is how much is sent with one deadline.
const answerPiece = 64 << 10

func (w timedWriter) Write(p []byte) (n int, err error) {
	for {
		w.extend()
		piece := p[n:min(n+answerPiece, len(p))]
		sent, err := w.ResponseWriter.Write(piece)
		n += sent
		if err != nil || n == len(p) {
			return n, err
		}
	}
}

// ReadFrom lets the system send a file by itself, piece by piece. What is copied is most often a
// bounded part of one, and only one bound is looked behind. Of what is no file each part has its
// time once it is there: what comes from afar may be waited for, and that is not its reader's doing.
func (w timedWriter) ReadFrom(r io.Reader) (n int64, err error) {
	whole, bounded := r.(*io.LimitedReader)
	if !bounded {
		whole = &io.LimitedReader{R: r, N: math.MaxInt64}
	}
	for whole.N > 0 {
		if !isFile(whole.R) {
			sent, err := io.Copy(struct{ io.Writer }{w}, whole)
			return n + sent, err
		}
		w.extend()
		piece := &io.LimitedReader{R: whole.R, N: min(answerPiece, whole.N)}
		sent, err := io.Copy(w.ResponseWriter, piece)
		n += sent
		whole.N -= sent
		if err != nil || sent == 0 { // the reader has no more; what comes in several files stops at each
			return n, err
		}
	}
	return n, nil
}

// isFile reports whether the system can read by itself what comes next.
func isFile(r io.Reader) bool {
	file, ok := r.(syscall.Conn)
	if !ok {
		return false
	}
	_, err := file.SyscallConn()
	return err == nil
}

// Unwrap lets WebSockets and streams reach the connection; one that is taken over has
// no deadline of ours.
func (w timedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
