package app_test

import (
	"context"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// A member in a paid show is suspended. What ends his seat fails, and the program is
// killed before it succeeds. Started again, the program ends the show, and what was
// owed is billed once.
func TestKilledBetweenSuspensionAndCut(t *testing.T) {
	t.Parallel()
	program, cfg := build(t), config(t)
	ids, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom", Tokens: 1000})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{url: "http://" + cfg.Addr, cfg: cfg, ids: ids}
	running := run(t, program, cfg)
	ada, nina, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	ada.do(t, "PUT /admin/settings", record{"freeSeconds": 0, "reconnectSeconds": 120, "mediaLossSeconds": 120}).must(t, 200)
	nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	asked := tom.do(t, "POST /streaming/private-chat/"+ids["nina"], record{}).must(t, 200)
	talk, show := "POST /streaming/private-chat/"+asked.text("conversation"), "GET /streaming/session/"+ids["nina"]+"/private"
	hers := nina.do(t, talk+"/accept", nil).must(t, 200)
	if _, err := whiptest.Publish(t.Context(), s.url+"/whip", hers.text("publish.whip.token"), whiptest.Card()); err != nil {
		t.Fatal(err)
	}
	s.sits(t, tom, talk)
	testkit.Eventually(t, "Tom pays", func() bool { return tom.do(t, show, nil).must(t, 200).text("meter.status") == "running" })

	books := testkit.Open(t, cfg.Where())
	rename(t, books, "show_evictions", "show_evictions_away") // no show can end now
	ada.do(t, "POST /admin/accounts/"+ids["tom"]+"/suspend", record{"reason": "The card is not his."}).must(t, 200)
	testkit.Eventually(t, "somebody tried to end the show", func() bool {
		return rowsIn(t, books, `SELECT COUNT(*) FROM bus_deliveries WHERE event = 'account.suspended' AND attempts = 0`) == 0
	})
	nina.do(t, show, nil).must(t, 200) // the show goes on
	running.Process.Kill()             // died tells
	died(t, running)
	rename(t, books, "show_evictions_away", "show_evictions")

	run(t, program, cfg)
	testkit.Eventually(t, "Tom is out", func() bool { return nina.do(t, show, nil).status == 404 })
	receipt := "GET /streaming/shows/" + asked.text("sessionId") + "/receipt"
	nina.do(t, receipt, nil).must(t, 200, `"reason":"moderator"`, `"minutes":1`)
	if n := rowsIn(t, books, `SELECT COUNT(*) FROM show_seats WHERE left_at = 0`); n != 0 {
		t.Errorf("%d seats are still taken", n)
	}
	testkit.Eventually(t, "no cut waits", func() bool { return rowsIn(t, books, `SELECT COUNT(*) FROM show_cuts`) == 0 })
	s.audit(t)
}

func rowsIn(t *testing.T, d *db.DB, query string) (n int64) {
	t.Helper()
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		n, err = db.One(ctx, tx, db.Int64, query)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func rename(t *testing.T, d *db.DB, from, to string) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `ALTER TABLE `+from+` RENAME TO `+to)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
