package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/demosite"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/transcode"
	"limelight/internal/testkit"
)

// newConfig is a site without people, in a folder and a database of its own.
func newConfig(t *testing.T) Config {
	t.Helper()
	cfg := Config{Addr: "127.0.0.1:8080", MailFrom: "no-reply@localhost", LogLevel: "error", Development: true}
	migrated := testkit.Migrated(t)
	if os.Getenv("TEST_DATABASE_URL") != "" {
		cfg.Data, cfg.Database = t.TempDir(), migrated
	} else {
		cfg.Data = filepath.Dir(migrated)
	}
	return cfg
}

// Nothing that serves people while a demo's history is written looks after shows: it
// would end those of the history, which by its clock were over long ago.
func TestDemoHistoryRunsWithoutBackgroundJobs(t *testing.T) {
	err := with(t.Context(), newConfig(t), making, func(_ context.Context, s *Services) error {
		looksAfter := func(t task) bool { return t.name == "shows" || t.name == "records" || t.name == "jobs" }
		if slices.ContainsFunc(s.tasks, looksAfter) {
			t.Error("shows are looked after meanwhile")
		}
		if !slices.ContainsFunc(s.followUps, looksAfter) {
			t.Error("shows are not looked after afterwards")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The demo's 90 days leave books that agree, people who can spend, earnings on
// most days, and something to do in every queue of the operator's.
func TestDemoSite(t *testing.T) {
	if testing.Short() {
		t.Skip("a demo site is filled once, in the whole run on SQLite")
	}
	cfg := Config{Addr: "127.0.0.1:8080", Data: t.TempDir(), MailFrom: "no-reply@localhost", LogLevel: "error", Development: true}
	accounts, err := FillDemo(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := FillDemo(t.Context(), cfg); !errors.Is(err, demosite.ErrNotEmpty) {
		t.Errorf("filled again: %v", err)
	}
	err = with(t.Context(), cfg, looking, func(ctx context.Context, s *Services) error {
		found, err := s.check.violations(ctx)
		for _, line := range found {
			t.Error(line)
		}
		for _, a := range accounts {
			if a.Role != account.Member {
				continue
			}
			if n := testkit.Int(t, s.db, `SELECT balance FROM ledger_accounts WHERE class = 'wallet' AND owner_id = (SELECT id FROM accounts WHERE username = $1)`, a.Username); money.Tokens(n) != money.Whole(demosite.Tokens) {
				t.Errorf("%s holds %v, want %d", a.Username, money.Tokens(n), demosite.Tokens)
			}
		}
		for what, c := range map[string]struct {
			least int64
			query string
		}{
			"days with tips of NovaRay":     {30, `SELECT COUNT(DISTINCT created_at / 86400000) FROM tips WHERE performer_id = (SELECT id FROM accounts WHERE username = 'NovaRay')`},
			"days with tips":                {demosite.Days - 2, `SELECT COUNT(DISTINCT created_at / 86400000) FROM tips`},
			"performers with tips":          {16, `SELECT COUNT(DISTINCT performer_id) FROM tips`},
			"public shows":                  {200, `SELECT COUNT(*) FROM shows WHERE type = 'public' AND status = 'ended'`},
			"private shows":                 {10, `SELECT COUNT(*) FROM shows WHERE type = 'private' AND status = 'ended'`},
			"private minutes":               {30, `SELECT COUNT(*) FROM show_minutes`},
			"group shows":                   {5, `SELECT COUNT(*) FROM shows WHERE type = 'group' AND status = 'ended' AND live_at > 0`},
			"seats in group shows":          {10, `SELECT COUNT(*) FROM show_meters WHERE kind = 'group'`},
			"looks into private shows":      {3, `SELECT COUNT(*) FROM show_meters WHERE kind = 'peekIn'`},
			"disputes won":                  {2, `SELECT COUNT(*) FROM funds_intents WHERE dispute = 'won'`},
			"disputes lost":                 {2, `SELECT COUNT(*) FROM funds_intents WHERE dispute = 'lost'`},
			"disputes to decide":            {1, `SELECT COUNT(*) FROM funds_intents WHERE dispute = 'open'`},
			"reasons to ask a payment back": {4, `SELECT COUNT(DISTINCT reason) FROM refund_requests`},
			"messages to the operator":      {4, `SELECT COUNT(*) FROM contact_messages`},
			"papers to look at":             {3, `SELECT COUNT(*) FROM identity_checks WHERE state = 'submitted'`},
			"papers that were sent back":    {1, `SELECT COUNT(*) FROM identity_checks WHERE state = 'rejected'`},
			"recordings that are shared":    {4, `SELECT COUNT(*) FROM show_recordings WHERE shared_at > 0`},
			"public shows to watch again":   {2, `SELECT COUNT(*) FROM show_recording_viewers v JOIN show_recordings r ON r.id = v.recording_id WHERE r.type = 'public'`},
			"spins":                         {30, `SELECT COUNT(*) FROM wheel_results WHERE status = 'done'`},
			"payouts done":                  {5, `SELECT COUNT(*) FROM payout_requests WHERE status = 'done'`},
			"payouts to decide":             {1, `SELECT COUNT(*) FROM payout_requests WHERE status = 'pending'`},
			"refund requests to decide":     {1, `SELECT COUNT(*) FROM refund_requests WHERE status = 'pending'`},
			"payments that have not come":   {1, `SELECT COUNT(*) FROM funds_intents WHERE state = 'pending'`},
			"performers with galleries":     {16, `SELECT COUNT(DISTINCT performer_id) FROM assets WHERE status = 'active'`},
			"galleries to look at":          {1, `SELECT COUNT(*) FROM assets WHERE status = 'pending'`},
			"messages that were paid for":   {2, `SELECT COUNT(*) FROM message_charges WHERE NOT held`},
			"photos that were opened":       {1, `SELECT COUNT(*) FROM message_unlocks`},
			"photos that wait":              {1, `SELECT COUNT(*) FROM messages WHERE held_at > 0`},
			"orders to go on with":          {3, `SELECT COUNT(*) FROM orders WHERE closed_at = 0`},
			"pages of the operator's":       {3, `SELECT COUNT(*) FROM posts WHERE status = 'published'`},
			"photos on sale":                {80, `SELECT COUNT(*) FROM asset_photos WHERE approved_at > 0`},
			"rewards for who invited them":  {10, `SELECT COUNT(*) FROM referral_rewards`},
		} {
			if n := testkit.Int(t, s.db, c.query); n < c.least {
				t.Errorf("%d %s, want at least %d", n, what, c.least)
			}
		}
		for what, query := range map[string]string{
			"shows that are open":            `SELECT COUNT(*) FROM shows WHERE status <> 'ended'`,
			"events that nobody heard":       `SELECT COUNT(*) FROM bus_deliveries`,
			"transfers that are yet to come": `SELECT COUNT(*) FROM ledger_transfers WHERE id > '` + id.Floor(time.Now().Add(time.Minute)) + `'`,
		} {
			if n := testkit.Int(t, s.db, query); n != 0 {
				t.Errorf("%d %s", n, what)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Without the programs that make videos the demo's wait.
func TestDemoVideosWait(t *testing.T) {
	cfg := newConfig(t)
	cfg.Tools = func(context.Context) transcode.Tools { return transcode.Tools{Missing: []string{"ffmpeg"}} }
	mark := filepath.Join(cfg.Data, demosite.VideosMark)
	err := with(t.Context(), cfg, making, func(ctx context.Context, s *Services) error {
		if err := os.WriteFile(mark, nil, 0o600); err != nil {
			return err
		}
		return demosite.SellVideos(ctx, demoSite(s))
	})
	if _, absent := os.Stat(mark); err != nil || absent != nil {
		t.Errorf("what waits for programs is gone: %v, %v", absent, err)
	}
}
