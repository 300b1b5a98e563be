package api

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
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

func (r *Router) document(w http.ResponseWriter, req *http.Request) {
	text, err := r.OpenAPI()
	if err != nil {
		r.refuse(w, req, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if _, err := w.Write(text); err != nil {
		r.log.Debug("write the API document", "error", err)
	}
}

var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{{.Title}} API</title></head>
<body><main><h1>{{.Title}} API</h1>
<p>The full contract is the <a href="{{.Prefix}}/openapi.json">OpenAPI document</a>. Calls marked public need no session.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Name</th><th>Who</th></tr></thead><tbody>
{{range .Routes}}<tr><td>{{.Method}}</td><td><code>{{.Path}}</code></td><td>{{.Name}}</td><td>{{if .Public}}public{{else}}signed in{{end}}</td></tr>
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
