package api

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// Call is a call that was carried out.
type Call struct {
	Route
	Values []string // what the path names, in its order
	Query  url.Values
}

// First is the first thing that the path names, or nothing.
func (c Call) First() string {
	if len(c.Values) == 0 {
		return ""
	}
	return c.Values[0]
}

// Witness hears of every call that was carried out, before the first byte of its
// answer is sent. Its error is the answer instead: what cannot be put on record
// is not shown.
type Witness func(ctx context.Context, c Call) error

// Witnessed makes w hear of the router's calls. It is set before the first call.
func (r *Router) Witnessed(w Witness) { r.witness = w }

// tell tells the witness of a call.
func (r *Router) tell(ctx context.Context, route Route, req *http.Request) error {
	if r.witness == nil {
		return nil
	}
	return r.witness(ctx, Call{Route: route, Values: valuesOf(route.Path, req.URL.Path), Query: req.URL.Query()})
}

// tellOfCall is tell for a handler that does not see its request.
func (r *Router) tellOfCall(ctx context.Context, route Route) error {
	x, ok := current(ctx)
	if !ok {
		return nil
	}
	return r.tell(ctx, route, x.r)
}

// valuesOf are the named parts of a path.
func valuesOf(pattern, path string) (values []string) {
	parts := strings.Split(path, "/")
	for i, name := range strings.Split(pattern, "/") {
		if strings.HasPrefix(name, "{") && i < len(parts) {
			values = append(values, parts[i])
		}
	}
	return values
}

// witnessed is the answer of a handler that streams: its first byte waits for the
// witness, whose error takes the answer's place.
type witnessed struct {
	http.ResponseWriter
	tell    func() error
	failed  func(error)
	begun   bool
	refused bool
}

func (w *witnessed) WriteHeader(status int) {
	w.begin(status)
	if !w.refused {
		w.ResponseWriter.WriteHeader(status)
	}
}

func (w *witnessed) Write(b []byte) (int, error) {
	w.begin(http.StatusOK)
	if w.refused {
		return 0, http.ErrAbortHandler
	}
	return w.ResponseWriter.Write(b)
}

func (w *witnessed) begin(status int) {
	if w.begun {
		return
	}
	w.begun = true
	if status >= http.StatusBadRequest {
		return
	}
	if err := w.tell(); err != nil {
		w.refused = true
		w.failed(err)
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *witnessed) Unwrap() http.ResponseWriter { return w.ResponseWriter }
