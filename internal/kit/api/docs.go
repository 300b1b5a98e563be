package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"
)

// OpenAPI is the document of all routes, in OpenAPI 3.1.
func (r *Router) OpenAPI() ([]byte, error) {
	text, err := r.huma.OpenAPI().MarshalJSON()
	return written(text, err, closed)
}

// OpenAPI30 is the same in OpenAPI 3.0, for generators of clients that know no other.
func (r *Router) OpenAPI30() ([]byte, error) {
	text, err := r.huma.OpenAPI().Downgrade()
	return written(text, err, closed, wrapped)
}

// written is a document, rewritten by the functions, as indented JSON that ends with a
// newline, so that a change of the API reads well in a review.
func written(text []byte, err error, rewrite ...func(part any) any) ([]byte, error) {
	if err != nil {
		return nil, fmt.Errorf("write the API document: %w", err)
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("write the API document: %w", err)
	}
	for _, change := range rewrite {
		document = change(document)
	}
	text, err = json.MarshalIndent(document, "", "  ")
	return append(text, '\n'), err
}

// closed leaves out that unknown fields are ignored: true of every body, and in
// the generated types it would let any field pass.
func closed(part any) any {
	switch part := part.(type) {
	case map[string]any:
		if part["additionalProperties"] == true {
			delete(part, "additionalProperties")
		}
		for name, inner := range part {
			part[name] = closed(inner)
		}
	case []any:
		for i, inner := range part {
			part[i] = closed(inner)
		}
	}
	return part
}

// wrapped puts a reference that has neighbours, such as a description, into an allOf:
// OpenAPI 3.0 knows none beside a reference.
func wrapped(part any) any {
	switch part := part.(type) {
	case map[string]any:
		for name, inner := range part {
			part[name] = wrapped(inner)
		}
		if to, found := part["$ref"].(string); found && len(part) > 1 {
			delete(part, "$ref")
			part["allOf"] = []any{map[string]any{"$ref": to}}
		}
	case []any:
		for i, inner := range part {
			part[i] = wrapped(inner)
		}
	}
	return part
}

// builtDocument is the document as it is served. Building it takes a tenth of a
// second, so that happens once, when it is first asked for.
type builtDocument struct {
	once          sync.Once
	plain, packed []byte
	tag           string
	err           error
}

func (d *builtDocument) build(write func() ([]byte, error)) {
	if d.plain, d.err = write(); d.err != nil {
		return
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, d.err = z.Write(d.plain); d.err != nil {
		return
	}
	d.err = z.Close()
	d.packed = packed.Bytes()
	sum := sha256.Sum256(d.plain)
	d.tag = hex.EncodeToString(sum[:12])
}

// serve answers with the document that write makes.
func (r *Router) serve(write func() ([]byte, error)) http.HandlerFunc {
	var d builtDocument
	return func(w http.ResponseWriter, req *http.Request) {
		d.once.Do(func() { d.build(write) })
		if d.err != nil {
			r.refuse(w, req, d.err)
			return
		}
		d.answer(w, req)
	}
}

func (d *builtDocument) answer(w http.ResponseWriter, req *http.Request) {
	h, body, tag := w.Header(), d.plain, `"`+d.tag+`"`
	h.Set("Content-Type", "application/json")
	h.Add("Vary", "Accept-Encoding")
	if strings.Contains(req.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body, tag = d.packed, `"`+d.tag+`-gzip"`
	}
	h.Set("ETag", tag)
	http.ServeContent(w, req, "", time.Time{}, bytes.NewReader(body)) // knows If-None-Match
}

var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{{.Title}} API</title></head>
<body><main><h1>{{.Title}} API</h1>
<p>The full contract is the <a href="{{.Prefix}}/openapi.json">OpenAPI document</a>, which is there <a href="{{.Prefix}}/openapi-3.0.json">in OpenAPI 3.0</a>, too. The last column says who may make a call.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Name</th><th>Who</th></tr></thead><tbody>
{{range .Routes}}<tr><td>{{.Method}}</td><td><code>{{.Path}}</code></td><td>{{.Name}}</td><td>{{.Guard.Name}}</td></tr>
{{end}}</tbody></table></main></body></html>`))

// docs lists the calls for a person.
func (r *Router) docs(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	err := docsPage.Execute(w, map[string]any{
		"Title": r.huma.OpenAPI().Info.Title, "Prefix": Prefix, "Routes": r.routes,
	})
	if err != nil {
		r.log.Debug("write the API page", "error", err)
	}
}
