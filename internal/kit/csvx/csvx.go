// Package csvx writes tables that people open in a spreadsheet: CSV (RFC 4180),
// times in UTC, amounts with two decimals.
package csvx

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"limelight/internal/kit/money"
)

// MediaType is what a table is sent as.
const MediaType = "text/csv; charset=utf-8; header=present"

// Writer writes a table line by line.
type Writer struct{ csv *csv.Writer }

// New begins a table with its head.
func New(out io.Writer, head ...string) (Writer, error) {
	w := csv.NewWriter(out)
	w.UseCRLF = true
	return Writer{w}, w.Write(head)
}

// Line writes one line of texts, numbers, amounts and times; a zero time is an
// empty cell. It panics on any other kind of cell.
func (w Writer) Line(cells ...any) error {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		switch cell := cell.(type) {
		case string:
			texts[i] = harmless(cell)
		case int:
			texts[i] = strconv.Itoa(cell)
		case money.Tokens:
			texts[i] = cell.String()
		case time.Time:
			texts[i] = stamp(cell)
		default:
			panic("sheet: a cell that is no text, number, amount or time")
		}
	}
	return w.csv.Write(texts)
}

// End writes what is left, and tells what went wrong.
func (w Writer) End() error {
	w.csv.Flush()
	return w.csv.Error()
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// harmless keeps a spreadsheet from running somebody's text as a formula (CWE-1236;
// OWASP, CSV Injection): one that begins like a formula gets an apostrophe.
// Amounts are ours and may begin with a minus.
func harmless(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n|%＝＋－＠", []rune(text)[0]) {
		return "'" + text
	}
	return text
}
