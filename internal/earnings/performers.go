package earnings

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// PerformerStats are sums of what one performer earned for her studio.
type PerformerStats struct {
	PerformerInfo Person       `json:"performerInfo"`
	Count         int          `json:"count"`
	TotalGross    money.Tokens `json:"totalGross"`
	TotalFee      money.Tokens `json:"totalSiteFee"`
	PerformerNet  money.Tokens `json:"totalPerformerNet" doc:"what she earned"`
	TotalNet      money.Tokens `json:"totalNet" doc:"what the studio earned"`
}

// ByPerformer is a page of a studio's income by performer, the most first, and
// how many performers there are.
func (s *Service) ByPerformer(ctx context.Context, studioID string, q report.Query) (list []PerformerStats, total int, err error) {
	isEvery := len(q.Kinds) == 0
	if q, err = s.ofIncome(q); err != nil {
		return nil, 0, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := s.byPayee(ctx, tx, studioID, q, isEvery)
		if err != nil {
			return err
		}
		total = len(found)
		if found = found[min(q.Offset, total):]; q.Limit > 0 {
			found = found[:min(q.Limit, len(found))]
		}
		known, err := names(ctx, tx, s.people, found, func(t report.PayeeTotal) string { return t.Payee })
		list = make([]PerformerStats, len(found))
		for i, t := range found {
			list[i] = PerformerStats{Person{t.Payee, known[t.Payee]}, t.Count, t.Gross, t.SiteFee, t.Gross - t.SiteFee - t.Net, t.Net}
		}
		return err
	})
	return list, total, err
}

// byPayee are the sums of everybody whose work brought the studio something, the most first. Of single kinds none are kept.
func (s *Service) byPayee(ctx context.Context, tx *db.Tx, studioID string, q report.Query, isEvery bool) ([]report.PayeeTotal, error) {
	rest, payees := []report.Query{q}, map[string]report.PayeeTotal{}
	add := func(one report.PayeeTotal) {
		t := payees[one.Payee]
		payees[one.Payee] = report.PayeeTotal{
			Payee: one.Payee, Count: t.Count + one.Count, Gross: t.Gross + one.Gross, SiteFee: t.SiteFee + one.SiteFee, Net: t.Net + one.Net,
		}
	}
	if isEvery {
		summed, unsummed, err := s.divide(ctx, tx, q)
		if err != nil {
			return nil, err
		}
		if rest = unsummed; summed != (Span{}) {
			kept, err := selectByPayee(ctx, tx, studioID, summed)
			if err != nil {
				return nil, err
			}
			for _, one := range kept {
				add(report.PayeeTotal{Payee: one.payee, Count: one.Count, Gross: one.Gross, SiteFee: one.SiteFee, Net: one.Net})
			}
		}
	}
	for _, q := range rest {
		found, err := report.IncomeByPayee(ctx, tx, ledger.Earnings(studioID), q)
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			add(one)
		}
	}
	return slices.SortedFunc(maps.Values(payees), func(a, b report.PayeeTotal) int {
		return cmp.Or(cmp.Compare(b.Net, a.Net), cmp.Compare(a.Payee, b.Payee))
	}), nil
}

type performersInput struct {
	api.Page
	ChoiceInput
}

func (s *Service) getPerformers(ctx context.Context, in *performersInput) (page api.List[PerformerStats], err error) {
	q, err := in.query(account.Studio)
	if err != nil {
		return page, err
	}
	q.Offset, q.Limit = in.Offset, in.Limit
	page.Data, page.Total, err = s.ByPerformer(ctx, account.ActsFor(ctx), q)
	return page, err
}
