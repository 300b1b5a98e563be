// Package personal says where a program keeps what is of persons. Each package declares the
// tables it writes, beside them: whose a row is, what of it is given to them when they ask for
// their data, and what becomes of it when they are erased. A test finds tables that nobody has
// declared, and views that do not say.
package personal

import (
	"fmt"
	"slices"
	"strings"
)

// Table is a table with rows of persons.
type Table struct {
	Name  string
	Views []View // none: Why
	Why   string // nothing of it is given to anybody, and why
}

// View is what one of those whom a row names is given of it, and what becomes of it when they are erased.
type View struct {
	Owner  string // the column that names them
	Where  string // further conditions of what is given; empty: none
	Open   string // which of their rows are not over, so that nobody can be erased; empty: none
	Fields string // the columns that are given, each by name or as name:kind, by spaces; empty: none

	Gone  bool   // an erasure deletes their rows
	Kept  string // why an erasure leaves their rows; empty: it does not
	Blank string // columns of rows that are kept which an erasure empties, or as name:name gives Nobody, by spaces
}

// Why an erasure leaves rows as they are, but for what is blanked.
const (
	Books  = "the books: what was paid is kept, without a name"
	Law    = "records of who performs, which the law has the site keep (18 USC 2257)"
	Shared = "the other side's as well"
	Log    = "the log of what was done, and by whom"
	Acted  = "an act of the package's erases it"
)

// Nobody stands for the name of somebody who was erased.
const Nobody = "Deleted account"

// Kind says how a column is read.
type Kind string

// The kinds of columns. Whatever else there is is given as it is stored.
const (
	Plain  Kind = ""
	Time   Kind = "time"   // Unix milliseconds; 0: none
	Tokens Kind = "tokens" // hundredths
	Flag   Kind = "flag"
	Name   Kind = "name" // of a column to be blanked: Nobody
)

// Field is a column that is given out.
type Field struct {
	Name string
	Kind Kind
}

// Columns reads the fields of a view.
func (v View) Columns() []Field { return fieldsOf(v.Fields) }

// Blanks reads what of a view is emptied.
func (v View) Blanks() []Field { return fieldsOf(v.Blank) }

func fieldsOf(text string) (list []Field) {
	for one := range strings.FieldsSeq(text) {
		name, kind, _ := strings.Cut(one, ":")
		list = append(list, Field{name, Kind(kind)})
	}
	return list
}

// Part is the tables of one domain.
type Part struct {
	ID     string // as its file is called
	Title  string // in the language of the texts (lang.Mark)
	Tables []Table
}

var parts []Part

// Declare adds what a package keeps. It is for package variables: var _ = personal.Declare(…).
func Declare(id, title string, tables ...Table) Part {
	for i, p := range parts {
		if p.ID == id {
			parts[i].Tables = append(parts[i].Tables, tables...)
			return parts[i]
		}
	}
	p := Part{id, title, tables}
	parts = append(parts, p)
	return p
}

// Parts are all there are, in the order of their names.
func Parts() []Part {
	list := slices.Clone(parts)
	slices.SortFunc(list, func(a, b Part) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// Check refuses a declaration that says neither what is given nor why nothing is, a view that does
// not say what an erasure does, or a kind that there is not.
func (t Table) Check() error {
	if gives := slices.ContainsFunc(t.Views, func(v View) bool { return v.Fields != "" }); gives == (t.Why != "") {
		return fmt.Errorf("%s is to give something or to say why it does not", t.Name)
	}
	for _, v := range t.Views {
		if v.Gone == (v.Kept != "") || v.Gone && v.Blank != "" {
			return fmt.Errorf("%s by %s: an erasure deletes it, or keeps it for a reason", t.Name, v.Owner)
		}
		for _, f := range v.Blanks() {
			if f.Kind != Plain && f.Kind != Name {
				return fmt.Errorf("%s.%s is not blanked as %q", t.Name, f.Name, f.Kind)
			}
		}
		for _, f := range v.Columns() {
			if !slices.Contains([]Kind{Plain, Time, Tokens, Flag}, f.Kind) {
				return fmt.Errorf("%s.%s is of no kind %q", t.Name, f.Name, f.Kind)
			}
		}
	}
	return nil
}
