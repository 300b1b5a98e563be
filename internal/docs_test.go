package internal_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// What the documentation claims is compared with what it is about, so that it
// cannot rot in silence.

// tableRow finds `package` | pin in a row of docs/dependencies.md.
var tableRow = regexp.MustCompile("(?m)^\\|[^|]*\\| `([^`]+)` \\| ([^ |]+) \\|")

// TestDependenciesAreListed wants every direct dependency in
// docs/dependencies.md with the pin that is built.
func TestDependenciesAreListed(t *testing.T) {
	listed := map[string]string{}
	for _, row := range tableRow.FindAllStringSubmatch(read(t, "docs/dependencies.md"), -1) {
		listed[row[1]] = row[2]
	}
	built := goDependencies(t)
	for name, pin := range webDependencies(t) {
		built[name] = pin
	}
	for name, pin := range built {
		switch said, ok := listed[name]; {
		case !ok:
			t.Errorf("docs/dependencies.md lacks %s %s: say what it is for", name, pin)
		case said != pin:
			t.Errorf("docs/dependencies.md has %s at %s, but %s is built", name, said, pin)
		}
	}
	for name := range listed {
		if built[name] == "" {
			t.Errorf("docs/dependencies.md lists %s, which is no direct dependency", name)
		}
	}
}

// goDependencies are the direct requirements of go.mod.
func goDependencies(t *testing.T) map[string]string {
	t.Helper()
	requirement := regexp.MustCompile(`(?m)^(?:require )?\s*([^\s/]+\.[^\s/]+/\S+) (v\S+)$`)
	direct := map[string]string{}
	for _, m := range requirement.FindAllStringSubmatch(read(t, "go.mod"), -1) {
		direct[m[1]] = m[2]
	}
	if len(direct) == 0 {
		t.Fatal("go.mod was not understood")
	}
	return direct
}

func webDependencies(t *testing.T) map[string]string {
	t.Helper()
	var manifest struct{ Dependencies, DevDependencies map[string]string }
	if err := json.Unmarshal([]byte(read(t, "web/package.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	for name, pin := range manifest.DevDependencies {
		manifest.Dependencies[name] = pin
	}
	return manifest.Dependencies
}

// TestFlagsAreDocumented wants every flag of `limelight serve` in
// docs/operate.md, with its variable and its default.
func TestFlagsAreDocumented(t *testing.T) {
	page := read(t, "docs/operate.md")
	for _, f := range configFields(t) {
		tag := reflect.StructTag(f.tag)
		if tag.Get("kong") == "-" {
			continue // no flag
		}
		name := tag.Get("name")
		if name == "" {
			name = strings.ToLower(f.name)
		}
		variable := "LIMELIGHT_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
		row := "| `--" + name + "` | `" + variable + "` | "
		if value := tag.Get("default"); value != "" {
			row += "`" + value + "` |"
		}
		if !strings.Contains(page, row) {
			t.Errorf("docs/operate.md lacks the row %q", row)
		}
	}
}

type configField struct{ name, tag string }

// configFields reads the struct app.Config without building the program.
func configFields(t *testing.T) (fields []configField) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "app/config.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || spec.Name.Name != "Config" {
			return true
		}
		for _, f := range spec.Type.(*ast.StructType).Fields.List {
			tag, err := strconv.Unquote(f.Tag.Value)
			if err != nil {
				t.Fatal(err)
			}
			fields = append(fields, configField{f.Names[0].Name, tag})
		}
		return false
	})
	if len(fields) == 0 {
		t.Fatal("app.Config was not found")
	}
	return fields
}

// TestSocketEventsAreDocumented wants every event that the sockets send in the
// table of docs/api.md.
func TestSocketEventsAreDocumented(t *testing.T) {
	var document struct {
		Events map[string]any `json:"x-socket-events"`
	}
	if err := json.Unmarshal([]byte(read(t, "internal/app/openapi.json")), &document); err != nil {
		t.Fatal(err)
	}
	page := read(t, "docs/api.md")
	for name := range document.Events {
		if !strings.Contains(page, "| `"+name+"`") {
			t.Errorf("docs/api.md lacks the event %s", name)
		}
	}
	if len(document.Events) == 0 {
		t.Error("the API's document names no events")
	}
}

// What a page may name: a file or folder in backticks, and a link; pictures are
// looked at by people.
var (
	namedFile = regexp.MustCompile("`((?:bench|cmd|demo|docs|e2e|internal|migrations|scripts|web)/[A-Za-z0-9_./-]+)`")
	linked    = regexp.MustCompile(`(?:^|[^!])\[[^\]]*\]\(([^)#:\s]+)(?:#[^)]*)?\)`)
)

// TestDocsNameWhatExists follows every file name and link in the documentation.
func TestDocsNameWhatExists(t *testing.T) {
	for _, page := range pages(t) {
		text := read(t, page)
		for _, m := range namedFile.FindAllStringSubmatch(text, -1) {
			exists(t, page, filepath.Join("..", m[1]), m[1])
		}
		for _, m := range linked.FindAllStringSubmatch(text, -1) {
			exists(t, page, filepath.Join("..", filepath.Dir(page), m[1]), m[1])
		}
	}
}

func exists(t *testing.T, page, place, name string) {
	t.Helper()
	if _, err := os.Stat(place); err != nil {
		t.Errorf("%s names %s, which is not there", page, name)
	}
}

// pages are the documentation's files, from the root of the project.
func pages(t *testing.T) []string {
	t.Helper()
	list := []string{"README.md", "CONTRIBUTING.md", "GLOSSARY.md"}
	err := filepath.WalkDir("../docs", func(place string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(place, ".md") {
			list = append(list, strings.TrimPrefix(place, "../"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
