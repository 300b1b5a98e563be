package web

import (
	"net/http"

	"limelight/internal/kit/wording"
)

// Wording puts the operator's words for a performer into the context: they are asked for
// when a text is written, which on a socket may be hours later.
func Wording(words wording.Words) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(wording.With(r.Context(), words)))
		})
	}
}
