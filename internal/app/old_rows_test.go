package app_test

import (
	"io/fs"
	"path"
	"testing"
	"testing/fstest"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/migrations"
)

// lastOfOne is the newest migration of the version before paid shows.
const lastOfOne = "0050_show.sql"

// A site that was run by the version before paid shows is opened by this one: its
// shows, talk, tips, logins, keys and shares are what they were, and a show that
// was on air when the old program stopped is one that waits for its picture.
func TestRowsOfTheVersionBefore(t *testing.T) {
	cfg := config(t)
	cfg.Data = t.TempDir() // empty: the old program comes first
	if cfg.Database != "" {
		cfg.Database = testkit.Address(t)
	}
	old := testkit.Open(t, cfg.Where())
	if n, err := old.Migrate(t.Context(), until(t, lastOfOne)); err != nil || n == 0 {
		t.Fatalf("%d migrations of the version before (%v)", n, err)
	}
	began := time.Now().Add(-time.Hour)
	oldPeople(t, old, began)
	oldTalk(t, old, began)
	oldShows(t, old, began)

	s := start(t, cfg) // migrates
	nina, lena, tom := visitor{site: s, token: "key of nina"}, visitor{site: s, token: "key of lena"}, visitor{site: s, token: "key of tom"}
	tom.do(t, "GET /users/me", nil).must(t, 200, `"username":"tom"`, `"balance":75,`)
	lena.do(t, "GET /performers/me", nil).must(t, 200, `"balance":20,`)
	lena.do(t, "GET /performers/me/tips", nil).must(t, 200, `"total":1}`, "brava")
	nina.do(t, "GET /performers/me", nil).must(t, 200, `"privatePrice":30`, `"whoMayAsk":"everyone"`)
	visitor{site: s, token: "key of sam"}.do(t, "GET /studio/commission", nil).must(t, 200, "60")
	history := s.guest().do(t, "GET /messages/conversations/public/room-of-lena", nil).must(t, 200)
	if first, second, third := history.text("data.2.text"), history.text("data.1.type"), history.text("data.0.text"); first != "good evening" ||
		second != "tip" || third != "Message deleted" || history.text("total") != "3" {
		t.Errorf("the talk of before is %s", history.body)
	}

	// What was on air waits, and goes on when its publisher comes back.
	for _, performer := range []string{"nina", "lena"} {
		testkit.Eventually(t, performer+"'s show waits for its picture", func() bool {
			return s.guest().do(t, "GET /streaming/session/"+performer+"/public", nil).text("status") == "paused"
		})
	}
	s.guest().do(t, "GET /streaming/session/vera/public", nil).must(t, 404)
	camera, err := whiptest.Publish(t.Context(), s.url+"/whip", "sk_live_of_nina", whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	s.isLive(t, "nina")
	if got := s.guest().do(t, "GET /streaming/session/nina/public", nil); got.text("sessionId") != "show-of-nina" || got.text("title") != "As ever" {
		t.Errorf("the show that goes on is %s", got.body)
	}

	// What is new works on what is old.
	asked := tom.do(t, "POST /streaming/private-chat/nina", nil).must(t, 200, `"price":30`)
	nina.do(t, "POST /streaming/private-chat/"+asked.text("conversation")+"/accept", nil).must(t, 200)
	nina.do(t, "POST /streaming/private-chat/"+asked.text("conversation")+"/end", nil).must(t, 200)
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":75,`)
	s.audit(t)
}

// until are the migrations up to one, of both engines.
func until(t *testing.T, last string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(migrations.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Base(name) > last {
			return err
		}
		text, err := fs.ReadFile(migrations.Files, name)
		files[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// oldPeople are accounts with a login each, and what they have.
func oldPeople(t *testing.T, d *db.DB, began time.Time) {
	t.Helper()
	at := began.UnixMilli()
	for name, role := range map[string]string{"nina": "performer", "lena": "performer", "vera": "performer", "sam": "studio", "tom": "user"} {
		testkit.Exec(t, d, `
			INSERT INTO accounts (id, role, username, username_key, email, email_key, email_verified_at, password_hash, name,
				date_of_birth, status, created_at, updated_at)
			VALUES ($1, $2, $1, $1, $3, $3, $4, '', $1, '1990-05-01', 'active', $4, $4)`, name, role, name+"@example.com", at)
		testkit.Exec(t, d, `
			INSERT INTO account_sessions (id, token_hash, account_id, role, browser, network, proved_at, created_at, last_seen_at, expires_at)
			VALUES ($1, $2, $3, $4, 'Firefox', '127.0.0.0', $5, $5, $5, $6)`,
			"session-of-"+name, id.Hash("key of "+name), name, role, at, began.AddDate(0, 0, 7).UnixMilli())
		if role == "performer" {
			testkit.Exec(t, d, `
				INSERT INTO performers (id, gender, verification, listed, private_price, exclusive_price, group_price, wheel_price,
					min_minutes, recent_at, created_at, updated_at)
				VALUES ($1, 'female', 'verified', $2, 3000, 0, 1000, 2500, 1, $3, $3, $3)`, name, true, at)
		}
	}
	testkit.Exec(t, d, `
		INSERT INTO studios (id, default_share, verification, created_at, updated_at) VALUES ('sam', 6000, 'verified', $1, $1)`, at)
	testkit.Exec(t, d, `INSERT INTO studio_members (performer_id, studio_id, share, joined_at) VALUES ('vera', 'sam', 6000, $1)`, at)
	for account, guarded := range map[ledger.Account]bool{
		ledger.Wallet("tom"): true, ledger.Earnings("lena"): true, ledger.SiteRevenue: false, ledger.WorldGrant: false,
	} {
		testkit.Exec(t, d, `INSERT INTO ledger_accounts (id, guarded) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, account, guarded)
	}
	granted, tipped := id.New(began), id.New(began.Add(time.Second))
	testkit.Exec(t, d, `
		INSERT INTO ledger_transfers (id, key, kind, reference, payer, payee, created_at)
		VALUES ($2, 'grant:1', 'grant', 'tom', '', 'tom', $1), ($3, 'tip:tip-of-tom', 'tip', 'tip-of-tom', 'tom', 'lena', $1)`, at, granted, tipped)
	testkit.Exec(t, d, `
		INSERT INTO ledger_postings (transfer_id, leg, source, target, amount)
		VALUES ($1, 1, $3, $4, 10000), ($2, 1, $4, $5, 2000), ($2, 2, $4, $6, 500)`,
		granted, tipped, ledger.WorldGrant, ledger.Wallet("tom"), ledger.Earnings("lena"), ledger.SiteRevenue)
	testkit.Exec(t, d, `
		INSERT INTO tips (id, sender_id, sender_name, performer_id, conversation_id, gross, site_fee, studio_net, net, site_rate,
			member_rate, note, anonymous, created_at)
		VALUES ('tip-of-tom', 'tom', 'tom', 'lena', 'room-of-lena', 2500, 500, 0, 2000, 2000, 10000, 'brava', $1, $2)`, false, at)
}

// oldTalk is a room with a line, a tip and a line that was deleted.
func oldTalk(t *testing.T, d *db.DB, began time.Time) {
	t.Helper()
	for _, performer := range []string{"nina", "lena", "vera"} {
		testkit.Exec(t, d, `INSERT INTO conversations (id, type, performer_id, created_at) VALUES ($1, 'stream_public', $2, $3)`,
			"room-of-"+performer, performer, began.UnixMilli())
	}
	testkit.Exec(t, d, `
		INSERT INTO messages (id, conversation_id, type, text, token, sender_id, client_id, deleted_at, deleted_by, created_at)
		VALUES ('m1', 'room-of-lena', 'text', 'good evening', 0, 'tom', NULL, 0, '', $1),
			('m2', 'room-of-lena', 'tip', 'brava', 2500, 'tom', 'tip-of-tom', 0, '', $2),
			('m3', 'room-of-lena', 'text', 'never mind', 0, 'tom', NULL, $4, 'tom', $3)`,
		began.UnixMilli(), began.Add(time.Second).UnixMilli(), began.Add(2*time.Second).UnixMilli(), began.Add(3*time.Second).UnixMilli())
}

// oldShows are one on air, one that has lost its picture, and one that is over.
func oldShows(t *testing.T, d *db.DB, began time.Time) {
	t.Helper()
	now := time.Now().UnixMilli()
	for _, show := range []struct {
		performer, status string
		lost, ended       int64
		reason            string
	}{{"nina", "live", 0, 0, ""}, {"lena", "paused", now, 0, ""}, {"vera", "ended", 0, now, "performer_left"}} {
		testkit.Exec(t, d, `
			INSERT INTO shows (id, performer_id, conversation_id, type, status, title, epoch, publisher, started_at, live_at, lost_at,
				ended_at, end_reason, viewers, most_viewers, snapshot, watched_by, watched_until)
			VALUES ($1, $2, $3, 'public', $4, 'As ever', 1, $5, $6, $6, $7, $8, $9, 0, 7, '', 'old-node', $10)`,
			"show-of-"+show.performer, show.performer, "room-of-"+show.performer, show.status,
			"pub:"+show.performer+":program", began.UnixMilli(), show.lost, show.ended, show.reason, now)
	}
	testkit.Exec(t, d, `INSERT INTO show_stream_keys (performer_id, key_hash, made_at) VALUES ('nina', $1, $2)`,
		id.Hash("sk_live_of_nina"), began.UnixMilli())
}
