// Package api turns Go functions into the HTTP API. A handler is
// func(ctx, *Input) (Output, error); its types are the contract, from which the
// OpenAPI document and the web app's types are generated.
//
// Every answer is {"data": …} or {"statusCode", "message", "error"} (spec §8).
// Shape is checked here from struct tags, the caller by the route's guard, and
// rules by the domain behind the handler.
//
// Only this package knows huma.
package api

import (
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/kit/recovery"
)

// Prefix is where the API lives; pages are everything else.
const Prefix = "/api"

const schemaPrefix = "#/components/schemas/"

// Route is one line of the API's table of contents.
type Route struct {
	Method string
	Path   string // with the prefix
	Name   string
	Public bool
	Files  bool // it takes a form with files
	Guard  Guard
	Note   any // what its Witness goes by; nil: nothing was said
}

// Router collects the routes of all domains.
type Router struct {
	mux    *http.ServeMux
	huma   huma.API
	log    *slog.Logger
	routes []Route

	section string          // where the next routes stand in the document
	acting  map[string]bool // the patterns of routes that are Acting
	events  map[string]any  // what sockets send, by name

	witness Witness     // nil: nobody
	uploads UploadGuard // nil: as many as come
}

// NewRouter makes an empty API of a version, as its document names it.
func NewRouter(title, version string, log *slog.Logger) *Router {
	mux := http.NewServeMux()
	registry := huma.NewMapRegistry(schemaPrefix, schemaName)
	registry.RegisterTypeAlias(reflect.TypeFor[money.Tokens](), reflect.TypeFor[float64]())
	config := huma.DefaultConfig(title, version)
	config.Components.Schemas = registry
	config.Formats = bodies()
	config.OpenAPIPath = "" // document serves it, without huma's own details
	config.AllowAdditionalPropertiesByDefault = true
	config.DocsPath = ""
	config.SchemasPath = ""
	config.CreateHooks = nil
	events := map[string]any{}
	config.Extensions = map[string]any{"x-socket-events": events}
	config.Servers = []*huma.Server{{URL: Prefix}}
	r := &Router{mux: mux, log: log, huma: humago.NewWithPrefix(mux, Prefix, config), acting: map[string]bool{}, events: events}
	mux.HandleFunc(Prefix+"/", func(w http.ResponseWriter, req *http.Request) {
		WriteFault(w, req, fault.New(fault.NotFound, "This address does not exist."))
	})
	mux.HandleFunc("GET "+Prefix+"/docs", r.docs)
	mux.HandleFunc("GET "+Prefix+"/openapi.json", r.serve(r.OpenAPI))
	mux.HandleFunc("GET "+Prefix+"/openapi-3.0.json", r.serve(r.OpenAPI30))
	return r
}

// schemaName keeps the package in a schema's name, so that two domains may each
// have a Body: TipsSendBody, ShowSendBody, ListMessagesMessage.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Name() == "" {
		return huma.DefaultSchemaNamer(t, hint)
	}
	outer, inner, generic := generics(t.Name())
	if generic {
		return titled(outer) + plainName.Replace(inner)
	}
	return titledPath(t.PkgPath() + "." + outer)
}

// plainName leaves of the name of a map, map[string]interface {}, what may stand in one
// of a schema.
var plainName = strings.NewReplacer("interface {}", "Any", "[", "", "]", "", "*", "", " ", "")

// generics takes the name of a generic type apart, whose parts may be generic
// too: reply[a/b/api.List[a/b/tips.Tip]] is reply and ListTipsTip.
func generics(name string) (outer, inner string, found bool) {
	outer, rest, found := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	if !found {
		return name, "", false
	}
	if of, its, nested := generics(rest); nested {
		return outer, titledPath(of) + its, true
	}
	return outer, titledPath(rest), true
}

// titledPath turns a/b/tips.sendBody into TipsSendBody; kit types and those of
// the language keep their bare name.
func titledPath(path string) string {
	dot := strings.LastIndex(path, ".")
	if dot < 0 {
		return titled(path)
	}
	place, name := path[:dot], path[dot+1:]
	if !strings.Contains(place, "internal/") || strings.Contains(place, "/kit/") {
		return titled(name)
	}
	return titled(place[strings.LastIndex(place, "/")+1:]) + titled(name)
}

func titled(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// Routes lists what has been registered, in order.
func (r *Router) Routes() []Route { return r.routes }

// Pattern is the route that a request is led to, such as "GET /api/posts/{id}"; the
// prefix for an address that does not exist.
func (r *Router) Pattern(req *http.Request) string {
	_, pattern := r.mux.Handler(req)
	return pattern
}

// Acts reports whether a request is led to a route that is Acting.
func (r *Router) Acts(req *http.Request) bool { return r.acting[r.Pattern(req)] }

// Announce puts an event that sockets send into the document, beside the routes:
// the web app's types come from one place (x-socket-events).
func (r *Router) Announce(name string, payload reflect.Type) {
	r.events[name] = r.huma.OpenAPI().Components.Schemas.Schema(payload, true, name)
}

// Extend puts something into the document that clients are made from and that is no route;
// name begins with x-.
func (r *Router) Extend(name string, value any) { r.huma.OpenAPI().Extensions[name] = value }

// Handler serves the routes. Whoever calls it has put the caller into the
// request's context (account.Service.Authenticate).
func (r *Router) Handler() http.Handler { return r.recovered(exchanged(r.mux)) }

// recovered keeps a panic in one request from closing the connection without an
// answer, and makes it an error line that can be found.
func (r *Router) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			recovery.Report(r.log, "api.request", p, "method", req.Method, "path", req.URL.Path)
			WriteFault(w, req, errInternal)
		}()
		next.ServeHTTP(w, req)
	})
}

// List is one page of records and how many there are in all.
type List[T any] struct {
	Data  []T `json:"data"`
	Total int `json:"total"`
}

// ListOf is a page of records as the wire shows them.
func ListOf[R, V any](list []R, total int, view func(R) V) List[V] {
	page := List[V]{Data: make([]V, len(list)), Total: total}
	for i, one := range list {
		page.Data[i] = view(one)
	}
	return page
}

// Page is the part of a listing's input that every listing has (spec §9: pages
// of 25 from offset 0).
type Page struct {
	Offset int `query:"offset" minimum:"0" maximum:"10000000" doc:"how many records to pass over"`
	Limit  int `query:"limit" default:"25" minimum:"1" maximum:"100" doc:"how many records to return"`
}

// Cursor is the part of a listing's input by which a caller goes on after a record. However
// deep that is, it costs the same, and what is new meanwhile moves nothing.
type Cursor struct {
	After string `query:"after" maxLength:"64" doc:"go on after this record, as next of the page before says; offset does not count then"`
}

// CursorList is a page of records that can be gone on after its last one.
type CursorList[T any] struct {
	Data  []T    `json:"data"`
	Total *int   `json:"total,omitempty" doc:"how many there are in all; absent of a page that was asked for by after"`
	Next  string `json:"next,omitempty" doc:"what the next page is asked for after; absent when there is none"`
}

// Idempotent is the part of a command's input by which it happens once, however often it
// is sent (package idem). The key is not checked here: idem refuses an impossible one.
type Idempotent struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"one per intention, at most 200 printable ASCII characters, kept for 48 hours; the same key and body give the first answer again, the same key with another body is refused with 409"`
}

// Done answers a command that has nothing to tell but that it was done.
type Done struct {
	Success bool `json:"success"`
}

// OK is the answer of a command that was done.
var OK = Done{Success: true}

// bodyTime is how long a body may take to arrive.
const bodyTime = 60 * time.Second
