package journal_test

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/journal"
	"limelight/internal/testkit"
	"limelight/migrations"
)

// fixture is a ledger and its journal on a fresh database at noon of 2 November.
type fixture struct {
	*journal.Journal
	ledger *ledger.Ledger
	db     *db.DB
	clock  *testkit.Clock
	where  string
	tips   int
}

var seed = ed25519.NewKeyFromSeed([]byte("a key of 32 bytes, used in tests"))

func keys() journal.Keys {
	return journal.Keys{Sign: seed, Salt: []byte("another one, as long as the other")}
}

func open(t testing.TB) *fixture {
	where := testkit.Address(t)
	d := testkit.Open(t, where)
	if _, err := d.Migrate(t.Context(), migrations.Files); err != nil {
		t.Fatal(err)
	}
	h := &fixture{db: d, clock: testkit.NewClock(), where: where}
	h.ledger = ledger.New(h.clock.Now)
	h.Journal = h.node(t, keys())
	return h
}

// node is a journal as another node has it, with its own connections' worth of
// nothing: nodes share the database alone.
func (h *fixture) node(t testing.TB, k journal.Keys) *journal.Journal {
	t.Helper()
	j, err := journal.New(journal.Deps{DB: h.db, Keys: k, Now: h.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// until moves the clock to an instant of the test's month.
func (h *fixture) until(day, hour int) {
	h.clock.Advance(time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC).Sub(h.clock.Now()))
}

func (h *fixture) grant(t testing.TB, member string, tokens int64) ledger.Posted {
	t.Helper()
	var p ledger.Posted
	h.write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		p, err = h.ledger.Grant(ctx, tx, member, money.Whole(tokens), "start:"+member, ledger.Written("Welcome"))
		return err
	})
	return p
}

// tip thanks Nina, who is in a studio, and writes an awkward memo.
func (h *fixture) tip(t testing.TB, member string) ledger.Posted {
	t.Helper()
	var p ledger.Posted
	h.write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		p, err = h.postTip(ctx, tx, member)
		return err
	})
	return p
}

func (h *fixture) postTip(ctx context.Context, tx *db.Tx, member string) (ledger.Posted, error) {
	h.tips++
	terms := ledger.Terms{Site: money.Percent(30), StudioID: "studio", Member: money.Percent(60)}
	return h.ledger.Post(ctx, tx, ledger.Transfer{
		Key: fmt.Sprint("tip:", h.tips), Kind: "tip", Reference: fmt.Sprint(h.tips), Payer: member, Payee: "nina",
		Memo: ledger.Written("für\tdich,\n\\o/ 💜"), Legs: terms.Legs(terms.Split(150), ledger.Wallet(member), "nina"),
	})
}

func (h *fixture) reverse(t testing.TB, transferID string) (p ledger.Posted) {
	t.Helper()
	h.write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		p, err = h.ledger.Reverse(ctx, tx, transferID, ledger.Written("A mistaken click"))
		return err
	})
	return p
}

func (h *fixture) write(t testing.TB, fn func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	if err := h.db.Write(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func (h *fixture) read(t testing.TB, fn func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	if err := h.db.Read(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func (h *fixture) close(t testing.TB) []journal.Head {
	t.Helper()
	heads, err := h.Close(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return heads
}

func (h *fixture) verify(t testing.TB) (found []ledger.Violation) {
	t.Helper()
	h.read(t, func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = h.Verify(ctx, tx)
		return err
	})
	return found
}

func (h *fixture) prove(t testing.TB, transferID string) (p journal.Proof, err error) {
	t.Helper()
	h.read(t, func(ctx context.Context, tx *db.Tx) error {
		p, err = h.Prove(ctx, tx, transferID)
		return nil
	})
	return p, err
}

// intruder is somebody with the database's files or its password: no trigger, no
// foreign key and no program stands in the way.
func (h *fixture) intruder(t testing.TB) func(statement string, args ...any) error {
	t.Helper()
	if h.db.Dialect() == db.Postgres {
		for _, table := range []string{
			"ledger_accounts", "ledger_transfers", "ledger_postings", "journal_seals", "journal_days", "journal_tiles",
		} {
			testkit.Exec(t, h.db, `ALTER TABLE `+table+` DISABLE TRIGGER ALL`)
		}
		return func(statement string, args ...any) error { return testkit.TryExec(h.db, statement, args...) }
	}
	raw, err := sql.Open("sqlite", "file:"+h.where+"?_pragma=busy_timeout(5000)&_pragma=foreign_keys(0)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { raw.Close() })
	exec := func(statement string, args ...any) error {
		_, err := raw.ExecContext(context.Background(), statement, args...)
		return err
	}
	var names []string
	h.read(t, func(ctx context.Context, tx *db.Tx) (err error) {
		names, err = db.All(ctx, tx, db.String, `SELECT name FROM sqlite_master WHERE type = 'trigger'`)
		return err
	})
	for _, name := range names {
		if err := exec(`DROP TRIGGER ` + name); err != nil {
			t.Fatal(err)
		}
	}
	return exec
}
