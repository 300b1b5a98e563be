package exports

import (
	"html/template"

	"limelight/internal/kit/personal"
)

// page is index.html: what people read. It needs nothing from elsewhere and runs no script.
type page struct {
	Language, Title, Made, Hint string
	Parts                       []chapter
}

// chapter is a domain.
type chapter struct {
	Title, File string
	Tables      []table
}

// table is the rows of one view.
type table struct {
	Name, Owner string
	Fields      []personal.Field
	Rows        [][]string
	More        int // that stand in the file alone
}

var sheetTemplate = template.Must(template.New("index.html").Parse(`<!doctype html>
<html lang="{{.Language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.75rem; line-height: 1.2; } h2 { margin-top: 2.5rem; } h3 { font-size: 1rem; font-weight: 600; }
p { max-width: 44rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { text-align: start; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere; min-width: 5rem; max-width: 28rem; }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
<p>{{.Made}} {{.Hint}}</p>
{{range .Parts}}<h2>{{.Title}}</h2>
{{$file := .File}}{{range .Tables}}<h3>{{.Name}} ({{.Owner}})</h3>
<div><table><thead><tr>{{range .Fields}}<th>{{.Name}}</th>{{end}}</tr></thead>
<tbody>{{range .Rows}}<tr>{{range .}}<td>{{.}}</td>{{end}}</tr>
{{end}}</tbody></table></div>
{{if .More}}<p>+ {{.More}}: <code>{{$file}}</code></p>
{{end}}{{end}}{{end}}</body>
</html>
`))
