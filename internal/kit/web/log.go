package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"
)

// RequestLog writes one line per request that went wrong on our side, and every
// request at debug. 503 says that we know (maintenance, a part that is away), and
// who went away hears no answer. The query is left out: a socket's token travels there.
func RequestLog(log *slog.Logger, now func() time.Time) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen := Observe(w)
			start := now()
			next.ServeHTTP(seen, r)
			level := slog.LevelDebug
			ours := seen.Status >= http.StatusInternalServerError && seen.Status != http.StatusServiceUnavailable
			if ours && r.Context().Err() == nil {
				level = slog.LevelWarn
			}
			log.Log(context.WithoutCancel(r.Context()), level, "request",
				"method", r.Method, "path", r.URL.Path, "status", seen.Status, "took", now().Sub(start).Round(time.Millisecond))
		})
	}
}

// StatusWriter is a response that notes its status.
type StatusWriter struct {
	http.ResponseWriter
	Status int
	sent   bool
}

// Observe notes the status of a response; it is 200 until another is sent.
func Observe(w http.ResponseWriter) *StatusWriter {
	return &StatusWriter{ResponseWriter: w, Status: http.StatusOK}
}

// WriteHeader sends the first status and only notes a further one: the router
// says 499 in that way of a caller who went away in the middle of an answer.
func (w *StatusWriter) WriteHeader(status int) {
	w.Status = status
	if w.sent {
		return
	}
	w.sent = status >= http.StatusOK || status == http.StatusSwitchingProtocols
	w.ResponseWriter.WriteHeader(status)
}

// ReadFrom lets the system send a file by itself.
func (w *StatusWriter) ReadFrom(r io.Reader) (int64, error) { return io.Copy(w.ResponseWriter, r) }

// Unwrap lets WebSockets and streams reach the connection.
func (w *StatusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
