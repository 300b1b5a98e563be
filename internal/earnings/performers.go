package earnings

import (
	"context"

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
	if q, err = s.ofIncome(q); err != nil {
		return nil, 0, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, n, err := report.IncomeByPayee(ctx, tx, ledger.Earnings(studioID), q)
		if err != nil {
			return err
		}
		known, err := names(ctx, tx, s.people, found, func(t report.PayeeTotal) string { return t.Payee })
		list, total = make([]PerformerStats, len(found)), n
		for i, t := range found {
			list[i] = PerformerStats{Person{t.Payee, known[t.Payee]}, t.Count, t.Gross, t.SiteFee, t.Gross - t.SiteFee - t.Net, t.Net}
		}
		return err
	})
	return list, total, err
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
	page.Data, page.Total, err = s.ByPerformer(ctx, account.CallerFrom(ctx).ID, q)
	return page, err
}
