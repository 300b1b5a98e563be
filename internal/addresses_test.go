package internal_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// How an account is written is the ledger's alone: others name accounts by its
// constructors, and ask for them by class and owner (ledger_accounts, ledger_flows).
var address = regexp.MustCompile(`(?:^|[^-\w])((?:wallet|earn|hold|payout|receivable):|site:revenue|world:(?:card|grant|payout))`)

// notAddresses are texts that look like one.
var notAddresses = map[string]string{
	"show/meter/tick.go hold:":    "the key of a transfer",
	"show/meter/rule.go hold:":    "the key of a transfer",
	"payouts/rule.go payout:":     "the key of a transfer",
	"funds/decide.go receivable:": "what an act of the audit log is about",
}

// TestAddressesAreTheLedgers looks at every text, in tests at every statement: what a
// test expects to read in an answer may have an address in it.
func TestAddressesAreTheLedgers(t *testing.T) {
	looked, used := 0, map[string]bool{}
	sources(t, ".", ".go", func(path string) {
		if strings.HasPrefix(path, "ledger/") || path == "addresses_test.go" {
			return
		}
		ast.Inspect(parsed(t, path), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				n.Tag = nil // documentation
			case *ast.BasicLit:
				text, err := strconv.Unquote(n.Value)
				if n.Kind != token.STRING || err != nil || strings.HasSuffix(path, "_test.go") && !inSQL.MatchString(text) {
					return true
				}
				looked++
				for _, found := range address.FindAllStringSubmatch(text, -1) {
					if key := path + " " + found[1]; notAddresses[key] != "" {
						used[key] = true
					} else {
						t.Errorf("%s writes the address %q by hand: %q", path, found[1], text)
					}
				}
			}
			return true
		})
	})
	if looked < 5000 {
		t.Errorf("only %d texts were looked at", looked)
	}
	for key, what := range notAddresses {
		if !used[key] {
			t.Errorf("%s (%s) is excused and not there", key, what)
		}
	}
}
