// Package earnings tells people where their tokens came from and where they
// went: a performer's income, a studio's part of its members' incomes, the income
// of the show under way, a member's statement.
//
// Everything is read from the ledger's postings. Of a time that is over, sums of
// them are kept (sums.go): a total is never late, and the audit proves that the
// sums are the ledger's.
package earnings

import (
	"context"
	"maps"
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

// totals sums what is summed already and what is not. A query has its kinds by now (ofIncome).
func (s *Service) totals(ctx context.Context, tx *db.Tx, accountID string, q report.Query) (t Totals, err error) {
	kinds, err := s.byKind(ctx, tx, accountID, q)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		one := kinds[kind]
		t.Count += one.Count
		t.Gross += one.Gross
		t.SiteFee += one.SiteFee
		t.Net += one.Net
		t.ByKind = append(t.ByKind, report.IncomeTotal{Kind: kind, Count: one.Count, Transfers: one.transfers, Gross: one.Gross, SiteFee: one.SiteFee, Net: one.Net})
	}
	return t, err
}

// byKind are the sums of kinds that had an income.
func (s *Service) byKind(ctx context.Context, tx *db.Tx, accountID string, q report.Query) (map[string]sum, error) {
	summed, rest, err := s.divide(ctx, tx, q)
	if err != nil {
		return nil, err
	}
	kinds := map[string]sum{}
	if summed != (Span{}) {
		ends, err := selectTotals(ctx, tx, accountID, q.Kinds, summed.From, summed.To)
		if err != nil {
			return nil, err
		}
		for _, end := range ends {
			if end.until.Equal(summed.From) {
				kinds[end.kind] = kinds[end.kind].minus(end.sum)
			} else {
				kinds[end.kind] = kinds[end.kind].plus(end.sum)
			}
		}
	}
	for _, q := range rest {
		found, err := report.IncomeTotals(ctx, tx, ledger.Earnings(accountID), q)
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			kinds[one.Kind] = kinds[one.Kind].plus(sumOf(one))
		}
	}
	maps.DeleteFunc(kinds, func(_ string, one sum) bool { return one.transfers == 0 })
	return kinds, nil
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
		total = 0
		found, err := report.Incomes(ctx, tx, ledger.Earnings(accountID), q)
		if err != nil {
			return err
		}
		kinds, err := s.byKind(ctx, tx, accountID, q)
		if err != nil {
			return err
		}
		for _, one := range kinds {
			total += one.transfers
		}
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
