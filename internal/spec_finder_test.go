package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// testFinder finds the tests that docs/spec.md names: `internal/tips: TestSend`, with a case
// `internal/tips: TestHTTP/a member tips`, or `web/src/x.test.tsx: "title"`, with a line of its
// table `"title" / "a", 1`.
type testFinder struct {
	t        *testing.T
	packages map[string]map[string][]ast.Decl // by folder: the declarations of its tests by name
	files    map[string]string
}

func newTestFinder(t *testing.T) *testFinder {
	return &testFinder{t: t, packages: map[string]map[string][]ast.Decl{}, files: map[string]string{}}
}

var (
	goTest  = regexp.MustCompile(`^((?:internal|cmd|demo|scripts)[a-z0-9_/]*): (Test\w+)(?:/(.+))?$`)
	webTest = regexp.MustCompile(`^((?:web/src|e2e)/[\w./-]+\.(?:test\.tsx?|spec\.ts)): "(.+?)"(?: / (.+))?$`)
)

// problem says why a name names no test that runs; empty when it does.
func (f *testFinder) problem(name string) string {
	f.t.Helper()
	if m := goTest.FindStringSubmatch(name); m != nil {
		return f.goProblem(m[1], m[2], m[3])
	}
	if m := webTest.FindStringSubmatch(name); m != nil {
		source, read := f.files[m[1]]
		if !read {
			text, err := os.ReadFile(filepath.Join("..", m[1]))
			if err != nil {
				return "there is no such file"
			}
			source = string(text)
			f.files[m[1]] = source
		}
		return titleProblem(source, m[2], m[3])
	}
	return "this is no name of a test"
}

func (f *testFinder) goProblem(folder, name, part string) string {
	declared := f.declarations(folder)
	i := slices.IndexFunc(declared[name], func(d ast.Decl) bool { _, isFunc := d.(*ast.FuncDecl); return isFunc })
	if i == -1 {
		return "there is no such test"
	}
	for _, d := range declared[name] {
		if test, isFunc := d.(*ast.FuncDecl); isFunc && skipsItself(test) {
			return "it is skipped"
		}
	}
	if part != "" && !says(declared, name, part, map[string]bool{}) {
		return "it has no such case"
	}
	return ""
}

// declarations are what the tests of a folder declare. The same name may stand in the
// package and in the one that tests it from outside.
func (f *testFinder) declarations(folder string) map[string][]ast.Decl {
	f.t.Helper()
	if known := f.packages[folder]; known != nil {
		return known
	}
	declared := map[string][]ast.Decl{}
	f.packages[folder] = declared
	files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	if err != nil {
		f.t.Fatal(err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			for _, name := range namesOf(d) {
				declared[name] = append(declared[name], d)
			}
		}
	}
	return declared
}

func namesOf(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []string{d.Name.Name}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if values, isValues := spec.(*ast.ValueSpec); isValues {
				for _, n := range values.Names {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// skipsItself tells whether a test begins by skipping itself, whatever holds.
func skipsItself(f *ast.FuncDecl) bool {
	for _, s := range f.Body.List {
		call, isCall := s.(*ast.ExprStmt)
		if !isCall {
			continue
		}
		if c, isCall := call.X.(*ast.CallExpr); isCall {
			if chosen, isMethod := c.Fun.(*ast.SelectorExpr); isMethod && strings.HasPrefix(chosen.Sel.Name, "Skip") {
				return true
			}
		}
	}
	return false
}

// says tells whether a text stands in what has this name, or in what that names in turn.
func says(declared map[string][]ast.Decl, name, text string, seen map[string]bool) (found bool) {
	seen[name] = true
	for _, d := range declared[name] {
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				written, err := strconv.Unquote(n.Value)
				found = found || err == nil && n.Kind == token.STRING && written == text
			case *ast.Ident:
				if !strings.HasPrefix(n.Name, "Test") && declared[n.Name] != nil && !seen[n.Name] {
					found = found || says(declared, n.Name, text, seen)
				}
			}
			return !found
		})
	}
	return found
}

// testCall begins a test, or a table of tests, of the web app or of a story.
var testCall = regexp.MustCompile(`(?m)^[ \t]*(?:test|it)((?:\.\w+)*)\(`)

// neverRuns is what a test has that skips itself, whatever holds.
var neverRuns = regexp.MustCompile(`\btest\.(?:skip|fixme)\((?:\)|true\b)`)

// titledTest is a call with a title: its way, such as .each or .skip, and where it begins.
type titledTest struct {
	way, title string
	from       int
}

func testsOf(source string) (list []titledTest) {
	for _, at := range testCall.FindAllStringSubmatchIndex(source, -1) {
		way, arguments := source[at[2]:at[3]], source[at[1]:]
		title, isText := firstText(arguments)
		if end := closing(arguments); !isText && end != -1 && strings.HasPrefix(arguments[end:], "(") {
			title, isText = firstText(arguments[end+1:])
		}
		if isText && way != ".describe" {
			list = append(list, titledTest{way, title, at[0]})
		}
	}
	return list
}

// titleProblem says why a file has no test of this title that runs, with this line in its table.
func titleProblem(source, title, line string) string {
	tests := testsOf(source)
	i := slices.IndexFunc(tests, func(one titledTest) bool { return one.title == title })
	if i == -1 {
		return "there is no such test"
	}
	whole := source[tests[i].from:]
	if i+1 < len(tests) {
		whole = source[tests[i].from:tests[i+1].from]
	}
	runs := slices.Contains([]string{"", ".each", ".for"}, tests[i].way) && !neverRuns.MatchString(whole)
	switch {
	case !runs:
		return "it is skipped"
	case line != "" && !strings.Contains(source, line):
		return "it has no such case"
	}
	return ""
}

// firstText is the text that a call's arguments begin with.
func firstText(arguments string) (string, bool) {
	arguments = strings.TrimSpace(arguments)
	if arguments == "" || !strings.ContainsAny(arguments[:1], "\"`") {
		return "", false
	}
	for i := 1; i < len(arguments); i++ {
		switch arguments[i] {
		case '\\':
			i++
		case arguments[0]:
			return strings.ReplaceAll(arguments[1:i], `\"`, `"`), true
		}
	}
	return "", false
}

// closing is the place behind the bracket that closes what was open before the source; -1
// where none does. Brackets in texts are none.
func closing(source string) int {
	open := 1
	var text byte // the mark that ends the text one is in
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case text != 0 && c == '\\':
			i++
		case text != 0:
			if c == text {
				text = 0
			}
		case c == '"' || c == '\'' || c == '`':
			text = c
		case c == '(':
			open++
		case c == ')':
			if open--; open == 0 {
				return i + 1
			}
		}
	}
	return -1
}
