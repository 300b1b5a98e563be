package internal_test

import (
	"go/ast"
	"path/filepath"
	"strings"
	"testing"
)

// TestDeclaredKeysAreRead holds the calls that declare an Idempotency-Key (api.Idempotent)
// against those that read one: a call that promises to happen once and does not would be
// paid twice.
func TestDeclaredKeysAreRead(t *testing.T) {
	declared := map[string]bool{} // inputs, by folder and name
	var handlers []handler
	sources(t, ".", ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, filepath.Join("kit", "api")) {
			return
		}
		folder := filepath.Dir(path)
		ast.Inspect(parsed(t, path), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if shape, isStruct := n.Type.(*ast.StructType); isStruct && embeds(shape, "Idempotent") {
					declared[filepath.Join(folder, n.Name.Name)] = true
				}
			case *ast.FuncDecl:
				if input := inputOf(n); input != "" {
					handlers = append(handlers, handler{filepath.Join(folder, input), path + ": " + n.Name.Name, readsKey(n)})
				}
			case *ast.BasicLit:
				if n.Value == `"Idempotency-Key"` && !strings.HasPrefix(path, filepath.Join("funds", "adapters")) { // those send it
					t.Errorf("%s reads the header itself: embed api.Idempotent", path)
				}
			}
			return true
		})
	})
	read := 0
	for _, h := range handlers {
		if declared[h.input] && !h.reads {
			t.Errorf("%s declares an Idempotency-Key and does not read it", h.name)
		}
		if h.reads {
			read++
		}
	}
	if read < 12 {
		t.Errorf("only %d calls read their key", read)
	}
}

// handler is a function with an input, which may read the key of its call.
type handler struct {
	input, name string
	reads       bool
}

// inputOf is the name of the type that a handler takes: func(ctx, in *input).
func inputOf(f *ast.FuncDecl) string {
	for _, p := range f.Type.Params.List {
		pointer, isPointer := p.Type.(*ast.StarExpr)
		if !isPointer || len(p.Names) != 1 || p.Names[0].Name != "in" {
			continue
		}
		if name, isName := pointer.X.(*ast.Ident); isName {
			return name.Name
		}
	}
	return ""
}

func readsKey(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		of, isSelector := n.(*ast.SelectorExpr)
		found = found || isSelector && of.Sel.Name == "IdempotencyKey"
		return !found
	})
	return found
}

// embeds reports whether a struct has a type of package api without a name of its own.
func embeds(shape *ast.StructType, name string) bool {
	for _, f := range shape.Fields.List {
		if of, isSelector := f.Type.(*ast.SelectorExpr); isSelector && len(f.Names) == 0 && of.Sel.Name == name {
			return true
		}
	}
	return false
}
