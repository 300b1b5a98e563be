package journal_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
	"limelight/internal/ledger/journal"
	"limelight/internal/testkit"
)

// The second of November is closed an hour after it has ended, and not a
// millisecond sooner.
func TestADayIsClosedWhenItsGraceHasEnded(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 100)
	h.until(3, 1)
	h.clock.Advance(-time.Millisecond)
	if heads := h.close(t); len(heads) != 0 {
		t.Errorf("closed %v a millisecond too soon", heads)
	}
	if _, err := h.CloseDay(t.Context(), "2026-11-02"); !errors.Is(err, journal.ErrUnfinished) {
		t.Errorf("closing it by hand: %v", err)
	}
	h.clock.Advance(time.Millisecond)
	heads := h.close(t)
	if len(heads) != 1 || heads[0].Day != "2026-11-02" || heads[0].Size != 1 || heads[0].Previous != strings.Repeat("0", 64) {
		t.Errorf("closed %+v", heads)
	}
}

// Closing again changes nothing and gives the same day.
func TestClosingIsIdempotent(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 100)
	h.until(3, 2)
	first := h.close(t)
	if again := h.close(t); len(first) != 1 || len(again) != 0 {
		t.Errorf("closed %d days and then %d", len(first), len(again))
	}
	h.until(3, 5)
	if again, err := h.CloseDay(t.Context(), "2026-11-02"); err != nil || again != first[0] {
		t.Errorf("the closed day became %+v (%v)", again, err)
	}
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// Days that were missed are closed in order, those without transfers too, each
// chained to the one before.
func TestMissedDaysAreClosedLater(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 100)
	h.until(4, 12)
	h.tip(t, "tom")
	h.tip(t, "tom")
	h.until(5, 12)
	for _, day := range []string{"2026-11-03", "2026-11-01", "2026-11-04"} {
		if _, err := h.CloseDay(t.Context(), day); !errors.Is(err, journal.ErrOrder) {
			t.Errorf("closing %s first: %v", day, err)
		}
	}
	heads := h.close(t)
	if len(heads) != 3 {
		t.Fatalf("closed %+v", heads)
	}
	for i, size := range []int64{1, 0, 2} {
		if heads[i].Size != size || i > 0 && heads[i].Previous != heads[i-1].Chain {
			t.Errorf("day %d is %+v, want %d transfers and the chain of the day before", i, heads[i], size)
		}
	}
	list, total, err := h.Heads(t.Context(), 0, 2)
	if err != nil || total != 3 || len(list) != 2 || list[0] != heads[2] {
		t.Errorf("the list is %+v of %d (%v)", list, total, err)
	}
	one, err := h.Head(t.Context(), "2026-11-03")
	if err != nil || one != heads[1] {
		t.Errorf("the second day is %+v (%v)", one, err)
	}
	if _, err := h.Head(t.Context(), "2026-11-05"); !errors.Is(err, journal.ErrUnknown) {
		t.Errorf("an open day: %v", err)
	}
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

func TestDayWithoutTransfers(t *testing.T) {
	h := open(t)
	h.until(9, 0)
	if heads := h.close(t); len(heads) != 0 {
		t.Errorf("closed %v", heads)
	}
	if _, err := h.CloseDay(t.Context(), "yesterday"); err == nil {
		t.Error("yesterday is a day")
	}
}

// Eight nodes close five days at once: each day is closed by one of them.
func TestNodesCloseADayOnce(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 100)
	for day := 3; day <= 6; day++ {
		h.until(day, 12)
		h.tip(t, "tom")
	}
	h.until(7, 2)
	var closed atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		node := h.node(t, keys())
		all.Go(func() {
			heads, err := node.Close(context.Background())
			if err != nil {
				t.Error(err)
			}
			closed.Add(int64(len(heads)))
		})
	}
	all.Wait()
	if kept := testkit.Int(t, h.db, `SELECT COUNT(*) FROM journal_days`); closed.Load() != 5 || kept != 5 {
		t.Errorf("%d days were closed and %d are kept, want 5", closed.Load(), kept)
	}
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// A node that died between sealing and closing is noticed, and the next one goes
// on.
func TestSealedAndNotClosed(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 100)
	h.until(3, 2)
	closed := open(t) // elsewhere, to learn what a seal looks like
	closed.grant(t, "tom", 100)
	closed.until(3, 2)
	closed.close(t)
	var upto string
	closed.read(t, func(ctx context.Context, tx *db.Tx) (err error) {
		upto, err = db.One(ctx, tx, db.String, `SELECT upto FROM journal_seals`)
		return err
	})
	testkit.Exec(t, h.db, `INSERT INTO journal_seals (day, upto, sealed_at) VALUES ('2026-11-02', $1, $2)`, upto, h.clock.Now().UnixMilli())
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("at once: %v", found)
	}
	h.until(3, 4)
	if found := h.verify(t); len(found) != 1 || found[0].Subject != "2026-11-02" || !strings.Contains(found[0].Text, "not closed") {
		t.Errorf("two hours later: %v", found)
	}
	if heads := h.close(t); len(heads) != 1 || heads[0].Size != 1 {
		t.Errorf("closed %+v", heads)
	}
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// A transaction that posts before midnight and commits long after the close began
// is in its day: the seal waits for it.
func TestACommitAcrossTheClose(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 100)
	h.until(2, 23)
	posted, proceed := make(chan ledger.Posted, 9), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		h.write(t, func(ctx context.Context, tx *db.Tx) error {
			p, err := h.postTip(ctx, tx, "tom")
			if err == nil { // PostgreSQL gets the postings with the next statement
				_, err = h.ledger.Balance(ctx, tx, ledger.Wallet("tom"))
			}
			posted <- p
			<-proceed
			return err
		})
	})
	late := <-posted
	h.until(3, 2)
	closed := make(chan struct{})
	all.Go(func() {
		defer close(closed)
		if heads, err := h.Close(context.Background()); err != nil || len(heads) != 1 || heads[0].Size != 2 {
			t.Errorf("closed %+v (%v), want the day with both its transfers", heads, err)
		}
	})
	if h.db.Dialect() == db.Postgres {
		h.awaitSeal(t, closed)
	}
	close(proceed)
	all.Wait()
	if p, err := h.prove(t, late.ID); err != nil || !p.Holds(h.PublicKey()) {
		t.Errorf("the late transfer's proof: %+v (%v)", p, err)
	}
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// awaitSeal returns once somebody waits for the table of transfers, or did not.
func (h *fixture) awaitSeal(t *testing.T, closed chan struct{}) {
	for {
		select {
		case <-closed:
			t.Error("the day was closed under an open transaction")
			return
		default:
		}
		if testkit.Int(t, h.db, `SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'ledger_transfers'::regclass`) > 0 {
			return
		}
	}
}

