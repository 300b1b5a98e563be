// Package web is what the HTTP requests of the whole site pass, whatever they ask for:
// where they come from, what is logged, which headers keep a browser from guessing, and
// how long a body and an answer may take.
package web

import "net/http"

// Middleware wraps a handler.
type Middleware func(http.Handler) http.Handler

// Chain wraps a handler in middleware, the first one outermost.
func Chain(h http.Handler, around ...Middleware) http.Handler {
	for i := len(around) - 1; i >= 0; i-- {
		h = around[i](h)
	}
	return h
}

// NoStore keeps answers that may be one person's out of every cache, and out of the
// pages of other sites.
func NoStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// CloseAfterChunks ends the connection with the answer to a body in chunks. Such a
// request may have had a length as well, which net/http takes away unseen: a proxy
// in front that believed the length takes what follows for another request (RFC 9112,
// 6.1). Browsers and proxies send lengths, so it costs hardly anybody a connection.
func CloseAfterChunks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor == 1 && len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
