package audit_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

var (
	done   = audit.Declare("test.done", "Test: done")
	looked = audit.Declare("test.looked", "Test: looked")
)

func setup(t *testing.T) (*db.DB, *audit.Log) {
	t.Helper()
	d := testkit.DB(t)
	return d, testkit.AuditLog(d, testkit.NewClock().Now)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The database refuses to change the log, and a line changed behind its back
// breaks the chain.
func TestAuditLog(t *testing.T) {
	d, l := setup(t)
	broken := func() (seq int64) {
		check(t, d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
			seq, err = audit.Broken(ctx, tx)
			return err
		}))
		return seq
	}
	if seq := broken(); seq != 0 {
		t.Errorf("the empty log is broken at %d", seq)
	}
	var wg sync.WaitGroup
	for range 20 { // writers at once stand in line
		wg.Go(func() {
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return l.Record(ctx, tx, audit.Act{Action: done, Subject: "site:1"})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := testkit.Int(t, d, `SELECT MAX(seq) FROM audit_log WHERE actor_id = 'system'`); n != 20 || broken() != 0 {
		t.Errorf("%d lines were written, broken at %d", n, broken())
	}
	for _, statement := range []string{
		`UPDATE audit_log SET reason = 'none' WHERE seq = 3`, `DELETE FROM audit_log WHERE seq = 20`, `DELETE FROM audit_log`,
	} {
		if err := testkit.TryExec(d, statement); err == nil || !strings.Contains(err.Error(), "immutable") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	disarm(t, d)
	testkit.Exec(t, d, `UPDATE audit_log SET reason = 'none' WHERE seq = 3`)
	if seq := broken(); seq != 3 {
		t.Errorf("a changed line is found at %d, want 3", seq)
	}
	testkit.Exec(t, d, `UPDATE audit_log SET reason = '' WHERE seq = 3`)
	testkit.Exec(t, d, `DELETE FROM audit_log WHERE seq = 20`)
	if seq := broken(); seq != 20 {
		t.Errorf("a line missing at the end is found at %d, want 20", seq)
	}
}

// disarm takes the guard away, as somebody with the database's password could.
func disarm(t *testing.T, d *db.DB) {
	t.Helper()
	if d.Dialect() == db.Postgres {
		testkit.Exec(t, d, `DROP TRIGGER audit_log_fixed ON audit_log`)
		return
	}
	testkit.Exec(t, d, `DROP TRIGGER audit_log_fixed`)
	testkit.Exec(t, d, `DROP TRIGGER audit_log_kept`)
}

// The hash of a line is the one that earlier versions wrote, to the letter: a log that
// one of them made is still whole.
func TestLinesOfEarlierVersionsVerify(t *testing.T) {
	d, l := setup(t)
	check(t, d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return l.Record(account.WithCaller(ctx, account.Caller{ID: "ada"}), tx, audit.Act{
			Action: done, Subject: "account:nina", Reason: "a <b> & \u2028", Before: "active", After: "suspended", BehalfOf: "bea",
		})
	}))
	const want = "f17f04304cf6ecec7c5fa2cff675a9131f9fab01f2a6c16e067c2fadb3ddcf89"
	if line := testkit.Lines(t, d)[0]; line.Hash != want {
		t.Errorf("the hash is %s, want %s", line.Hash, want)
	}
}

// What nobody declared is not recorded, and nobody declares an action twice.
func TestActionsAreDeclared(t *testing.T) {
	d, l := setup(t)
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return l.Record(ctx, tx, audit.Act{Subject: "site:1"})
	})
	if err == nil || len(testkit.Lines(t, d)) != 0 {
		t.Errorf("an act without an action: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("an action was declared twice")
		}
	}()
	audit.Declare("test.done", "Test: done again")
}

// Whatever staff call leaves one line: the one of its domain, or the one that its route
// declares, or its name.
func TestWitness(t *testing.T) {
	d, l := setup(t)
	r := api.NewRouter("test", "1", slog.New(slog.DiscardHandler))
	r.Witnessed(l.Witness)
	answer := func(context.Context, *struct{}) (api.Done, error) { return api.OK, nil }
	type idInput struct {
		ID string `path:"id"`
	}
	api.Get(r, "/declared/{id}", "test.declared", func(context.Context, *idInput) (api.Done, error) { return api.OK, nil },
		account.SignedIn, audit.As(looked, "thing"))
	api.Get(r, "/forgotten", "test.forgotten", answer, account.SignedIn)
	api.Get(r, "/silent", "test.silent", answer, account.SignedIn, audit.Silent("nobody's secret"))
	api.Get(r, "/public", "test.public", answer, api.Public)
	api.Post(r, "/recorded", "test.recorded", func(ctx context.Context, _ *struct{}) (api.Done, error) {
		return api.OK, d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return l.Record(ctx, tx, audit.Act{Action: done, Subject: "thing:2"})
		})
	}, account.SignedIn)
	api.Raw(r, http.MethodGet, "/file", "test.file", func(w http.ResponseWriter, _ *http.Request) error {
		_, err := w.Write([]byte("bytes"))
		return err
	}, account.SignedIn, audit.As(looked, ""))
	web := audit.Observe(r.Handler())
	call := func(who account.Caller, do string) {
		t.Helper()
		if code := testkit.Call(web, who, do, "", nil).Code; code != http.StatusOK {
			t.Errorf("%s answered %d", do, code)
		}
	}
	ada := account.Caller{ID: "ada", Role: account.Admin}
	for _, do := range []string{
		"GET /declared/1?reason=a+complaint&q=x", "GET /forgotten", "GET /silent", "GET /public", "POST /recorded", "GET /file",
	} {
		call(ada, do)
	}
	call(account.Caller{ID: "tom", Role: account.Member}, "GET /forgotten")
	want := []string{"test.looked thing:1", "test.forgotten /forgotten", "test.done thing:2", "test.looked /file"}
	if got := testkit.Acts(t, d); strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("on record is %q, want %q", got, want)
	}
	if first := testkit.Lines(t, d)[0]; first.Reason != "a complaint" || first.After != "q=x" {
		t.Errorf("the look is on record as %+v", first)
	}
}

// The log is for staff alone.
func TestReaders(t *testing.T) {
	_, l := setup(t)
	testkit.Scenarios{
		{Name: "an admin", As: account.Caller{ID: "ada", Role: account.Admin}, Do: "GET /admin/audit-log", Status: http.StatusOK, Has: `"total":0`},
		{Name: "a performer", As: account.Caller{ID: "nina", Role: account.Performer}, Do: "GET /admin/audit-log", Status: http.StatusForbidden},
		{Name: "a member", As: account.Caller{ID: "tom", Role: account.Member}, Do: "GET /admin/audit-log", Status: http.StatusForbidden},
		{Name: "a guest", Do: "GET /admin/audit-log", Status: http.StatusUnauthorized},
	}.Run(t, l.Routes)
}