// Days pass in seconds while eight callers post and three nodes close: in the end
// every transfer is in the day of its id, and nothing differs.
func TestPostingWhileDaysClose(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 1_000_000)
	var over atomic.Bool
	var posted atomic.Int64
	var all sync.WaitGroup
	for caller := range 8 {
		all.Go(func() {
			for n := 0; !over.Load(); n++ {
				key := fmt.Sprint(caller, "-", n)
				err := h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					_, err := h.ledger.Post(ctx, tx, ledger.Transfer{Key: key, Kind: "tip", Payer: "tom", Legs: []ledger.Leg{
						{Source: ledger.Wallet("tom"), Target: ledger.Earnings(fmt.Sprint("nina", caller)), Amount: 1},
					}})
					return err
				})
				if err != nil {
					t.Error(err)
				}
				posted.Add(1)
			}
		})
	}
	for range 3 {
		node := h.node(t, keys())
		all.Go(func() {
			for !over.Load() {
				if _, err := node.Close(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for step := int64(1); step <= 40; step++ { // twelve days, a tip every seven hours at the least
		for posted.Load() < step && !t.Failed() {
			runtime.Gosched()
		}
		h.clock.Advance(7 * time.Hour)
	}
	over.Store(true)
	all.Wait()
	h.clock.Advance(48 * time.Hour)
	h.close(t)
	closed := testkit.Int(t, h.db, `SELECT CAST(SUM(size) AS BIGINT) FROM journal_days`)
	if want := posted.Load() + 1; closed != want {
		t.Errorf("the days have %d transfers, want %d", closed, want)
	}
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// An id that was made before the close cannot be posted after it. The transfer gets
// one of the first open day instead, and is posted.
func TestAnIdOfAClosedDay(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 100)
	h.until(3, 2)
	h.close(t)
	calls := 0
	slow := ledger.New(func() time.Time {
		if calls++; calls == 1 {
			return time.Date(2026, 11, 2, 23, 59, 0, 0, time.UTC)
		}
		return h.clock.Now()
	})
	h.ledger = slow
	err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.postTip(ctx, tx, "tom")
		return err
	})
	if err != nil {
		t.Errorf("posting late: %v", err)
	}
	for range 2 { // and by hand
		err := testkit.TryExec(h.db, `
			INSERT INTO ledger_transfers (id, key, kind, reference, created_at)
			VALUES ('00000000000000000000000000', 'late', 'tip', '', 0)`)
		if err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("a late transfer by hand: %v", err)
		}
	}
	h.until(4, 2)
	h.close(t)
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// Nobody changes a closed day by a statement.
func TestClosedDaysAreImmutable(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 100)
	h.until(3, 2)
	h.close(t)
	for _, table := range []string{"journal_seals", "journal_days", "journal_tiles"} {
		for _, statement := range []string{`UPDATE ` + table + ` SET day = 'x'`, `DELETE FROM ` + table} {
			if err := testkit.TryExec(h.db, statement); err == nil || !strings.Contains(err.Error(), "immutable") {
				t.Errorf("%s: %v", statement, err)
			}
		}
	}
}

// A site that changed its key still stands by what the former one signed, and by
// no other.
func TestFormerKeys(t *testing.T) {
	h := open(t)
	p := h.grant(t, "tom", 100)
	h.until(3, 2)
	h.close(t)
	renewed := keys()
	renewed.Sign = ed25519.NewKeyFromSeed([]byte("the key that replaces the former"))
	renewed.Former = []ed25519.PublicKey{h.PublicKey()}
	former := h.PublicKey()
	h.Journal = h.node(t, renewed)
	h.until(4, 2)
	h.close(t)
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("with the former key known: %v", found)
	}
	if proof, err := h.prove(t, p.ID); err != nil || !proof.Holds(former) || proof.Holds(h.PublicKey()) {
		t.Errorf("the first day's proof: %+v (%v)", proof, err)
	}
	renewed.Former = nil
	h.Journal = h.node(t, renewed)
	if found := h.verify(t); len(found) != 1 || !strings.Contains(found[0].Text, "not the site's") {
		t.Errorf("with the former key forgotten: %v", found)
	}
}

func TestNoKeysNoJournal(t *testing.T) {
	for name, k := range map[string]journal.Keys{"none": {}, "no salt": {Sign: seed}, "no key": {Salt: keys().Salt}} {
		if _, err := journal.New(journal.Deps{Keys: k}); err == nil {
			t.Errorf("%s: a journal was made", name)
		}
	}
}
