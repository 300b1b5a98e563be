package app_test

import (
	"database/sql"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/socialconnect/xtest"
	"limelight/internal/testkit"
)

// The program is killed twice while it erases somebody: while X, which a package asks to take its tokens back, does not
// answer, and between the rows of two packages, at one that the database does not let go. Started once more it carries
// all of it out, and what was next in line: each is told and written down once, nothing is left of them, and the books
// are right.
func TestKilledAmidAnErasure(t *testing.T) {
	t.Parallel()
	program, cfg := build(t), beside(config(t))
	ids, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Performer, Username: "evacanary"}, app.Resident{Role: account.Member, Username: "tomcanary", Tokens: 15})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{url: "http://" + cfg.Addr, cfg: cfg, ids: ids}
	d := outside(t, cfg)
	running := run(t, program, cfg)
	kill := func() {
		t.Helper()
		running.Process.Kill() // died tells
		died(t, running)
	}
	x := s.wishes(t)
	kill()
	s.due(t, d)

	const revoke = "/2/oauth2/revoke"
	x.Fail(xtest.Failure{Path: revoke, Late: time.Hour})
	running = run(t, program, cfg)
	testkit.Eventually(t, "X is asked to take the tokens back", func() bool { return x.Calls(revoke) == 1 })
	kill()
	s.stand(t, d, "evacanary", "begun", "blocks", 1)

	release := s.holdsStill(t, d, ids["evacanary"])
	running = run(t, program, cfg)
	testkit.Eventually(t, "her blocks are gone", func() bool { return count(t, d, "blocks", ids["evacanary"]) == 0 })
	kill()
	s.stand(t, d, "evacanary", "begun", "favourites", 1)
	s.stand(t, d, "tomcanary", "begun", "favourites", 2)
	release()

	run(t, program, cfg)
	names := []string{"evacanary", "tomcanary"}
	for _, name := range names {
		testkit.Eventually(t, name+" is erased", func() bool { return statusOf(t, d, ids[name]) == "erased" })
		s.stand(t, d, name, "erased", "favourites", 0)
		if n := number(t, d, `SELECT COUNT(*) FROM audit_log WHERE action = 'erasure.done' AND subject = 'account:`+ids[name]+`'`); n != 1 {
			t.Errorf("that %s was erased is written down %d times", name, n)
		}
	}
	s.in(t, account.Performer, "nina").do(t, "GET /performers/me/tips?limit=5", nil).must(t, 200, "Deleted account", `"token":15,`, `"total":1}`)
	s.forgot(t, "canary")
	for _, name := range names { // which the log of what staff did knows, from now on
		mails := s.in(t, account.Admin, "ada").do(t, "GET /admin/mails?limit=100&to="+name+"@example.com", nil).must(t, 200)
		if strings.Count(string(mails.body), "Your account is erased") != 1 {
			t.Errorf("%s has the mails %s", name, mails.body)
		}
	}
	checked, err := exec.Command(program, append([]string{"check"}, flags(cfg)...)...).CombinedOutput()
	if err != nil || !strings.HasSuffix(string(checked), "\nevery invariant holds\n") {
		t.Errorf("limelight check: %v\n%s", err, checked)
	}
}

// wishes has Eva and Tom leave something in several packages, and then want to be forgotten, she first.
func (s *site) wishes(t *testing.T) *xtest.Provider {
	t.Helper()
	eva, tom := s.in(t, account.Performer, "evacanary"), s.in(t, account.Member, "tomcanary")
	x := s.posting(t, s.in(t, account.Admin, "ada"), eva)
	eva.do(t, "POST /performers/blocking/update", record{"countries": []string{"ES"}}).must(t, 200)
	tom.do(t, "POST /favourite/"+s.ids["evacanary"]+"/like", nil).must(t, 200)
	tom.do(t, "POST /favourite/"+s.ids["nina"]+"/like", nil).must(t, 200)
	tom.do(t, "PUT /users", record{"name": "Tom canary"}).must(t, 200)
	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 15, "note": "a canary of mine"}).must(t, 200)
	eva.do(t, "POST /users/me/erasure", nil).must(t, 200)
	tom.do(t, "POST /users/me/erasure", nil).must(t, 200)
	return x
}

// due begins all wishes of a site that is not running, and lets the time pass until their rows go.
func (s *site) due(t *testing.T, d *sql.DB) {
	t.Helper()
	if err := app.CarryErasures(t.Context(), s.cfg, time.Now().Add(14*24*time.Hour+time.Minute)); err != nil {
		t.Fatal(err)
	}
	alter(t, d, `UPDATE erasures SET begun_at = 1 WHERE status = 'begun'`)
}

// stand proves how far an erasure has come.
func (s *site) stand(t *testing.T, d *sql.DB, name, status, table string, rows int) {
	t.Helper()
	if got, left := statusOf(t, d, s.ids[name]), count(t, d, table, s.ids[name]); got != status || left != rows {
		t.Errorf("the erasure of %s is %s and has left %d rows of %s; want %s and %d", name, got, left, table, status, rows)
	}
}

func statusOf(t *testing.T, d *sql.DB, accountID string) (status string) {
	t.Helper()
	if err := d.QueryRowContext(t.Context(), `SELECT status FROM erasures WHERE account_id = $1`, accountID).Scan(&status); err != nil {
		t.Fatal(err)
	}
	return status
}

// count is how many rows of a table are of somebody.
func count(t *testing.T, d *sql.DB, table, accountID string) int {
	t.Helper()
	owner := map[string]string{"blocks": "performer_id", "favourites": "performer_id = '" + accountID + "' OR member_id"}[table]
	return number(t, d, `SELECT COUNT(*) FROM `+table+` WHERE `+owner+` = '`+accountID+`'`)
}

func number(t *testing.T, d *sql.DB, query string) (n int) {
	t.Helper()
	if err := d.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// holdsStill has the database never come to an end with the deletion of who likes a performer, until release.
func (s *site) holdsStill(t *testing.T, d *sql.DB, performerID string) (release func()) {
	t.Helper()
	if s.cfg.Database != "" {
		alter(t, d, `CREATE FUNCTION hold_still() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(3600); RETURN OLD; END $$`)
		alter(t, d, fmt.Sprintf(`CREATE TRIGGER hold_still BEFORE DELETE ON favourites FOR EACH ROW WHEN (OLD.performer_id = '%s') EXECUTE FUNCTION hold_still()`, performerID))
		return func() {
			// The server does not notice that who asked has died.
			alter(t, d, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`)
			alter(t, d, `DROP TRIGGER hold_still ON favourites`)
			alter(t, d, `DROP FUNCTION hold_still`)
		}
	}
	alter(t, d, fmt.Sprintf(`
		CREATE TRIGGER hold_still BEFORE DELETE ON favourites WHEN OLD.performer_id = '%s' BEGIN
			SELECT COUNT(*) FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n);
		END`, performerID))
	return func() { alter(t, d, `DROP TRIGGER hold_still`) }
}
