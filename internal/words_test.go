package internal_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The word for a performer is the operator's (spec §1, "the label is configurable"): a
// text says {performer}, and package wording fills it in.
var (
	bareWord = regexp.MustCompile(`(?i)(?:^|[^{/])\bperformers?\b`)
	inSQL    = regexp.MustCompile(`\b(SELECT|FROM|UPDATE|INSERT|WHERE|JOIN)\b`)
)

// ownWords are texts that name the thing itself.
var ownWords = map[string]string{
	"Word for one performer":      "the setting that gives the word",
	"Word for several performers": "the setting that gives the word",
	"performer net":               "a column that programs read",
}

// TestTextsNameThePerformer looks at every text of more than one word that is not for
// programs, for the log, for the API's document or for the demo.
func TestTextsNameThePerformer(t *testing.T) {
	found := 0
	sources(t, ".", ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "testkit") || strings.HasPrefix(path, "demosite") {
			return
		}
		ast.Inspect(parsed(t, path), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				n.Tag = nil // shapes and their documentation
			case *ast.CallExpr:
				return !forPrograms(n)
			case *ast.BasicLit:
				text, err := strconv.Unquote(n.Value)
				if n.Kind != token.STRING || err != nil || !strings.Contains(text, " ") {
					return true
				}
				if strings.Contains(text, "{performer") {
					found++
				}
				if bareWord.MatchString(text) && !inSQL.MatchString(text) && ownWords[text] == "" {
					t.Errorf("%s says %q: write {performer}", path, text)
				}
			}
			return true
		})
	})
	if found < 20 {
		t.Errorf("only %d texts name the performer", found)
	}
}

// forPrograms are calls whose texts no visitor reads.
func forPrograms(call *ast.CallExpr) bool {
	f, isMethod := call.Fun.(*ast.SelectorExpr)
	if !isMethod {
		return false
	}
	switch f.Sel.Name {
	case "Errorf", "Summary", "Section", "section", "Fields", "Warn", "Error", "Info", "Debug":
		return true
	}
	return false
}
