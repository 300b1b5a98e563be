package app_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/kit/personal"
	"limelight/internal/testkit"
)

// ofPersons are columns that name somebody.
var ofPersons = regexp.MustCompile(`^(account|member|performer|studio|owner|sender|viewer|person|referrer|referred|actor|first|second|reporter)_id$|^(viewer|payer|payee|recipient)$`)

// Every table with a column that names somebody is declared by the package that writes it: what
// of it is given to them, or why nothing is. Every column that is given is there.
func TestEveryTableOfPersonsIsDeclared(t *testing.T) {
	d := testkit.DB(t)
	declared := map[string]personal.Table{}
	for _, part := range personal.Parts() {
		for _, table := range part.Tables {
			if err := table.Check(); err != nil {
				t.Error(err)
			}
			if _, twice := declared[table.Name]; twice {
				t.Errorf("%s is declared twice", table.Name)
			}
			declared[table.Name] = table
		}
	}
	columns := columnsOf(t, d)
	if len(columns) < 100 {
		t.Fatalf("only %d tables were found", len(columns))
	}
	for table, names := range columns {
		for _, name := range names {
			if _, known := declared[table]; !known && ofPersons.MatchString(name) {
				t.Errorf("%s.%s names somebody: declare the table in the personal.go of the package that writes it", table, name)
			}
		}
	}
	for name, table := range declared {
		if columns[name] == nil {
			t.Errorf("there is no table %s", name)
		}
		for _, v := range table.Views {
			readView(t, d, name, v)
		}
	}
}

func readView(t *testing.T, d *db.DB, table string, v personal.View) {
	t.Helper()
	names := []string{v.Owner}
	for _, f := range append(v.Columns(), v.Blanks()...) {
		names = append(names, f.Name)
	}
	query := `SELECT ` + strings.Join(names, ", ") + ` FROM ` + table + ` WHERE ` + v.Owner + ` = 'nobody'`
	if v.Where != "" {
		query += ` AND (` + v.Where + `)`
	}
	if err := testkit.TryExec(d, query); err != nil {
		t.Errorf("%s by %s: %v", table, v.Owner, err)
	}
	if secret := regexp.MustCompile(`hash|secret|sealed|token_|mac\b|doc_number|endpoint|p256dh|auth\b|ship_to|details|destination`); secret.MatchString(v.Fields) {
		t.Errorf("%s gives out %s", table, secret.FindString(v.Fields))
	}
}

// columnsOf are the columns of every table.
func columnsOf(t *testing.T, d *db.DB) map[string][]string {
	t.Helper()
	query := `SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`
	if d.Dialect() == db.Postgres {
		query = `SELECT c.table_name, c.column_name FROM information_schema.columns c
			JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_schema = c.table_schema
			WHERE t.table_type = 'BASE TABLE' AND c.table_schema = 'public'`
	}
	type column struct{ table, name string }
	found := map[string][]string{}
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		list, err := db.All(ctx, tx, func(r db.Row) (c column, err error) { return c, r.Scan(&c.table, &c.name) }, query)
		for _, c := range list {
			found[c.table] = append(found[c.table], c.name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Everybody is given what is theirs, and nothing of anybody else; what was deleted is not in it.
func TestOwnData(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Studio, Username: "sam"}, app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Member, Username: "ann"})
	nina, tom := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	says := func(v visitor, text string) string {
		return v.do(t, "POST /messages/conversations/"+talk, record{"text": text}).must(t, 200).text("_id")
	}
	says(tom, "tomwroteaplum")
	says(nina, "ninawroteapear")
	tom.do(t, "DELETE /messages/"+says(tom, "tomtookbackafig"), nil).must(t, 200)
	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 15, "note": "tipofaquince"}).must(t, 200)

	toms := archiveOf(t, tom)
	holds(t, toms, "tomwroteaplum", "tipofaquince", "tom@example.com", `"gross": 15`)
	lacks(t, toms, "ninawroteapear", "tomtookbackafig", "nina@example.com", "ann@example.com", "password_hash", "argon2")
	ninas := archiveOf(t, nina)
	holds(t, ninas, "ninawroteapear", "tipofaquince", "nina@example.com")
	lacks(t, ninas, "tomwroteaplum", "tom@example.com", s.ids["tom"])
	holds(t, archiveOf(t, s.in(t, account.Studio, "sam")), "sam@example.com")
	holds(t, archiveOf(t, s.in(t, account.Admin, "ada")), "ada@example.com")

	// It is asked for once a day, and for its account alone.
	tom.do(t, "POST /users/me/exports", nil).must(t, 409, "export_asked")
	mine := tom.do(t, "GET /users/me/exports", nil).must(t, 200, "ready").text("0._id")
	nina.do(t, "GET /users/me/exports/"+mine+"/file", nil).must(t, 404)
	s.guest().do(t, "GET /users/me/exports/"+mine+"/file", nil).must(t, 401)
}

// archiveOf are the files of somebody's archive, by their names.
func archiveOf(t *testing.T, v visitor) map[string]string {
	t.Helper()
	exportID := v.do(t, "POST /users/me/exports", nil).must(t, 200, "waiting").text("_id")
	var file answer
	testkit.Eventually(t, "the archive is ready", func() bool {
		file = v.do(t, "GET /users/me/exports/"+exportID+"/file", nil)
		return file.status == 200
	})
	packed, err := zip.NewReader(bytes.NewReader(file.body), int64(len(file.body)))
	if err != nil {
		t.Fatalf("%d %s: %v", file.status, file.body, err)
	}
	files := map[string]string{}
	for _, one := range packed.File {
		r, err := one.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[one.Name] = string(text)
	}
	if !strings.Contains(files["index.html"], "<table>") {
		t.Errorf("there is no page to read: %s", files["index.html"])
	}
	return files
}

func holds(t *testing.T, files map[string]string, words ...string) {
	t.Helper()
	for _, word := range words {
		found := 0
		for _, text := range files {
			if strings.Contains(text, word) {
				found++
			}
		}
		if found == 0 {
			t.Errorf("%s is nowhere in the archive", word)
		}
	}
}

func lacks(t *testing.T, files map[string]string, words ...string) {
	t.Helper()
	for name, text := range files {
		for _, word := range words {
			if strings.Contains(text, word) {
				t.Errorf("%s has %s", name, word)
			}
		}
	}
}
