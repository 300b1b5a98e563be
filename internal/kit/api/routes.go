package api

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"limelight/internal/kit/fault"
)

// File is one file of a multipart form.
type File = huma.FormFile

// Form is a multipart form whose fields are those of T, by their form tag.
type Form[T any] = huma.MultipartFormFiles[T]

// The limits of a request's body, in bytes: of a route that does not say otherwise, and
// of one that takes long texts. A body is held in memory, by strangers on as many
// connections as they open.
const (
	jsonBody  = 64 << 10
	longBody  = 1 << 20
	maxValues = 5_000 // of one body: each that is refused is a mistake in memory
)

// Option changes one route.
type Option func(*huma.Operation)

// MaxBody sets the largest body a route takes, in bytes; a larger one is
// answered with 413.
func MaxBody(bytes int64) Option { return func(op *huma.Operation) { op.MaxBodyBytes = bytes } }

// LongTexts is MaxBody for a route whose texts may be long, such as a page's.
func LongTexts() Option { return MaxBody(longBody) }

// Summary says in the document what a route does.
func Summary(text string) Option { return func(op *huma.Operation) { op.Summary = text } }

// Acting marks a Get that changes something all the same. Whoever stands before the
// router asks Acts, and treats it as the command it is.
func Acting() Option { return func(op *huma.Operation) { op.Metadata[actingKey] = true } }

const actingKey = "acting"

// Note gives the calls of a route something that their Witness reads.
func Note(note any) Option { return func(op *huma.Operation) { op.Metadata[noteKey] = note } }

const noteKey = "note"

// Handler is what a domain writes: input to output.
type Handler[I, O any] func(ctx context.Context, in *I) (O, error)

// answer is a handler's output on the wire. Its body has a name of its own: huma
// takes nameless bodies of two types that are called alike for one another.
type answer[O any] struct{ Body reply[O] }

type reply[O any] struct {
	Data O `json:"data"`
}

// Get registers a call that changes nothing, unless it is Acting.
func Get[I, O any](r *Router, path, name string, h Handler[I, O], guard Guard, options ...Option) {
	register(r, http.MethodGet, path, name, h, guard, options)
}

// Post registers a command.
func Post[I, O any](r *Router, path, name string, h Handler[I, O], guard Guard, options ...Option) {
	register(r, http.MethodPost, path, name, h, guard, options)
}

// Put registers a replacement of what exists.
func Put[I, O any](r *Router, path, name string, h Handler[I, O], guard Guard, options ...Option) {
	register(r, http.MethodPut, path, name, h, guard, options)
}

// Delete registers a removal.
func Delete[I, O any](r *Router, path, name string, h Handler[I, O], guard Guard, options ...Option) {
	register(r, http.MethodDelete, path, name, h, guard, options)
}

// Raw registers a handler that streams; it is absent from the document. Files
// are the only use. An error before the first byte is answered like any other.
func Raw(r *Router, method, path, name string, h func(http.ResponseWriter, *http.Request) error, guard Guard, options ...Option) {
	route := r.add(method, path, name, guard)
	op := huma.Operation{Metadata: map[string]any{}}
	for _, change := range options {
		change(&op)
	}
	route.Note = op.Metadata[noteKey]
	r.routes[len(r.routes)-1] = route
	r.mux.HandleFunc(method+" "+Prefix+path, func(w http.ResponseWriter, req *http.Request) {
		if err := guard.Check(req.Context()); err != nil {
			r.refuse(w, req, err)
			return
		}
		seen := &witnessed{
			ResponseWriter: w, tell: func() error { return r.tell(req.Context(), route, req) },
			failed: func(err error) {
				w.Header().Del("Content-Disposition")
				r.refuse(w, req, err)
			},
		}
		err := h(seen, req)
		switch {
		case seen.refused:
		case err != nil:
			r.refuse(w, req, err)
		default:
			seen.begin(http.StatusOK) // an answer without a body
		}
	})
}

