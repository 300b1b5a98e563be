package api

import (
	"context"
	"net/http"

	"limelight/internal/kit/fault"
)

type exchangeKey struct{}

// exchange is the request under way and the headers of its answer. Handlers
// see neither; the functions below give them the few things they may need.
type exchange struct {
	w http.ResponseWriter
	r *http.Request
}

func exchanged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), exchangeKey{}, exchange{w, r})
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func current(ctx context.Context) (exchange, bool) {
	x, ok := ctx.Value(exchangeKey{}).(exchange)
	return x, ok
}

// SetCookie adds a cookie to the answer.
func SetCookie(ctx context.Context, c *http.Cookie) {
	if x, ok := current(ctx); ok {
		http.SetCookie(x.w, c)
	}
}

// Cookie is the value of a cookie that the caller sent; empty when not given, or
// longer than any of ours.
func Cookie(ctx context.Context, name string) string {
	x, ok := current(ctx)
	if !ok {
		return ""
	}
	c, err := x.r.Cookie(name)
	if err != nil || len(c.Value) > 200 {
		return ""
	}
	return c.Value
}

// UserAgent is what the client calls itself, cut to 200 bytes.
func UserAgent(ctx context.Context) string {
	if x, ok := current(ctx); ok {
		agent := x.r.UserAgent()
		return agent[:min(len(agent), 200)]
	}
	return ""
}

func setRetry(ctx context.Context, f *fault.Fault) {
	if x, ok := current(ctx); ok && f.RetryAfter > 0 {
		x.w.Header().Set("Retry-After", retrySeconds(f))
	}
}

type addressKey struct{}

// WithAddress puts the client's address, as app's trusted proxies give it, into
// the context.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// Address is the client's address; empty in a call that came over no network.
func Address(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(string)
	return address
}

type originKey struct{}

// WithOrigin puts the site's own address, such as https://example.com, into the
// context.
func WithOrigin(ctx context.Context, origin string) context.Context {
	return context.WithValue(ctx, originKey{}, origin)
}

// Origin is the site's own address, for answers that must name it.
func Origin(ctx context.Context) string {
	origin, _ := ctx.Value(originKey{}).(string)
	return origin
}
