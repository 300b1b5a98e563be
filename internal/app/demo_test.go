package app

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/demo"
	"limelight/internal/account"
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
func TestNobodyLooksAfterShowsOfThePast(t *testing.T) {
	err := with(t.Context(), newConfig(t), making, func(_ context.Context, s *Services) error {
		looksAfter := func(t task) bool { return t.name == "shows" || t.name == "records" || t.name == "jobs" }
		if slices.ContainsFunc(s.running, looksAfter) {
			t.Error("somebody looks after shows meanwhile")
		}
		if !slices.ContainsFunc(s.following, looksAfter) {
			t.Error("nobody looks after shows afterwards")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every loop comes in two sizes, of which slow lines get the small one.
func TestDemoClips(t *testing.T) {
	var people demoPeople
	if err := json.Unmarshal(demo.People, &people); err != nil {
		t.Fatal(err)
	}
	for _, p := range people.Performers {
		if !p.Clip {
			continue
		}
		clip, err := readDemoClip(p.Username)
		if err != nil {
			t.Errorf("%s: %v", p.Username, err)
			continue
		}
		for sizes := range clip.Sizes(func() bool { return false }) {
			if len(sizes) != 2 || len(sizes[1]) >= len(sizes[0]) {
				t.Errorf("%s: %d sizes, or the second is no smaller", p.Username, len(sizes))
			}
			break
		}
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
	if _, err := FillDemo(t.Context(), cfg); !errors.Is(err, errNotEmpty) {
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
			if n := testkit.Int(t, s.db, `SELECT balance FROM ledger_accounts WHERE id = (SELECT 'wallet:' || id FROM accounts WHERE username = $1)`, a.Username); money.Tokens(n) != money.Whole(demoTokens) {
				t.Errorf("%s holds %v, want %d", a.Username, money.Tokens(n), demoTokens)
			}
		}
		for what, c := range map[string]struct {
			least int64
			query string
		}{
			"days with tips of NovaRay":     {30, `SELECT COUNT(DISTINCT created_at / 86400000) FROM tips WHERE performer_id = (SELECT id FROM accounts WHERE username = 'NovaRay')`},
			"days with tips":                {demoDays - 2, `SELECT COUNT(DISTINCT created_at / 86400000) FROM tips`},
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
			"spins":                         {30, `SELECT COUNT(*) FROM wheel_results WHERE status = 'done'`},
			"payouts done":                  {5, `SELECT COUNT(*) FROM payout_requests WHERE status = 'done'`},
			"payouts to decide":             {1, `SELECT COUNT(*) FROM payout_requests WHERE status = 'pending'`},
			"refund requests to decide":     {1, `SELECT COUNT(*) FROM refund_requests WHERE status = 'pending'`},
			"payments that have not come":   {1, `SELECT COUNT(*) FROM funds_intents WHERE state = 'pending'`},
			"performers with galleries":     {16, `SELECT COUNT(DISTINCT performer_id) FROM assets WHERE status = 'active'`},
			"galleries to look at":          {1, `SELECT COUNT(*) FROM assets WHERE status = 'pending'`},
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

// The demo's films are made by the programs that the site has, in the folder that is swept.
func TestDemoFilms(t *testing.T) {
	cfg := newConfig(t)
	says := filepath.Join(t.TempDir(), "ffmpeg")
	if err := os.WriteFile(says, []byte("#!/bin/sh\necho \"$@\" >&2\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cfg.Tools = func(context.Context) transcode.Tools { return transcode.Tools{Missing: []string{"ffmpeg"}} }
	mark := filepath.Join(cfg.Data, demoVideosMark)
	err := with(t.Context(), cfg, making, func(ctx context.Context, s *Services) error {
		if err := errors.Join(sweepTempFolder(cfg.Data, time.Now()), os.WriteFile(mark, nil, 0o600)); err != nil {
			return err
		}
		if err := s.sellDemoVideos(ctx); err != nil {
			t.Errorf("without programs: %v", err)
		}
		var people demoPeople
		if err := json.Unmarshal(demo.People, &people); err != nil {
			return err
		}
		i := slices.IndexFunc(people.Performers, func(p demoPerformer) bool { return p.Clip })
		_, err := s.demoFilm(ctx, transcode.Tools{FFmpeg: says}, people.Performers[i].Username, 0)
		if err == nil || !strings.Contains(err.Error(), TempFolder(cfg.Data)) {
			t.Errorf("a film is made elsewhere: %v", err)
		}
		return nil
	})
	if _, absent := os.Stat(mark); err != nil || absent != nil {
		t.Errorf("what waits for programs is gone: %v, %v", absent, err)
	}
}
