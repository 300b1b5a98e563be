// Package earnings tells people where their tokens came from and where they
// went: a performer's income, a studio's part of its members' incomes, the income
// of the show under way, a member's statement.
//
// It has no table. Everything is read from the ledger's postings, so that a
// total here cannot differ from the ledger, and is never late.
package earnings

import (
	"context"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// People knows usernames by account id. An id that it does not know is absent
// from the answer.
type People interface {
	Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
}

// Shows knows since when a performer is live; the zero time when she is not.
type Shows interface {
	LiveSince(ctx context.Context, tx *db.Tx, performerID string) (time.Time, error)
}

// Service answers for earnings. kinds are the ledger's kinds that are income,
// such as "tip"; a payout or a grant is none.
type Service struct {
	db     *db.DB
	people People
	shows  Shows
	kinds  []string
	now    func() time.Time
}

// New makes the service.
func New(d *db.DB, people People, shows Shows, now func() time.Time, kinds ...string) *Service {
	return &Service{db: d, people: people, shows: shows, now: now, kinds: kinds}
}

// Span is a time from From on and before To; zero is without end.
type Span struct{ From, To time.Time }

// Totals are sums over incomes.
type Totals struct {
	Count   int // incomes, not counting those taken back
	Gross   money.Tokens
	SiteFee money.Tokens
	Net     money.Tokens
	ByKind  []report.IncomeTotal
}

// Totals sums an account's income that q chooses, all kinds together and each.
func (s *Service) Totals(ctx context.Context, accountID string, q report.Query) (t Totals, err error) {
	if q, err = s.ofIncome(q); err != nil {
		return t, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		t, err = s.totals(ctx, tx, accountID, q)
		return err
	})
	return t, err
}

// Since is what a performer earned from an instant on: her show, while it runs.
func (s *Service) Since(ctx context.Context, tx *db.Tx, performerID string, since time.Time) (Totals, error) {
	return s.totals(ctx, tx, performerID, report.Query{Kinds: s.kinds, From: since})
}

func (s *Service) totals(ctx context.Context, tx *db.Tx, accountID string, q report.Query) (t Totals, err error) {
	t.ByKind, err = report.IncomeTotals(ctx, tx, ledger.Earnings(accountID), q)
	for _, kind := range t.ByKind {
		t.Count += kind.Count
		t.Gross += kind.Gross
		t.SiteFee += kind.SiteFee
		t.Net += kind.Net
	}
	return t, err
}

// ofIncome narrows a query to kinds that are income; it refuses any other.
func (s *Service) ofIncome(q report.Query) (report.Query, error) {
	if len(q.Kinds) == 0 {
		q.Kinds = s.kinds
	}
	for _, kind := range q.Kinds {
		if !slices.Contains(s.kinds, kind) {
			return q, fault.Field("type", "Must be one of %s", strings.Join(s.kinds, ", "))
		}
	}
	return q, nil
}

// Live is the income of the show under way and since when it runs; nothing and
// the zero time when there is none.
func (s *Service) Live(ctx context.Context, performerID string) (t Totals, since time.Time, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		since, err = s.shows.LiveSince(ctx, tx, performerID)
		if err != nil || since.IsZero() {
			return err
		}
		t, err = s.Since(ctx, tx, performerID, since)
		return err
	})
	return t, since, err
}

// Income is one income with the names of who paid and who worked for it.
type Income struct {
	report.Income
	PayerName string
	PayeeName string
}

// Search is a page of an account's income, and how many there are in all. It
// refuses a kind that is no income.
func (s *Service) Search(ctx context.Context, accountID string, q report.Query) (list []Income, total int, err error) {
	if q, err = s.ofIncome(q); err != nil {
		return nil, 0, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, n, err := report.Incomes(ctx, tx, ledger.Earnings(accountID), q)
		if err != nil {
			return err
		}
		total = n
		list, err = s.named(ctx, tx, found)
		return err
	})
	return list, total, err
}

// named puts names beside the people of incomes.
func (s *Service) named(ctx context.Context, tx *db.Tx, found []report.Income) ([]Income, error) {
	people := make([]string, 0, 2*len(found))
	for _, income := range found {
		people = append(people, income.Payer, income.Payee)
	}
	known, err := names(ctx, tx, s.people, people, func(id string) string { return id })
	list := make([]Income, len(found))
	for i, income := range found {
		list[i] = Income{income, known[income.Payer], known[income.Payee]}
	}
	return list, err
}

// Line is one line of a member's statement with the name of who was paid.
type Line struct {
	report.Line
	PayeeName string
}

// Statement is a page of what happened to a member's wallet, and how many lines
// there are in all.
func (s *Service) Statement(ctx context.Context, memberID string, q report.Query) (list []Line, total int, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, n, err := report.Statement(ctx, tx, ledger.Wallet(memberID), q)
		if err != nil {
			return err
		}
		names, err := names(ctx, tx, s.people, found, func(l report.Line) string { return l.Payee })
		list, total = make([]Line, len(found)), n
		for i, line := range found {
			list[i] = Line{line, names[line.Payee]}
		}
		return err
	})
	return list, total, err
}

// names looks up the people of a page, each once.
func names[T any](ctx context.Context, tx *db.Tx, people People, page []T, who func(T) string) (map[string]string, error) {
	var ids []string
	for _, one := range page {
		if id := who(one); id != "" {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	slices.Sort(ids)
	return people.Usernames(ctx, tx, slices.Compact(ids)...)
}
