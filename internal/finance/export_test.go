package finance_test

import (
	"strings"
	"testing"

	"limelight/internal/finance"
	"limelight/internal/kit/lang"
)

// The head of a table is in its reader's language.
func TestHeadOfTable(t *testing.T) {
	for code, want := range map[string]string{
		"en": "account,username,owed,since,days\r\n",
		"es": "cuenta,nombre de usuario,deuda,desde,días\r\n",
	} {
		var b strings.Builder
		if err := finance.WriteDebts(&b, lang.To(code), nil); err != nil || b.String() != want {
			t.Errorf("%s: the head is %q (%v), want %q", code, b.String(), err, want)
		}
	}
}
