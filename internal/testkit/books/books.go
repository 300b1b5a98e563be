// Package books is a ledger for the tests of what moves tokens: what everybody starts with
// and holds, and whether the books are in order. It is beside testkit, since the ledger's own
// tests need that.
package books

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Books are a ledger over a database.
type Books struct {
	DB     *db.DB
	Ledger *ledger.Ledger
	Rules  []ledger.Rule // of whose transfers are audited

	granted atomic.Int64
}

// Open is a ledger over a database that may have been one before.
func Open(d *db.DB, now func() time.Time, rules ...ledger.Rule) *Books {
	return &Books{DB: d, Ledger: ledger.New(now), Rules: rules}
}

// Nobodys is the rule of transfers that a test posts in place of who else would.
func Nobodys(kinds ...string) ledger.Rule {
	return ledger.Rule{Kinds: kinds, Check: func(context.Context, *db.Tx) ([]ledger.Violation, error) { return nil, nil }}
}

// Write does something in a transaction, or ends the test.
func (b *Books) Write(t testing.TB, do func(context.Context, *db.Tx) error) {
	t.Helper()
	if err := b.DB.Write(context.Background(), do); err != nil {
		t.Fatal(err)
	}
}

// Grant gives a member whole tokens, as often as it is called.
func (b *Books) Grant(t testing.TB, member string, tokens int64) {
	t.Helper()
	key := fmt.Sprintf("start:%s:%d:%d", member, time.Now().UnixNano(), b.granted.Add(1))
	b.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := b.Ledger.Grant(ctx, tx, member, money.Whole(tokens), key, "Welcome")
		return err
	})
}

// Balance is what an account holds.
func (b *Books) Balance(t testing.TB, account ledger.Account) (held money.Tokens) {
	t.Helper()
	err := b.DB.Read(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		held, err = b.Ledger.Balance(ctx, tx, account)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return held
}

// Holds tells when an account holds something else.
func (b *Books) Holds(t testing.TB, account ledger.Account, want money.Tokens) {
	t.Helper()
	if got := b.Balance(t, account); got != want {
		t.Errorf("%s holds %v, want %v", account, got, want)
	}
}

// Audit tells of everything that is wrong with the books.
func (b *Books) Audit(t testing.TB) {
	t.Helper()
	for _, v := range b.Violations(t) {
		t.Error(v)
	}
}

// Violations are what is wrong with the books.
func (b *Books) Violations(t testing.TB) (found []ledger.Violation) {
	t.Helper()
	err := b.DB.Read(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = ledger.Audit(ctx, tx, b.Rules...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Names calls everybody "the" and their id.
type Names struct{}

// Usernames knows everybody.
func (Names) Usernames(_ context.Context, _ *db.Tx, ids ...string) (map[string]string, error) {
	names := map[string]string{}
	for _, id := range ids {
		names[id] = "the " + id
	}
	return names, nil
}
