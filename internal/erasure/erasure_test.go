package erasure_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/erasure"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

type site struct {
	*erasure.Service
	db       *db.DB
	clock    *testkit.Clock
	book     *ledger.Ledger
	accounts *account.Service
	acts     []erasure.Act
}

func setup(t *testing.T) *site {
	t.Helper()
	s := &site{db: testkit.DB(t), clock: testkit.NewClock()}
	events := bus.New(s.db, slog.New(slog.DiscardHandler), s.clock.Now)
	s.accounts = testkit.Accounts(t, s.db, events, s.clock.Now)
	s.book = ledger.New(s.clock.Now)
	s.Service = erasure.New(erasure.Deps{
		DB: s.db, Accounts: s.accounts, Ledger: s.book, Notices: s.accounts.Notices, Now: s.clock.Now, Log: slog.New(slog.DiscardHandler),
		Acts: func() []erasure.Act { return s.acts },
		Audit: audit.New(audit.Deps{
			DB: s.db, Reader: account.ReadAudit.Guard(), Now: s.clock.Now, Staff: func(context.Context) bool { return true },
			Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
			Names:  func(context.Context, *db.Tx, ...string) (map[string]string, error) { return nil, nil },
		}),
	})
	return s
}

func code(t *testing.T, err error) string {
	t.Helper()
	refused, isFault := errors.AsType[*fault.Fault](err)
	if !isFault {
		t.Fatalf("no refusal: %v", err)
	}
	return refused.Code
}

