package statement_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"limelight/internal/payouts/statement"
)

func paper(holder string) statement.Statement {
	at := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	return statement.Statement{
		Language: "en", Site: "Limelight", Number: "06gw0bfp00kxqqy32m38w9d89g", Payee: "nina", Holder: holder, Method: "Bank transfer",
		Account: "DE••••3000", PaidBy: "Limelight", Status: "done", Reference: "bank 4711", AskedAt: at, ChangedAt: at.Add(time.Hour), To: at,
		Lines:  []statement.Line{{"Tips", "12", "1500.00"}, {"Carried over, refunds and rounding", "", "-0.01"}},
		Tokens: "1499.99", Rate: "0.0500 USD per token", Amount: "74.99 USD", Fee: "0.00 USD",
	}
}

func made(t *testing.T, s statement.Statement) []byte {
	t.Helper()
	pdf, err := statement.PDF(s)
	if err != nil {
		t.Fatal(err)
	}
	return pdf
}

func TestTheSameBytes(t *testing.T) {
	first := made(t, paper("Nína Ångström"))
	for range 5 {
		if !bytes.Equal(made(t, paper("Nína Ångström")), first) {
			t.Fatal("the same statement gives other bytes")
		}
	}
	if bytes.Equal(made(t, paper("Nina Angstrom")), first) {
		t.Error("another name gives the same bytes")
	}
}

// The names of people in Latin, Cyrillic and Greek are on the paper as they are.
func TestNames(t *testing.T) {
	for _, name := range []string{"Nína Ångström-Żółć Øße", "Нина Ивановна Щукина", "Νίνα Παπαδοπούλου", "Ștefan Đorđević", "Ґалина Їжак"} {
		text := read(t, made(t, paper(name)))
		if !strings.Contains(text, name) || strings.Contains(text, "question marks") {
			t.Errorf("%s is not on the paper:\n%s", name, text)
		}
	}
	if text := read(t, made(t, paper("ニナ 王"))); !strings.Contains(text, "?? ?") || !strings.Contains(text, "question marks") {
		t.Errorf("what cannot be written is not told:\n%s", text)
	}
}

func TestWhatItSays(t *testing.T) {
	text := read(t, made(t, paper("Nina")))
	for _, want := range []string{
		"Payout statement", "06gw0bfp00kxqqy32m38w9d89g", "DE••••3000", "Tips", "1500.00", "-0.01", "1499.99",
		"0.0500 USD per token", "74.99 USD", "0.00 USD", "bank 4711", "2 November 2026, 13:00 UTC",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the paper lacks %q:\n%s", want, text)
		}
	}
	many := paper("Nina")
	for i := range 120 {
		many.Lines = append(many.Lines, statement.Line{Label: fmt.Sprint("kind ", i), Tokens: "1.00"})
	}
	if pages := bytes.Count(made(t, many), []byte("/Type /Page\n")); pages < 3 {
		t.Errorf("120 lines are on %d pages", pages)
	}
}

// streams finds the compressed parts of a PDF.
var streams = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)

// read takes the written texts off the pages: strings of UTF-16, as the library
// writes those of a font of its own.
func read(t *testing.T, pdf []byte) string {
	t.Helper()
	var b strings.Builder
	for _, m := range streams.FindAllSubmatch(pdf, -1) {
		z, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		content, err := io.ReadAll(z)
		if err != nil || !bytes.Contains(content, []byte("BT ")) {
			continue
		}
		for _, part := range regexp.MustCompile(`(?s)\(((?:\\.|[^\\)])*)\) ?Tj`).FindAllSubmatch(content, -1) {
			b.WriteString(decode(part[1]) + "\n")
		}
	}
	return b.String()
}

func decode(raw []byte) string {
	var text []byte
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) {
			i++
			if c, err := strconv.Unquote(`"\` + string(raw[i]) + `"`); err == nil && raw[i] != '"' {
				text = append(text, c...)
				continue
			}
		}
		text = append(text, raw[i])
	}
	var units []uint16
	for i := 0; i+1 < len(text); i += 2 {
		units = append(units, uint16(text[i])<<8|uint16(text[i+1]))
	}
	return string(utf16.Decode(units))
}

// A statement is in its reader's language, but for what people wrote.
func TestSpanish(t *testing.T) {
	s := paper("Nína Ångström")
	s.Language = "es"
	text := read(t, made(t, s))
	for _, want := range []string{"Liquidación de cobro", "Titular de la cuenta", "2 de noviembre de 2026, 13:00 UTC", "Ingresos hasta el", "Nína Ångström"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not on the paper:\n%s", want, text)
		}
	}
	for _, english := range []string{"Account holder", "November", "Income before"} {
		if strings.Contains(text, english) {
			t.Errorf("%q is on the paper:\n%s", english, text)
		}
	}
}