func register[I, O any](r *Router, method, path, name string, h Handler[I, O], guard Guard, options []Option) {
	route := r.add(method, path, name, guard)
	_, route.Files = reflect.TypeFor[I]().FieldByName("RawBody")
	refuseHidden(name, reflect.TypeFor[I]())
	op := huma.Operation{
		OperationID: name, Method: method, Path: path,
		MaxBodyBytes: jsonBody, BodyReadTimeout: bodyTime, DefaultStatus: http.StatusOK,
		Errors:   []int{http.StatusUnprocessableEntity},
		Metadata: map[string]any{schemasKey: r.huma.OpenAPI().Components.Schemas},
	}
	r.place(&op, guard)
	for _, change := range options {
		change(&op)
	}
	route.Note = op.Metadata[noteKey]
	r.routes[len(r.routes)-1] = route
	if op.Metadata[actingKey] != nil {
		r.acting[method+" "+Prefix+path] = true
	}
	op.Middlewares = huma.Middlewares{r.admit(route, op.MaxBodyBytes)}
	huma.Register(r.huma, op, func(ctx context.Context, in *I) (*answer[O], error) {
		out, err := h(ctx, in)
		if err == nil {
			err = r.tellOfCall(ctx, route)
		}
		if err != nil {
			return nil, r.explain(ctx, name, err)
		}
		return &answer[O]{reply[O]{out}}, nil
	})
}

func (r *Router) add(method, path, name string, guard Guard) Route {
	if guard.Name == "" {
		panic("api: the guard of " + name + " has no name")
	}
	route := Route{Method: method, Path: Prefix + path, Name: name, Public: guard.public(), Guard: guard}
	r.routes = append(r.routes, route)
	return route
}

// admit asks the guards before a byte of the body is read, and bounds the body.
func (r *Router) admit(route Route, limit int64) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		req, w := humago.Unwrap(ctx)
		if err := route.Guard.Check(ctx.Context()); err != nil {
			r.refuse(w, req, err)
			return
		}
		maxBytes := limit
		if route.Files && r.uploads != nil && req.ContentLength <= maxBytes {
			bound, done, err := r.uploads(ctx.Context(), Incoming{route.Name, req.ContentLength, limit})
			if err != nil {
				r.refuse(w, req, err)
				return
			}
			defer done()
			if bound > 0 {
				maxBytes = min(maxBytes, bound)
			}
		}
		if req.ContentLength > maxBytes {
			r.refuse(w, req, errTooLarge.With("limit", maxBytes))
			return
		}
		req.Body = http.MaxBytesReader(w, req.Body, maxBytes)
		if route.Files {
			req.Body = steady(w, req.Body)
		}
		next(ctx)
		if form := req.MultipartForm; form != nil { // ours is a copy of the server's request: it would not sweep these
			if err := form.RemoveAll(); err != nil {
				r.log.Warn("remove the temporary files of an upload", "error", err)
			}
		}
	}
}

func (r *Router) refuse(w http.ResponseWriter, req *http.Request, err error) {
	refusal := r.explain(req.Context(), req.Method+" "+req.URL.Path, err)
	WriteFault(w, req, refusal)
}

// explain keeps faults, which are for the person, and logs everything else,
// which is for us.
func (r *Router) explain(ctx context.Context, where string, err error) error {
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Kind != fault.Internal {
		setRetry(ctx, f)
		return &failure{of: f.In(ctx)}
	}
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return &failure{of: errTooLarge.With("limit", tooLarge.Limit).In(ctx)}
	}
	level := slog.LevelError
	if errors.Is(err, context.Canceled) {
		level = slog.LevelDebug // the client went away
	}
	r.log.Log(ctx, level, "request failed", "call", where, "error", err)
	f := told(err).In(ctx)
	setRetry(ctx, f)
	return &failure{of: f}
}

// FileOf is bytes in the shape of an uploaded file.
func FileOf(name string, content []byte) File {
	return File{File: memory{bytes.NewReader(content)}, IsSet: true, Size: int64(len(content)), Filename: name}
}

// memory is a file that needs no closing.
type memory struct{ *bytes.Reader }

func (memory) Close() error { return nil }
