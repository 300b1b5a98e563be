package csvx

import (
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/money"
)

func TestTable(t *testing.T) {
	var b strings.Builder
	w, err := New(&b, "text", "number", "amount", "time")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 2, 13, 0, 0, 0, time.FixedZone("", 3600))
	for _, cells := range [][]any{
		{`say "hi", twice`, 7, money.Tokens(-1250), at},
		{"=HYPERLINK(1)", -1, money.Tokens(0), time.Time{}},
	} {
		if err := w.Line(cells...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	want := "text,number,amount,time\r\n" +
		"\"say \"\"hi\"\", twice\",7,-12.50,2026-11-02T12:00:00.000Z\r\n" +
		"'=HYPERLINK(1),-1,0.00,\r\n"
	if b.String() != want {
		t.Errorf("the table is\n%q, want\n%q", b.String(), want)
	}
}

// Each of these begins a formula, or a command, in some spreadsheet.
func TestNoTextIsAFormula(t *testing.T) {
	for _, text := range []string{"=1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "|calc", "%x", "＝1", "＋1", "－1", "＠x"} {
		if got := harmless(text); got != "'"+text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
	for _, text := range []string{"", "nina", "a=b", "7", "’tis", "ärger"} {
		if got := harmless(text); got != text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
}
