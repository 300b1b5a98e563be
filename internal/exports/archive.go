package exports

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/kit/personal"
)

const (
	pageOf    = 500 // rows that are read at once
	shownRows = 200 // of a table, on the page to read; the files have all
)

// write fills the archive: data/<domain>.json for each domain that keeps something, and
// index.html.
func (s *Service) write(ctx context.Context, into *zip.Writer, who account.Account, at time.Time) error {
	say := lang.To(who.Language)
	sheet := page{
		Language: lang.Of(lang.With(ctx, who.Language)), Title: say("What %s keeps of %s", s.SiteName(), who.Username),
		Made: say("Made on %s.", say.Moment(at)),
		Hint: say("The columns have the names that they have in the files of the folder data, which are for programs. Times are in UTC, amounts in tokens."),
	}
	for _, part := range personal.Parts() {
		shown, err := s.writePart(ctx, into, part, who.ID, at)
		if err != nil {
			return fmt.Errorf("export %s: %w", part.ID, err)
		}
		if len(shown) > 0 {
			sheet.Parts = append(sheet.Parts, chapter{Title: say(part.Title), File: "data/" + part.ID + ".json", Tables: shown})
		}
	}
	file, err := create(into, "index.html", at)
	if err != nil {
		return err
	}
	return sheetTemplate.Execute(file, sheet)
}

func create(into *zip.Writer, name string, at time.Time) (io.Writer, error) {
	return into.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at})
}

// writePart writes a domain's file, and returns what of it the page shows.
func (s *Service) writePart(ctx context.Context, into *zip.Writer, part personal.Part, accountID string, at time.Time) (shown []table, err error) {
	var out *bufio.Writer
	for _, t := range part.Tables {
		for _, v := range t.Views {
			if v.Fields == "" {
				continue
			}
			rows := &rowWriter{table: table{Name: t.Name, Owner: v.Owner, Fields: v.Columns()}}
			begin := func() error {
				if out == nil {
					file, err := create(into, "data/"+part.ID+".json", at)
					if err != nil {
						return err
					}
					out = bufio.NewWriter(file)
					fmt.Fprint(out, "{")
				} else {
					fmt.Fprint(out, ",")
				}
				fmt.Fprintf(out, "\n%q: [", t.Name+"."+v.Owner)
				rows.out = out
				return nil
			}
			if err := s.each(ctx, t, v, accountID, func(values []any) error {
				if rows.out == nil {
					if err := begin(); err != nil {
						return err
					}
				}
				return rows.add(values)
			}); err != nil {
				return nil, fmt.Errorf("%s by %s: %w", t.Name, v.Owner, err)
			}
			if rows.out != nil {
				fmt.Fprint(out, "\n]")
				shown = append(shown, rows.table)
			}
		}
	}
	if out == nil {
		return nil, nil
	}
	fmt.Fprint(out, "\n}\n")
	return shown, out.Flush()
}

// rowWriter writes the rows of one view as JSON, and keeps the first for the page.
type rowWriter struct {
	table
	out *bufio.Writer
	n   int
}

func (w *rowWriter) add(values []any) error {
	if w.n > 0 {
		fmt.Fprint(w.out, ",")
	}
	w.n++
	fmt.Fprint(w.out, "\n{")
	cells := make([]string, len(values))
	for i, f := range w.Fields {
		value, err := json.Marshal(values[i])
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprint(w.out, ", ")
		}
		fmt.Fprintf(w.out, "%q: %s", f.Name, value)
		cells[i] = strings.Trim(string(value), `"`)
		if text, isText := values[i].(string); isText {
			cells[i] = text
		}
		if values[i] == nil {
			cells[i] = ""
		}
	}
	_, err := fmt.Fprint(w.out, "}")
	if w.n <= shownRows {
		w.Rows = append(w.Rows, cells)
	} else {
		w.More = w.n - shownRows
	}
	return err
}

// each reads what a view gives to an account, page by page where rows have an id.
func (s *Service) each(ctx context.Context, t personal.Table, v personal.View, accountID string, row func([]any) error) error {
	fields := v.Columns()
	names := make([]string, len(fields))
	byID := -1
	for i, f := range fields {
		names[i] = f.Name
		if f.Name == "id" && v.Owner != "id" {
			byID = i
		}
	}
	query := `SELECT ` + strings.Join(names, ", ") + ` FROM ` + t.Name + ` WHERE ` + v.Owner + ` = $1`
	if v.Where != "" {
		query += ` AND (` + v.Where + `)`
	}
	if byID < 0 {
		list, err := s.read(ctx, fields, query+` ORDER BY `+names[0], accountID)
		return forEach(list, err, row)
	}
	for after := ""; ; {
		list, err := s.read(ctx, fields, query+fmt.Sprintf(` AND id > $2 ORDER BY id LIMIT %d`, pageOf), accountID, after)
		if err := forEach(list, err, row); err != nil || len(list) < pageOf {
			return err
		}
		after = fmt.Sprint(list[len(list)-1][byID])
	}
}

func forEach(list [][]any, err error, row func([]any) error) error {
	for _, values := range list {
		if err == nil {
			err = row(values)
		}
	}
	return err
}

func (s *Service) read(ctx context.Context, fields []personal.Field, query string, args ...any) (list [][]any, err error) {
	scan := func(r db.Row) ([]any, error) {
		values, into := make([]any, len(fields)), make([]any, len(fields))
		for i := range values {
			into[i] = &values[i]
		}
		err := r.Scan(into...)
		for i, f := range fields {
			values[i] = said(f.Kind, values[i])
		}
		return values, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, err = db.All(ctx, tx, scan, query, args...)
		return err
	})
	return list, err
}

// said is a stored value as people and their programs read it.
func said(kind personal.Kind, stored any) any {
	if text, isText := stored.([]byte); isText {
		stored = string(text)
	}
	n, isNumber := stored.(int64)
	switch {
	case kind == personal.Time && isNumber && n == 0:
		return nil
	case kind == personal.Time && isNumber:
		return db.Time(n).Format(time.RFC3339)
	case kind == personal.Tokens && isNumber:
		return money.Tokens(n)
	case kind == personal.Flag && isNumber:
		return n != 0
	}
	return stored
}