// letters are the subjects of what was mailed to tom, the newest first.
func (s *site) letters(t *testing.T) (subjects string) {
	t.Helper()
	err := s.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		list, _, err := mail.List(ctx, tx, mail.Filter{To: "tom@example.com", Limit: 10})
		for _, m := range list {
			subjects += m.Subject + "\n"
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return subjects
}

// passes lets time go by and the job run twice: what was begun is carried out in a later turn.
func (s *site) passes(t *testing.T, by time.Duration) {
	t.Helper()
	s.clock.Advance(by)
	for range 2 {
		if err := s.Carry(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(2 * time.Minute)
	}
}

func (s *site) account(t *testing.T, accountID string) (a account.Account) {
	t.Helper()
	err := s.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = s.accounts.Get(ctx, tx, accountID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (s *site) give(t *testing.T, memberID string) {
	t.Helper()
	err := s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := s.book.Grant(ctx, tx, memberID, money.Whole(5), "test", ledger.Written("A gift"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAskAndTakeBack(t *testing.T) {
	s := setup(t)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	ada := testkit.Person(t, s.db, account.Admin, "ada")
	long := account.Caller{ID: "tom", Role: account.Member, Username: "tom"}
	testkit.Scenarios{
		{Name: "nobody has asked", As: tom, Do: "GET /users/me/erasure", Status: http.StatusOK, Has: `"asked":false`},
		{Name: "there is nothing to take back", As: tom, Do: "DELETE /users/me/erasure", Status: http.StatusNotFound},
		{Name: "not a guest", Do: "POST /users/me/erasure", Status: http.StatusUnauthorized},
		{Name: "not an admin", As: ada, Do: "POST /users/me/erasure", Status: http.StatusForbidden},
		{Name: "not without a fresh proof", As: long, Do: "POST /users/me/erasure", Status: http.StatusForbidden, Has: "step_up_required"},
		{Name: "tom asks", As: tom, Do: "POST /users/me/erasure", Status: http.StatusOK},
		{Name: "once", As: tom, Do: "POST /users/me/erasure", Status: http.StatusConflict, Has: "erasure_asked"},
		{Name: "he sees until when", As: tom, Do: "GET /users/me/erasure", Status: http.StatusOK, Has: `"dueAt":"2026-11-16T12:00:00Z"`},
		{Name: "staff see it", As: ada, Do: "GET /admin/erasures", Status: http.StatusOK, Has: `"username":"tom"`},
		{Name: "nobody else does", As: tom, Do: "GET /admin/erasures", Status: http.StatusForbidden},
		{Name: "taking it back wants a proof, too", As: long, Do: "DELETE /users/me/erasure", Status: http.StatusForbidden, Has: "step_up_required"},
		{Name: "he takes it back", As: tom, Do: "DELETE /users/me/erasure", Status: http.StatusOK},
		{Name: "it is gone", As: ada, Do: "GET /admin/erasures", Status: http.StatusOK, Has: `"total":0`},
	}.Run(t, s.Routes)
	if got := s.letters(t); !strings.Contains(got, "to be erased") || !strings.Contains(got, "Your account stays") {
		t.Errorf("tom was mailed %s", got)
	}
	s.passes(t, 15*24*time.Hour)
	if a := s.account(t, "tom"); a.Status != account.StatusActive || a.Username != "tom" {
		t.Errorf("tom, who took it back, is %+v", a)
	}
}

// Tom is erased when the time has come: not before, and not while it is on hold.
func TestCarriedOut(t *testing.T) {
	s := setup(t)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	ada := testkit.Person(t, s.db, account.Admin, "ada")
	if err := s.Ask(t.Context(), tom); err != nil {
		t.Fatal(err)
	}
	list, _, err := s.Due(t.Context(), api.Page{Limit: 10})
	if err != nil || len(list) != 1 {
		t.Fatalf("%v %v", list, err)
	}
	hold := "/admin/erasures/" + list[0].ID + "/hold"
	s.passes(t, 14*24*time.Hour-10*time.Minute)
	if a := s.account(t, "tom"); a.Status != account.StatusActive {
		t.Errorf("before it is due tom is %s", a.Status)
	}
	testkit.Scenarios{
		{Name: "not without a reason", As: ada, Do: "PUT " + hold, Body: `{"reason":""}`, Status: http.StatusUnprocessableEntity},
		{Name: "not by tom", As: tom, Do: "PUT " + hold, Body: `{"reason":"x"}`, Status: http.StatusForbidden},
		{Name: "on hold", As: ada, Do: "PUT " + hold, Body: `{"reason":"A court asks."}`, Status: http.StatusOK},
		{Name: "staff see why", As: ada, Do: "GET /admin/erasures", Status: http.StatusOK, Has: `"heldReason":"A court asks."`},
		{Name: "tom sees that", As: tom, Do: "GET /users/me/erasure", Status: http.StatusOK, Has: `"onHold":true`},
	}.Run(t, s.Routes)
	s.passes(t, 24*time.Hour)
	if a := s.account(t, "tom"); a.Status != account.StatusActive {
		t.Errorf("on hold tom is %s", a.Status)
	}
	testkit.Scenarios{{Name: "it goes on", As: ada, Do: "DELETE " + hold, Status: http.StatusOK}}.Run(t, s.Routes)
	s.passes(t, time.Minute)
	testkit.Scenarios{
		{Name: "nothing brings it back", As: ada, Do: "PUT " + hold, Body: `{"reason":"x"}`, Status: http.StatusConflict},
		{Name: "nor its owner", As: tom, Do: "DELETE /users/me/erasure", Status: http.StatusNotFound},
	}.Run(t, s.Routes)
	if a := s.account(t, "tom"); a.Status != account.StatusSuspended || a.Username != "Deleted account" || a.Email != "" || a.DateOfBirth != "" {
		t.Errorf("tom is %+v", a)
	}
	if got := s.letters(t); !strings.Contains(got, "Your account is erased") {
		t.Errorf("tom was mailed %s", got)
	}
	err = s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return s.accounts.Restore(ctx, tx, "tom", "ada") })
	if !errors.Is(err, account.ErrErased) {
		t.Errorf("ada restores tom: %v", err)
	}
	testkit.Person(t, s.db, account.Member, "tim") // whose id is another: name and address are free
	testkit.Exec(t, s.db, `UPDATE accounts SET username_key = 'tom', email_key = 'tom@example.com' WHERE id = 'tim'`)
	acts := testkit.Int(t, s.db, `SELECT COUNT(*) FROM audit_log WHERE action IN ('erasure.held', 'erasure.released', 'erasure.done')`)
	if acts != 3 {
		t.Errorf("%d acts are in the log, want 3", acts)
	}
}

// A node dies in the midst of an erasure, at each step once. The others go on, and tom is told once.
func TestANodeDiesWhileItErases(t *testing.T) {
	s := setup(t)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	testkit.Exec(t, s.db, `INSERT INTO account_devices (account_id, device_hash, last_seen_at) VALUES ('tom', 'x', 1)`)
	var node context.Context
	var kill context.CancelFunc
	lives := func() {
		node, kill = context.WithCancel(t.Context())
		t.Cleanup(kill)
	}
	lives()
	dies, done := -1, map[string]int{}
	for i := range 3 {
		name := fmt.Sprint("part ", i)
		s.acts = append(s.acts, erasure.Act{Name: name, Erase: func(ctx context.Context, accountID string) error {
			done[name]++
			if i == dies {
				kill()
			}
			return ctx.Err()
		}})
	}
	if err := s.Ask(t.Context(), tom); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(14 * 24 * time.Hour)
	if err := s.Carry(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(2 * time.Minute)
	for dies = range 3 {
		if err := s.Carry(node); err == nil {
			t.Error("the node did not die")
		}
		if a := s.account(t, "tom"); a.Username != "tom" || a.Status != account.StatusSuspended {
			t.Errorf("amid the erasure tom is %+v", a)
		}
		lives()
	}
	dies = -1
	for range 2 {
		if err := s.Carry(node); err != nil {
			t.Error(err)
		}
	}
	if done["part 0"] != 4 || done["part 2"] != 2 {
		t.Errorf("the parts were done %v", done)
	}
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM account_devices WHERE account_id = 'tom'`); n != 0 {
		t.Errorf("%d devices are left", n)
	}
	if got := strings.Count(s.letters(t), "Your account is erased"); got != 1 {
		t.Errorf("tom was told %d times", got)
	}
}

// Whoever has tokens is told so, and what comes up later lets the erasure wait.
func TestWhatStandsAgainstIt(t *testing.T) {
	s := setup(t)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	if err := s.Ask(t.Context(), tom); err != nil {
		t.Fatal(err)
	}
	s.give(t, "tom")
	s.passes(t, 15*24*time.Hour)
	s.passes(t, time.Hour)
	if a := s.account(t, "tom"); a.Status != account.StatusActive {
		t.Errorf("with tokens tom is %s", a.Status)
	}
	if got := strings.Count(s.letters(t), "cannot be erased yet"); got != 1 {
		t.Errorf("tom was told %d times that it waits", got)
	}
	testkit.Scenarios{
		{Name: "staff see it", As: testkit.Person(t, s.db, account.Admin, "ada"), Do: "GET /admin/erasures", Status: http.StatusOK, Has: `"isDue":true,"begun":false,"obstacles":[{"what":"balance"`},
	}.Run(t, s.Routes)
	if err := s.TakeBack(t.Context(), tom); err != nil {
		t.Fatal(err)
	}
	if got := code(t, s.Ask(t.Context(), tom)); got != "erasure_held" {
		t.Errorf("refused as %s", got)
	}
	state, err := s.State(t.Context(), tom)
	if err != nil || len(state.Obstacles) != 1 || state.Obstacles[0].Title != "Tokens that are left" {
		t.Errorf("the state is %+v, %v", state, err)
	}
}

// Whoever works for a studio goes with it.
func TestAStudioGoesWithItsStaff(t *testing.T) {
	s := setup(t)
	sam := testkit.Person(t, s.db, account.Studio, "sam")
	testkit.Person(t, s.db, account.Studio, "pat")
	testkit.Exec(t, s.db, `UPDATE accounts SET studio_id = 'sam' WHERE id = 'pat'`)
	if err := s.Ask(t.Context(), sam); err != nil {
		t.Fatal(err)
	}
	s.passes(t, 14*24*time.Hour)
	for _, who := range []string{"sam", "pat"} {
		if a := s.account(t, who); a.Username != "Deleted account" {
			t.Errorf("%s is %s", who, a.Username)
		}
	}
}
