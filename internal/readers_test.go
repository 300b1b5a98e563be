package internal_test

import (
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

// waiting are the settings that nothing reads yet, by what they wait for. Their help
// says so to the operator.
var waiting = map[string]string{}

// TestSettingsHaveReaders refuses a setting that the back office offers and nothing
// reads: a switch that switches nothing.
func TestSettingsHaveReaders(t *testing.T) {
	registry := read(t, "internal/settings/registry.go") + read(t, "internal/settings/registry_rules.go")
	inGo, inWeb := goReads(t), webReads(t)
	declared := 0
	for field, key := range settingFields(t) {
		if !strings.Contains(registry, "{Key: "+strconv.Quote(key)) && !strings.Contains(registry, "("+strconv.Quote(key)) {
			continue // a second name, or nobody can change it
		}
		declared++
		reads := inGo[field] || inWeb[key]
		switch reason := waiting[key]; {
		case reason == "" && !reads:
			t.Errorf("nothing reads the setting %s", key)
		case reason != "" && reads:
			t.Errorf("the setting %s is read: it waits for %s no longer", key, reason)
		case reason != "" && !strings.Contains(registry, "Waits for "+reason):
			t.Errorf("the help of %s does not say that it waits for %s", key, reason)
		}
	}
	if declared < 70 {
		t.Errorf("only %d settings were found", declared)
	}
}

// settingFields are the fields of settings.Public and settings.Private, with their keys.
func settingFields(t *testing.T) map[string]string {
	t.Helper()
	fields := map[string]string{}
	ast.Inspect(parsed(t, "settings/values.go"), func(n ast.Node) bool {
		spec, isType := n.(*ast.TypeSpec)
		if !isType || spec.Name.Name != "Public" && spec.Name.Name != "Private" {
			return true
		}
		for _, f := range spec.Type.(*ast.StructType).Fields.List {
			tag, err := strconv.Unquote(f.Tag.Value)
			if err != nil {
				t.Fatal(err)
			}
			fields[f.Names[0].Name] = reflect.StructTag(tag).Get("json")
		}
		return false
	})
	return fields
}

func parsed(t *testing.T, path string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// goReads are the fields that Go code takes from the settings: from Get() or Public(),
// or from what was given as settings.Current or settings.Public.
func goReads(t *testing.T) map[string]bool {
	t.Helper()
	reads := map[string]bool{}
	sources(t, ".", ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		if strings.HasPrefix(path, "settings"+string(filepath.Separator)) {
			return
		}
		for _, d := range parsed(t, path).Decls {
			f, isFunc := d.(*ast.FuncDecl)
			if isFunc && f.Body != nil {
				readsOf(f, reads)
			}
		}
	})
	return reads
}

func readsOf(f *ast.FuncDecl, reads map[string]bool) {
	held := map[string]bool{} // the names that hold settings in this function
	given := f.Type.Params.List
	if f.Recv != nil {
		given = append(given, f.Recv.List...)
	}
	for _, p := range given {
		kind := ""
		switch typ := p.Type.(type) {
		case *ast.SelectorExpr:
			if pkg, isName := typ.X.(*ast.Ident); isName {
				kind = pkg.Name + "." + typ.Sel.Name
			}
		case *ast.Ident:
			kind = "settings." + typ.Name
		}
		for _, name := range p.Names {
			held[name.Name] = kind == "settings.Current" || kind == "settings.Public"
		}
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, right := range n.Rhs {
				if name, isName := n.Lhs[i].(*ast.Ident); isName && asksSettings(right) {
					held[name.Name] = true
				}
			}
		case *ast.SelectorExpr:
			name, isName := n.X.(*ast.Ident)
			if asksSettings(n.X) || isName && held[name.Name] {
				reads[n.Sel.Name] = true
			}
		}
		return true
	})
}

// asksSettings reports settings.Get(), settings.In() or settings.Public(), of whatever holds them.
func asksSettings(e ast.Expr) bool {
	call, isCall := e.(*ast.CallExpr)
	if !isCall {
		return false
	}
	verb, isVerb := call.Fun.(*ast.SelectorExpr)
	if isVerb && verb.Sel.Name == "Settings" {
		return true // of a source of pages
	}
	if !isVerb || verb.Sel.Name != "Get" && verb.Sel.Name != "In" && verb.Sel.Name != "Public" {
		return false
	}
	switch of := verb.X.(type) {
	case *ast.Ident:
		return of.Name == "settings"
	case *ast.SelectorExpr:
		return strings.EqualFold(of.Sel.Name, "settings")
	}
	return false
}

// What the web app takes from the settings: const { a, b } = useSettings(), a
// parameter { a, b }: PublicSettings, or settings.a.
var (
	taken  = regexp.MustCompile(`\{([^{}]*)\}(?:\s*=\s*useSettings\(\)|:\s*(?:Pick<)?PublicSettings\b)`)
	named  = regexp.MustCompile(`\b(?:[sS]ettings|useSettings\(\))\??\.([A-Za-z0-9]+)`)
	oneKey = regexp.MustCompile(`(?:^|,)\s*([A-Za-z0-9]+)`)
)

func webReads(t *testing.T) map[string]bool {
	t.Helper()
	reads := map[string]bool{}
	look := func(path string) {
		if strings.Contains(path, ".test.") || strings.HasSuffix(path, ".gen.ts") || strings.Contains(path, "/testing/") {
			return
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range taken.FindAllStringSubmatch(string(text), -1) {
			for _, key := range oneKey.FindAllStringSubmatch(m[1], -1) {
				reads[key[1]] = true
			}
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			reads[m[1]] = true
		}
	}
	sources(t, "../web/src", ".ts", look)
	sources(t, "../web/src", ".tsx", look)
	return reads
}

// sources visits the files below a folder whose names end so.
func sources(t *testing.T, root, ending string, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ending {
			visit(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
