package internal_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var keepTexts = flag.Bool("texts", false, "write the program's texts into locales/*/server.json: the new ones empty, without the unused")

// textAt says which argument of a call is a text that a person reads. A fault of the
// kind Internal is told as errInternal, and is for the log.
var textAt = map[string]int{
	"fault.New": 1, "fault.Field": 1, "fault.Of": 2, "lang.Say": 1, "lang.Mark": 0,
	"fault:New": 1, "fault:Of": 2, // within package fault
	"api:of": 1, "rails:refuse": 0,
	"lang:Mark": 0, "ledger.DeclareMemo": 0, "say": 0, // a lang.Teller is called say wherever it is
}

// ownTexts are calls whose text is somebody else's: place, and why.
var ownTexts = map[string]string{
	"kit/fault in":          "passes its own on",
	"kit/fault Field":       "passes its own on",
	"kit/api sentence":      "passes its own on",
	"payouts/rails refuse":  "passes its own on",
	"funds/gateway refusal": "says what the form has for it",
}

// texts are all that the program says to people, each with one of its places.
type texts struct {
	t      *testing.T
	consts map[string]string // by folder and name
	found  map[string]string
}

// TestServerTexts holds every translation to what the program says: nothing is
// missing, unused or empty, and no argument gets lost (docs/translating.md).
func TestServerTexts(t *testing.T) {
	said := textsOf(t)
	if len(said) < 400 {
		t.Fatalf("found only %d texts: the test looks in the wrong place", len(said))
	}
	catalogues, err := filepath.Glob("../locales/*/server.json")
	if err != nil || len(catalogues) == 0 {
		t.Fatalf("no catalogues: %v", err)
	}
	for _, path := range catalogues {
		var have map[string]json.RawMessage
		written, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(written, &have)
		}
		if err != nil {
			t.Fatal(path, err)
		}
		if *keepTexts {
			writeTexts(t, path, said, have)
			continue
		}
		for text, place := range said {
			if why := flaw(text, have[text]); why != "" {
				t.Errorf("%s: %q (%s) %s", path[3:], text, place, why)
			}
		}
		for text := range have {
			if said[text] == "" {
				t.Errorf("%s: unused %q", path[3:], text)
			}
		}
	}
}

func writeTexts(t *testing.T, path string, said map[string]string, have map[string]json.RawMessage) {
	t.Helper()
	kept := map[string]json.RawMessage{}
	for text := range said {
		kept[text] = json.RawMessage(`""`)
		if old, ok := have[text]; ok {
			kept[text] = old
		}
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(kept); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// flaw is what is wrong with a translation of a text, a string or plural forms.
func flaw(text string, written json.RawMessage) string {
	var one string
	if json.Unmarshal(written, &one) == nil {
		return flawOf(text, one)
	}
	var forms map[string]any
	if json.Unmarshal(written, &forms) != nil {
		return "is missing"
	}
	for name, form := range forms {
		if form, ok := form.(string); ok && name != "plural" {
			if why := flawOf(text, form); why != "" {
				return name + ": " + why
			}
		}
	}
	if _, ok := forms["other"]; !ok {
		return "has no form other"
	}
	return ""
}

func flawOf(text, translation string) string {
	switch {
	case translation == "":
		return "is not translated"
	case !maps.Equal(argumentsOf(text), argumentsOf(translation)):
		return fmt.Sprintf("has other arguments in %q", translation)
	}
	return ""
}

var argument = regexp.MustCompile(`%(?:\[(\d+)\])?[-+#0]*[\d.]*([a-zA-Z])`)

// argumentsOf are the verbs of a format by their places. The operator's word may be left
// out: another language may do better without.
func argumentsOf(format string) map[string]string {
	found, at := map[string]string{}, 0
	for _, m := range argument.FindAllStringSubmatch(strings.ReplaceAll(format, "%%", ""), -1) {
		at++
		if m[1] != "" {
			at, _ = strconv.Atoi(m[1])
		}
		found[strconv.Itoa(at)] = m[2]
	}
	return found
}

func textsOf(t *testing.T) map[string]string {
	t.Helper()
	c := texts{t, map[string]string{}, map[string]string{}}
	files := map[string]*ast.File{}
	sources(t, ".", ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "testkit") {
			return
		}
		file := parsed(t, path)
		files[path] = file
		c.readConsts(filepath.Dir(path), file)
	})
	for _, path := range slices.Sorted(maps.Keys(files)) {
		for _, decl := range files[path].Decls {
			name := ""
			if f, ok := decl.(*ast.FuncDecl); ok {
				name = f.Name.Name
			}
			c.readDecl(filepath.Dir(path), path, name, decl)
		}
	}
	return c.found
}

