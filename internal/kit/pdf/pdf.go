// Package pdf writes PDFs: headings, names with values, tables.
//
// The same calls give the same bytes: the only date is the paper's own. The
// letters are the Go fonts, which write Latin, Greek and Cyrillic names; of other
// scripts (Vietnamese, Hebrew, Arabic, Georgian, Chinese, Japanese, Korean …) each
// letter is a question mark, and a line of the paper says so.
package pdf

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"limelight/internal/kit/lang"
)

const (
	family = "go"
)

// Width is what lies between the margins, in millimetres.
const Width = 170.0

// Gap is from line to line, in millimetres.
const Gap = 6.0

// Document is being written, from top to bottom, on A4 pages.
type Document struct {
	pdf     *fpdf.Fpdf
	say     lang.Teller
	missing bool // a letter was not in the font
}

// New opens a paper in a language (BCP 47). title is the file's own, of is its date.
func New(language, title string, of time.Time) (*Document, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true) // or the order of the parts is that of a map
	pdf.SetCreationDate(of.UTC())
	pdf.SetModificationDate(of.UTC())
	pdf.SetProducer("Limelight", false)
	pdf.SetTitle(title, true)
	pdf.SetLang(language)
	pdf.SetMargins(20, 20, 20)
	pdf.SetAutoPageBreak(true, 20)
	pdf.AddUTF8FontFromBytes(family, "", goregular.TTF)
	pdf.AddUTF8FontFromBytes(family, "B", gobold.TTF)
	pdf.AddPage()
	if err := pdf.Error(); err != nil {
		return nil, fmt.Errorf("open a paper: %w", err)
	}
	return &Document{pdf: pdf, say: lang.To(language)}, nil
}

// Bytes is the file. Nothing can be written afterwards.
func (p *Document) Bytes() ([]byte, error) {
	if p.missing {
		p.note(p.say("Letters that this paper cannot write are shown as question marks."))
	}
	var b bytes.Buffer
	if err := p.pdf.Output(&b); err != nil {
		return nil, fmt.Errorf("write a paper: %w", err)
	}
	return b.Bytes(), nil
}

// Title is what the paper is, and whose.
func (p *Document) Title(text, site string) {
	p.pdf.SetFont(family, "B", 18)
	p.pdf.CellFormat(Width, 10, p.written(text), "", 1, "L", false, 0, "")
	p.pdf.SetFont(family, "", 11)
	p.pdf.CellFormat(Width, Gap, p.written(site), "", 1, "L", false, 0, "")
	p.pdf.Ln(Gap)
}

// Heading begins a part.
func (p *Document) Heading(text string) {
	p.pdf.Ln(Gap)
	p.pdf.SetFont(family, "B", 12)
	p.pdf.CellFormat(Width, Gap+1, p.written(text), "B", 1, "L", false, 0, "")
	p.pdf.Ln(1)
}

// Rows writes names and values, of one line or more, and leaves out what has none.
func (p *Document) Rows(rows [][2]string) {
	const name = 45
	for _, row := range rows {
		if row[1] == "" {
			continue
		}
		p.pdf.SetFont(family, "B", 10)
		p.pdf.CellFormat(name, Gap, p.written(row[0]), "", 0, "L", false, 0, "")
		p.pdf.SetFont(family, "", 10)
		p.pdf.MultiCell(Width-name, Gap, p.lines(row[1]), "", "L", false)
	}
}

// Table is columns of fixed widths, in millimetres, and a size of letters, in
// points. What does not fit its column is cut.
type Table struct {
	Size   float64
	Widths []float64
	Right  []bool // amounts stand right
}

// Head writes the names of the columns, Line a line, Total the last one.
func (p *Document) Head(t Table, cells ...string)  { p.row(t, "B", "B", cells) }
func (p *Document) Line(t Table, cells ...string)  { p.row(t, "", "", cells) }
func (p *Document) Total(t Table, cells ...string) { p.row(t, "B", "T", cells) }

func (p *Document) row(t Table, style, border string, cells []string) {
	p.pdf.SetFont(family, style, t.Size)
	for i, text := range cells {
		align, last := "L", 0
		if t.Right[i] {
			align = "R"
		}
		if i == len(cells)-1 {
			last = 1
		}
		p.pdf.CellFormat(t.Widths[i], Gap, p.fitted(p.written(text), t.Widths[i]), border, last, align, false, 0, "")
	}
}

// fitted cuts a text to the width of its cell.
func (p *Document) fitted(text string, width float64) string {
	const margins = 2.5
	if p.pdf.GetStringWidth(text) <= width-margins {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && p.pdf.GetStringWidth(string(letters)+"…") > width-margins {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

func (p *Document) note(text string) {
	p.pdf.Ln(Gap)
	p.pdf.SetFont(family, "", 8)
	p.pdf.MultiCell(Width, 4, text, "", "L", false)
}

// written is a text in letters that the font has.
func (p *Document) written(text string) string {
	return strings.Map(func(c rune) rune {
		if has(c) {
			return c
		}
		p.missing = true
		return '?'
	}, text)
}

// lines is a text of several lines in letters that the font has, for MultiCell.
func (p *Document) lines(text string) string {
	list := strings.Split(text, "\n")
	for i, line := range list {
		list[i] = p.written(line)
	}
	return strings.Join(list, "\n")
}

// regular is the font's table of letters. The bold one has the same.
var regular = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(goregular.TTF) })

func has(c rune) bool {
	font, err := regular()
	if err != nil {
		return c < 0x7f // the font is part of the program: this does not happen
	}
	glyph, err := font.GlyphIndex(nil, c)
	return err == nil && glyph != 0
}
