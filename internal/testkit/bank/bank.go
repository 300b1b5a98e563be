// Package bank is a ledger for the tests of what moves tokens: what everybody starts with
// and holds, and whether the ledger is in order. It is a package beside testkit, since the
// ledger's own tests need that one.
package bank

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// Bank is a ledger over a database.
type Bank struct {
	DB     *db.DB
	Ledger *ledger.Ledger
	Rules  []ledger.Rule // of whose transfers are audited

	granted atomic.Int64
}

// Open is a ledger over a database that may have had one before.
func Open(d *db.DB, now func() time.Time, rules ...ledger.Rule) *Bank {
	return &Bank{DB: d, Ledger: ledger.New(now), Rules: rules}
}

// Unchecked is the rule of transfers that a test posts in place of their domain.
func Unchecked(kinds ...string) ledger.Rule {
	return ledger.Rule{Kinds: kinds, Check: func(context.Context, *db.Tx) ([]ledger.Violation, error) { return nil, nil }}
}

// Write does something in a transaction, or ends the test.
func (b *Bank) Write(t testing.TB, do func(context.Context, *db.Tx) error) {
	t.Helper()
	if err := b.DB.Write(context.Background(), do); err != nil {
		t.Fatal(err)
	}
}

// Read asks something in a snapshot, or ends the test.
func (b *Bank) Read(t testing.TB, ask func(context.Context, *db.Tx) error) {
	t.Helper()
	if err := b.DB.Read(context.Background(), ask); err != nil {
		t.Fatal(err)
	}
}

// Grant gives a member whole tokens, as often as it is called.
func (b *Bank) Grant(t testing.TB, member string, tokens int64) {
	t.Helper()
	b.GrantUnits(t, member, money.Whole(tokens))
}

// GrantUnits gives a member hundredths of a token.
func (b *Bank) GrantUnits(t testing.TB, member string, units money.Tokens) {
	t.Helper()
	key := fmt.Sprintf("start:%s:%d:%d", member, time.Now().UnixNano(), b.granted.Add(1))
	b.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := b.Ledger.Grant(ctx, tx, member, units, key, ledger.Written("Welcome"))
		return err
	})
}

// Balance is what an account holds.
func (b *Bank) Balance(t testing.TB, account ledger.Account) (held money.Tokens) {
	t.Helper()
	b.Read(t, func(ctx context.Context, tx *db.Tx) (err error) {
		held, err = b.Ledger.Balance(ctx, tx, account)
		return err
	})
	return held
}

// Holds tells when an account holds something else.
func (b *Bank) Holds(t testing.TB, account ledger.Account, want money.Tokens) {
	t.Helper()
	if got := b.Balance(t, account); got != want {
		t.Errorf("%s holds %v, want %v", account, got, want)
	}
}

// Audit tells of everything that is wrong with the ledger.
func (b *Bank) Audit(t testing.TB) {
	t.Helper()
	for _, v := range b.Violations(t) {
		t.Error(v)
	}
}

// Violations are what is wrong with the ledger.
func (b *Bank) Violations(t testing.TB) (found []ledger.Violation) {
	t.Helper()
	b.Read(t, func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = ledger.Audit(ctx, tx, b.Rules...)
		return err
	})
	return found
}

// FindsDamage does damage to what is in order, which the audit has to find by the rule.
func (b *Bank) FindsDamage(t testing.TB, rule, damage string) {
	t.Helper()
	b.Audit(t)
	testkit.Exec(t, b.DB, damage)
	found := b.Violations(t)
	if !slices.ContainsFunc(found, func(v ledger.Violation) bool { return v.Rule == rule }) {
		t.Errorf("found %v, want one of %s after %s", found, rule, damage)
	}
}

// Intact asks SQLite whether its file is sound.
func (b *Bank) Intact(t testing.TB) {
	t.Helper()
	if b.DB.Dialect() != db.SQLite {
		return
	}
	b.Read(t, func(ctx context.Context, tx *db.Tx) error {
		said, err := db.One(ctx, tx, db.String, `PRAGMA integrity_check`)
		if said != "ok" {
			t.Errorf("the file is damaged: %s", said)
		}
		return err
	})
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
