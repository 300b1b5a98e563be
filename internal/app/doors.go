package app

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/wording"
)

// The doors are what every request passes before a domain sees it.

// fromWhere puts the client's address and the site's own into the context.
func fromWhere(hops *forwarding, origin string, fixed bool) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			address, itself := hops.client(r)
			ctx := api.WithAddress(r.Context(), address)
			if itself {
				ctx = context.WithValue(ctx, ownMachineKey{}, true)
			}
			own := origin
			if !fixed && local(hostOf(r.Host)) {
				own = "http://" + r.Host // localhost under another name or port
			}
			next.ServeHTTP(w, r.WithContext(api.WithOrigin(ctx, own)))
		})
	}
}

// worded puts the operator's words for a performer into the context: they are asked for
// when a text is written, which on a socket may be hours later.
func worded(words wording.Words) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(wording.With(r.Context(), words)))
		})
	}
}

func hostOf(hostPort string) string {
	host, port, err := net.SplitHostPort(hostPort)
	if err != nil {
		return hostPort
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return hostPort // it is written into pages and headers, and this is no port
	}
	return host
}

// logged writes one line per request that went wrong on our side, and every
// request at debug. 503 says that we know (maintenance, a part that is away), and
// who went away hears no answer. The query is left out: a socket's token travels there.
func logged(log *slog.Logger, now func() time.Time) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
			start := now()
			next.ServeHTTP(seen, r)
			level := slog.LevelDebug
			ours := seen.status >= http.StatusInternalServerError && seen.status != http.StatusServiceUnavailable
			if ours && r.Context().Err() == nil {
				level = slog.LevelWarn
			}
			log.Log(context.WithoutCancel(r.Context()), level, "request",
				"method", r.Method, "path", r.URL.Path, "status", seen.status, "took", now().Sub(start).Round(time.Millisecond))
		})
	}
}

type statusWriter struct {
	http.ResponseWriter
	status int
	sent   bool
}

// WriteHeader sends the first status and only notes a further one: the router
// says 499 in that way of a caller who went away in the middle of an answer.
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	if w.sent {
		return
	}
	w.sent = status >= http.StatusOK || status == http.StatusSwitchingProtocols
	w.ResponseWriter.WriteHeader(status)
}

// ReadFrom lets the system send a file by itself.
func (w *statusWriter) ReadFrom(r io.Reader) (int64, error) { return io.Copy(w.ResponseWriter, r) }

// Unwrap lets WebSockets and streams reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// fenced refuses state-changing requests that another site's page sends with our
// cookies (trust.md, Sessions 9). A call with its own Authorization carries no
// cookie's power and passes; a payment vendor's notification has no session. acts says
// which GETs change something: those are for pages of ours only, so that neither another
// site's picture nor a link in a letter spends what a member has.
func fenced(origin string, acts func(*http.Request) bool) func(http.Handler) http.Handler {
	fence := http.NewCrossOriginProtection()
	fence.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		api.WriteFault(w, errCrossSite)
	}))
	if err := fence.AddTrustedOrigin(origin); err != nil {
		panic("app: the origin was validated: " + err.Error())
	}
	return func(next http.Handler) http.Handler {
		guarded := fence.Handler(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "" || vendors(r) {
				next.ServeHTTP(w, r)
				return
			}
			if acts(r) {
				asked := r.WithContext(r.Context())
				asked.Method = http.MethodPost // as the command that it is
				if r.Header.Get("Sec-Fetch-Site") == "none" || fence.Check(asked) != nil {
					api.WriteFault(w, errCrossSite)
					return
				}
			}
			guarded.ServeHTTP(w, r)
		})
	}
}

// unkept keeps answers that may be one person's out of every cache, and out of the
// pages of other sites.
func unkept(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// closedAfterChunks ends the connection with the answer to a body in chunks. Such a
// request may have had a length as well, which net/http takes away unseen: a proxy
// in front that believed the length takes what follows for another request (RFC 9112,
// 6.1). Browsers and proxies send lengths, so it costs hardly anybody a connection.
func closedAfterChunks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor == 1 && len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// passing wraps a handler in doors, the first one outermost.
func passing(h http.Handler, doors ...func(http.Handler) http.Handler) http.Handler {
	for i := len(doors) - 1; i >= 0; i-- {
		h = doors[i](h)
	}
	return h
}
