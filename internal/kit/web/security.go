package web

import (
	"net/http"

	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
)

var errCrossSite = fault.New(fault.Forbidden, "Forbidden in the action!").Coded("cross_site")

// noContent is the policy of an answer that is no page: noContent in it may run, load
// or be framed. Pages and files bring their own.
const noContent = "default-src 'none'; frame-ancestors 'none'"

// permissions are what a page may ask a person for: this site's own pages their
// camera, microphone and screen, and nobody anything else. A feature that a browser does
// not know is an error on the console of every page: bluetooth is one.
const permissions = "camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=()"

// SecurityHeaders puts the headers on every answer that keep a browser from guessing (trust.md, Headers).
func SecurityHeaders(https bool) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("X-Frame-Options", "DENY")
			h.Set("Permissions-Policy", permissions)
			h.Set("Content-Security-Policy", noContent)
			if https {
				h.Set("Strict-Transport-Security", "max-age=63072000")
			}
			next.ServeHTTP(w, r)
		})
	}
}

// CSRF refuses state-changing requests that another site's page sends with our
// cookies (trust.md, Sessions 9). A call with its own Authorization carries no
// cookie's power and passes; what exempt says has no session, such as a payment vendor's
// notification. acts says which GETs change something: those are for pages of ours only,
// so that neither another site's picture nor a link in a letter spends what a member has.
func CSRF(origin string, acts, exempt func(*http.Request) bool) Middleware {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		api.WriteFault(w, r, errCrossSite)
	}))
	if err := protection.AddTrustedOrigin(origin); err != nil {
		panic("web: the origin was validated: " + err.Error())
	}
	return func(next http.Handler) http.Handler {
		guarded := protection.Handler(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "" || exempt(r) {
				next.ServeHTTP(w, r)
				return
			}
			if acts(r) {
				asked := r.WithContext(r.Context())
				asked.Method = http.MethodPost // as the command that it is
				if r.Header.Get("Sec-Fetch-Site") == "none" || protection.Check(asked) != nil {
					api.WriteFault(w, r, errCrossSite)
					return
				}
			}
			guarded.ServeHTTP(w, r)
		})
	}
}