func (c *texts) readConsts(folder string, file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			for i, name := range spec.Names {
				if i < len(spec.Values) {
					if text, ok := c.textOf(folder, spec.Values[i]); ok {
						c.consts[folder+" "+name.Name] = text
					}
				}
			}
		}
		return true
	})
}

func (c *texts) readDecl(folder, path, function string, decl ast.Decl) {
	take := func(e ast.Expr) {
		text, ok := c.textOf(folder, e)
		switch {
		case ok && text != "":
			c.found[text] = path
		case !ok && ownTexts[folder+" "+function] == "":
			c.t.Errorf("%s: %s says what is no plain text; give the parts as arguments", path, function)
		}
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if called(folder, n.Fun) == "ledger.Written" && hasLiteral(n) {
				c.t.Errorf("%s: %s writes a memo in the program's own words: ledger.DeclareMemo is for these", path, function)
			}
			if at, ok := textAt[called(folder, n.Fun)]; ok && at < len(n.Args) && (folder == "kit/api" || !isInternal(n.Args[0])) {
				if called(folder, n.Fun) == "say" && passesOn(n.Args[at]) {
					return true
				}
				take(n.Args[at])
			}
		case *ast.CompositeLit:
			names := []string{"One", "Many"} // of a kind of transfer
			if folder == "settings" || strings.HasPrefix(folder, "funds/adapters/") {
				names = append(names, "Label", "Help", "Shape")
			}
			for _, name := range names {
				if value := valueOf(n, name); value != nil {
					c.takeKnown(folder, path, value)
				}
			}
			if isProblem(n.Type) {
				for _, e := range n.Elts {
					if field, ok := e.(*ast.KeyValueExpr); ok && field.Key.(*ast.Ident).Name == "Text" {
						c.takeKnown(folder, path, field.Value)
					}
				}
			}
		}
		return true
	})
}

func hasLiteral(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		found = found || ok && literal.Kind == token.STRING
		return !found
	})
	return found
}

// takeKnown takes the text of a problem that was not made by Of: a constant, for what
// is computed came from somewhere else.
func (c *texts) takeKnown(folder, path string, e ast.Expr) {
	if text, ok := c.textOf(folder, e); ok && text != "" {
		c.found[text] = path
	}
}

// passesOn reports whether what is said was marked where it stands: it comes out of a table,
// or from a function.
func passesOn(e ast.Expr) bool {
	switch e.(type) {
	case *ast.IndexExpr, *ast.CallExpr, *ast.Ident, *ast.SelectorExpr:
		return true
	}
	return false
}

// valueOf is the value of a field of a literal, nil where it is not given.
func valueOf(literal *ast.CompositeLit, field string) ast.Expr {
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			if name, ok := pair.Key.(*ast.Ident); ok && name.Name == field {
				return pair.Value
			}
		}
	}
	return nil
}

func called(folder string, fun ast.Expr) string {
	switch fun := fun.(type) {
	case *ast.SelectorExpr:
		if fun.Sel.Name == "say" {
			return fun.Sel.Name
		}
		if of, ok := fun.X.(*ast.Ident); ok {
			return of.Name + "." + fun.Sel.Name
		}
	case *ast.Ident:
		if fun.Name == "say" {
			return fun.Name
		}
		return filepath.Base(folder) + ":" + fun.Name
	}
	return ""
}

func isInternal(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Internal"
}

func isProblem(e ast.Expr) bool {
	if s, ok := e.(*ast.SelectorExpr); ok {
		return s.Sel.Name == "Problem"
	}
	i, ok := e.(*ast.Ident)
	return ok && i.Name == "Problem"
}

// textOf is a text that stands in the source: in quotes, put together from such, or a
// constant of this package or of fault.
func (c *texts) textOf(folder string, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := c.textOf(folder, e.X)
		right, also := c.textOf(folder, e.Y)
		return left + right, ok && also && e.Op == token.ADD
	case *ast.ParenExpr:
		return c.textOf(folder, e.X)
	case *ast.Ident:
		text, ok := c.consts[folder+" "+e.Name]
		return text, ok
	case *ast.SelectorExpr:
		text, ok := c.consts["kit/fault "+e.Sel.Name]
		return text, ok
	}
	return "", false
}
