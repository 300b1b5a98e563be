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

// OpenAPI is the document of all routes, as indented JSON that ends with a
// newline, so that a change of the API reads well in a review.
func (r *Router) OpenAPI() ([]byte, error) {
	text, err := r.huma.OpenAPI().MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("write the API document: %w", err)
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("write the API document: %w", err)
	}
	text, err = json.MarshalIndent(closed(document), "", "  ")
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

// builtDocument is the document as it is served. Building it takes a tenth of a
// second, so that happens once, when it is first asked for.
type builtDocument struct {
	once          sync.Once
	plain, packed []byte
	tag           string
	err           error
}

func (d *builtDocument) build(r *Router) {
	if d.plain, d.err = r.OpenAPI(); d.err != nil {
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

func (r *Router) document(w http.ResponseWriter, req *http.Request) {
	d := &r.built
	d.once.Do(func() { d.build(r) })
	if d.err != nil {
		r.refuse(w, req, d.err)
		return
	}
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
<p>The full contract is the <a href="{{.Prefix}}/openapi.json">OpenAPI document</a>. The last column says who may make a call.</p>
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
