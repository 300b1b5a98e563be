package internal_test

import (
	"go/ast"
	"path/filepath"
	"strings"
	"testing"
)

// maxMethods is how many methods a type may have.
const maxMethods = 40

// fewerMethods are types that everything could hang on, with a bound of their own.
var fewerMethods = map[string]int{"app.Services": 15, "app.declared": 15, "app.server": 15}

func TestNothingHangsOnOneType(t *testing.T) {
	count := map[string]int{}
	sources(t, ".", ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		for _, d := range parsed(t, path).Decls {
			f, isFunc := d.(*ast.FuncDecl)
			if isFunc && f.Recv != nil {
				count[filepath.ToSlash(filepath.Dir(path))+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
	})
	for name, n := range count {
		most := maxMethods
		if fewer, bounded := fewerMethods[name]; bounded {
			most = fewer
		}
		if n > most {
			t.Errorf("%s has %d methods, want at most %d: part it by what its methods are about", name, n, most)
		}
	}
	for name := range fewerMethods {
		if count[name] == 0 {
			t.Errorf("%s has no methods, or is gone", name)
		}
	}
}

// receiver is the name of the type that a method belongs to.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
