package moderation_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/moderation"
	"limelight/internal/testkit"
)

// vips remember who is one.
type vips map[string]bool

func (v vips) SetVIP(_ context.Context, _ *db.Tx, performerID string, vip bool) error {
	v[performerID] = vip
	return nil
}

type fixture struct {
	*moderation.Service
	log   *audit.Log
	db    *db.DB
	clock *testkit.Clock
	web   http.Handler
	vips  vips
	ada   account.Caller
	nina  account.Caller
}

// setup is Ada the admin and Nina the performer.
func setup(t *testing.T) fixture {
	t.Helper()
	h := fixture{db: testkit.DB(t), clock: testkit.NewClock(), vips: vips{}}
	accounts := testkit.Accounts(t, h.db, bus.New(h.db, slog.New(slog.DiscardHandler), h.clock.Now), h.clock.Now)
	h.log = testkit.AuditLog(h.db, h.clock.Now)
	h.Service = moderation.New(moderation.Deps{DB: h.db, Audit: h.log, Accounts: accounts, VIPs: h.vips, Now: h.clock.Now})
	h.web = testkit.Router(h.Routes)
	h.ada, h.nina = testkit.Person(t, h.db, account.Admin, "ada"), testkit.Person(t, h.db, account.Performer, "nina")
	return h
}

func TestAccounts(t *testing.T) {
	h := setup(t)
	testkit.Scenarios{
		{Name: "Ada suspends Nina", As: h.ada, Do: "POST /admin/accounts/nina/suspend", Body: `{"reason":"spam"}`, Status: 200},
		{Name: "not without a reason", As: h.ada, Do: "POST /admin/accounts/nina/suspend", Body: `{"reason":" "}`, Status: 422},
		{Name: "not herself", As: h.ada, Do: "POST /admin/accounts/ada/suspend", Body: `{"reason":"tired"}`, Status: 409},
		{Name: "not nobody", As: h.ada, Do: "POST /admin/accounts/nobody/suspend", Body: `{"reason":"x"}`, Status: 404},
		{Name: "Ada restores Nina", As: h.ada, Do: "POST /admin/accounts/nina/restore", Body: `{}`, Status: 200},
		{Name: "twice is a conflict", As: h.ada, Do: "POST /admin/accounts/nina/restore", Body: `{}`, Status: 409},
		{Name: "Nina is a VIP", As: h.ada, Do: "PUT /admin/performers/nina/vip", Body: `{"vip":true}`, Status: 200},
	}.Run(t, h.Routes)
	testkit.Scenarios{
		{Name: "all of it is on record", As: h.ada, Do: "GET /admin/audit-log?subject=account:nina", Status: 200, Has: `"total":3`},
		{Name: "with before and after", As: h.ada, Do: "GET /admin/audit-log?subject=account:nina", Status: 200, Has: `"before":"active","after":"suspended"`},
	}.Run(t, h.log.Routes)
	if !h.vips["nina"] {
		t.Error("Nina is no VIP")
	}
}

// One admin does not shut the others out: they suspend one in a day, only while a
// third is left, and others may be suspended all the same.
func TestSuspendingAdmins(t *testing.T) {
	h := setup(t)
	suspend := func(name, who string, status int, has string) {
		t.Helper()
		testkit.Scenarios{{Name: name, As: h.ada, Do: "POST /admin/accounts/" + who + "/suspend", Body: `{"reason":"x"}`, Status: status, Has: has}}.Run(t, h.Routes)
	}
	testkit.Person(t, h.db, account.Admin, "bea")
	suspend("the only other admin", "bea", 409, "second_admin")
	testkit.Person(t, h.db, account.Admin, "cleo")
	testkit.Exec(t, h.db, `UPDATE accounts SET invited_at = `+fmt.Sprint(db.Millis(h.clock.Now()))+` WHERE id = 'cleo'`)
	suspend("while the third was invited a moment ago", "bea", 409, "no third admin")
	testkit.Exec(t, h.db, `UPDATE accounts SET invited_at = 0 WHERE id = 'cleo'`)
	testkit.Person(t, h.db, account.Admin, "dora")
	suspend("one of three others", "bea", 200, "")
	suspend("a second within a day", "cleo", 409, "within the last 24 hours")
	suspend("a performer", "nina", 200, "")
	h.clock.Advance(25 * time.Hour)
	suspend("a second, the next day", "cleo", 200, "")
	h.clock.Advance(25 * time.Hour)
	suspend("the last", "dora", 409, "no third admin")
	newcomer := h.ada
	newcomer.NewAdmin = true
	testkit.Scenarios{
		{Name: "a new admin", As: newcomer, Do: "POST /admin/accounts/dora/suspend", Body: `{"reason":"x"}`, Status: 403, Has: "new_admin"},
		{Name: "a new admin reopens one", As: newcomer, Do: "POST /admin/accounts/bea/restore", Body: `{}`, Status: 403, Has: "new_admin"},
	}.Run(t, h.Routes)
}

// Two who suspend each other at the same moment leave one of them.
func TestSuspendingEachOther(t *testing.T) {
	h := setup(t)
	testkit.Person(t, h.db, account.Admin, "bea")
	testkit.Person(t, h.db, account.Admin, "cleo")
	ring := []string{"ada", "bea", "cleo"}
	testkit.Together(len(ring), func(i int) {
		ctx := account.WithCaller(context.Background(), account.Caller{ID: ring[i], Role: account.Admin, Proved: true})
		_ = h.Suspend(ctx, ring[(i+1)%len(ring)], "a quarrel") // refused for whoever comes too late
	})
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM accounts WHERE role = 'admin' AND status = 'active'`); n != 2 {
		t.Errorf("%d admins are left", n)
	}
}

// Every route is for admins alone.
func TestRoles(t *testing.T) {
	h := setup(t)
	callers := []account.Caller{
		h.nina, testkit.Person(t, h.db, account.Member, "tom"), testkit.Person(t, h.db, account.Studio, "stella"),
	}
	for _, route := range []string{
		"POST /admin/accounts/tom/suspend", "POST /admin/accounts/tom/restore", "PUT /admin/performers/nina/vip", "POST /admin/admins",
	} {
		if code := testkit.Call(h.web, account.Caller{}, route, "", nil).Code; code != 401 {
			t.Errorf("%s answered a guest %d, want 401", route, code)
		}
		for _, c := range callers {
			answer := testkit.Call(h.web, c, route, "", nil)
			if answer.Code != 403 || !strings.Contains(answer.Body.String(), "Forbidden in the action!") {
				t.Errorf("%s answered a %s %d, want 403", route, c.Role, answer.Code)
			}
		}
	}
	if acts := testkit.Acts(t, h.db); len(acts) != 0 {
		t.Errorf("refused calls are on record: %v", acts)
	}
}
