package ledger_test

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"testing"
	"testing/fstest"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/migrations"
)

// A ledger of the version whose tables had a hidden tree each is what it was after
// the migration: its transfers and reversals, its balances, and what the database
// refuses.
func TestLedgerOfTheVersionBefore(t *testing.T) {
	d, clock := testkit.Open(t, testkit.Address(t)), testkit.NewClock()
	if _, err := d.Migrate(t.Context(), before(t, "0161")); err != nil {
		t.Fatal(err)
	}
	h := &fixture{Ledger: ledger.New(clock.Now), db: d, clock: clock}
	h.grant(t, "tom", money.Whole(200))
	first, err := h.post(thanks("tip:1"))
	if err != nil {
		t.Fatal(err)
	}
	mistaken, err := h.post(thanks("tip:2"))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.reverse(mistaken.ID); err != nil {
		t.Fatal(err)
	}
	if n, err := d.Migrate(t.Context(), migrations.Files); err != nil || n == 0 {
		t.Fatalf("%d migrations, %v", n, err)
	}
	h.holds(t, tom, money.Whole(100))
	h.holds(t, nina, money.Whole(70))
	h.holds(t, ledger.SiteRevenue, money.Whole(30))
	if _, err := h.post(thanks("tip:1")); !errors.Is(err, ledger.ErrRepeated) {
		t.Errorf("the same key again: %v, want ErrRepeated", err)
	}
	again := `INSERT INTO ledger_transfers (id, key, kind, reference, reverses, created_at) VALUES ('z', 'z', 'tip', '', $1, 0)`
	if err := testkit.TryExec(d, again, mistaken.ID); err == nil {
		t.Error("a transfer was reversed twice")
	}
	if _, err := h.post(thanks("tip:3")); err != nil {
		t.Error(err)
	}
	h.refuses(t, first.ID)
	h.audit(t, "tip")
}

// before are the migrations with a smaller number.
func before(t *testing.T, number string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(migrations.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Base(name) >= number {
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

// What is told after a transfer is what the database has, also of an account that
// is new, and when something follows the transfer.
func TestAfterIsWhatTheDatabaseHas(t *testing.T) {
	for name, follower := range map[string]ledger.Follower{"alone": nil, "with a reward": rewarding{}} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			h.grant(t, "tom", money.Whole(500))
			if follower != nil {
				h.FollowedBy(follower)
			}
			for _, key := range []string{"tip:1", "tip:2"} {
				err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					p, err := h.Post(ctx, tx, thanks(key))
					if err != nil {
						return err
					}
					told, err := h.After(ctx, tx, p, tom, nina, ledger.SiteRevenue)
					if err != nil {
						return err
					}
					have, err := h.Balances(ctx, tx, tom, nina, ledger.SiteRevenue)
					for account, amount := range have {
						if told[account] != amount {
							t.Errorf("%s: after %s %s is told to hold %v, and holds %v", name, key, account, told[account], amount)
						}
					}
					told, failed := h.After(ctx, tx, p, tom, nina)
					if told[tom] != have[tom] || told[nina] != have[nina] {
						t.Errorf("%s: after %s they are told to hold %v and %v, and hold %v and %v", name, key, told[tom], told[nina], have[tom], have[nina])
					}
					return errors.Join(err, failed)
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// rewarding gives Nina a tenth of a tip's fee more, by a transfer of its own.
type rewarding struct{}

func (rewarding) Follow(_ context.Context, _ *db.Tx, t ledger.Transfer, _ string) (ledger.Consequence, error) {
	return func(ctx context.Context, tx *db.Tx, _ ledger.Posted) error {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO ledger_transfers (id, key, kind, reference, created_at)
			VALUES ($1, $1, 'tip', $1, 1)`, "reward-"+t.Key)
		if err != nil {
			return err
		}
		_, err = db.Exec(ctx, tx, `
			INSERT INTO ledger_postings (transfer_id, leg, source, target, amount)
			VALUES ($1, 1, 'site:revenue', 'earn:nina', 300)`, "reward-"+t.Key)
		return err
	}, nil
}
