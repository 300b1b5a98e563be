package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unbarred are the folders whose goroutines are not looked at: only tests run them.
var unbarred = []string{"testkit", "kit/porttest", "kit/push/pushtest", "kit/sfu/whiptest", "kit/pubsub/redistest", "socialconnect/xtest"}

// A panic on a goroutine of ours ends the process, unless the goroutine stands
// behind kit/recovery. Therefore each one does, wherever it is: outside bytes
// reach further than a list of packages would know.
func TestGoroutinesStandBehindABarrier(t *testing.T) {
	started := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(unbarred, filepath.ToSlash(path)):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			what, starts := startsGoroutine(n)
			if !starts {
				return true
			}
			started++
			if filepath.ToSlash(filepath.Dir(path)) != "kit/recovery" && !barred(what) {
				t.Errorf("%s: this goroutine stands behind no barrier: use recovery.Go, or begin it with defer recovery.Catch, recovery.Do, Run or Keep",
					files.Position(n.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if started < 10 {
		t.Errorf("found only %d goroutines: the test looks in the wrong place", started)
	}
}

// startsGoroutine tells what a statement or call runs in a goroutine of its own:
// go f(), group.Go(f) and time.AfterFunc(d, f). recovery.Go is a barrier itself.
func startsGoroutine(n ast.Node) (what ast.Expr, starts bool) {
	switch n := n.(type) {
	case *ast.GoStmt:
		return n.Call.Fun, true
	case *ast.CallExpr:
		called, ok := n.Fun.(*ast.SelectorExpr)
		if !ok || len(n.Args) == 0 {
			return nil, false
		}
		from, _ := called.X.(*ast.Ident)
		if called.Sel.Name == "AfterFunc" || called.Sel.Name == "Go" && len(n.Args) == 1 && (from == nil || from.Name != "recovery") {
			return n.Args[len(n.Args)-1], true
		}
	}
	return nil, false
}

// barred tells whether a function literal names a barrier of kit/recovery.
func barred(what ast.Expr) bool {
	body, ok := what.(*ast.FuncLit)
	if !ok {
		return false // a named function: its barrier could not be seen here
	}
	found := false
	ast.Inspect(body.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if s, ok := call.Fun.(*ast.SelectorExpr); ok {
				from, _ := s.X.(*ast.Ident)
				found = found || from != nil && from.Name == "recovery"
			}
		}
		return !found
	})
	return found
}
