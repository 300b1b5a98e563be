package finance

import (
	"context"
	"net/http"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/csvx"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
)

func (s *SiteIncome) routes(r *api.Router) {
	api.Get(r, "/admin/finance/income", "finance.income", s.getIncome, reader, api.Summary("What the site earned, by kind"), audit.Silent("sums of the whole site"))
	api.Raw(r, http.MethodGet, "/admin/finance/income/export", "finance.income.export", s.incomeFile, exporter, audit.As(incomeExported, ""))
}

// IncomeView is what the site earned, in tokens.
type IncomeView struct {
	Opening money.Tokens `json:"opening" doc:"of the site's revenue"`
	Closing money.Tokens `json:"closing"`
	Change  money.Tokens `json:"change" doc:"the sum of the nets"`
	Total   KindView     `json:"total"`
	Kinds   []KindView   `json:"kinds"`
}

// KindView is the income of one kind.
type KindView struct {
	Kind     string       `json:"kind"`
	Count    int          `json:"count" doc:"payments, not counting what takes them back"`
	Gross    money.Tokens `json:"gross" doc:"paid by members"`
	Refunded money.Tokens `json:"refunded" doc:"given back to them"`
	Fee      money.Tokens `json:"fee" doc:"that the site kept"`
	FeeBack  money.Tokens `json:"feeBack" doc:"of it, given back with refunds"`
	Losses   money.Tokens `json:"losses" doc:"that the site bore; negative when they came back"`
	Rewards  money.Tokens `json:"rewards" doc:"for referrals, out of the fee"`
	Other    money.Tokens `json:"other"`
	Net      money.Tokens `json:"net" doc:"fee − feeBack − losses − rewards + other"`
}

func kindView(k KindIncome) KindView {
	return KindView{k.Kind, k.Count, k.Gross, k.Refunded, k.Fee, k.FeeBack, k.Losses, k.Rewards, k.Other, k.Net()}
}

func (s *SiteIncome) getIncome(ctx context.Context, in *SpanInput) (v IncomeView, err error) {
	span, err := in.span()
	if err != nil {
		return v, err
	}
	income, err := s.Income(ctx, span)
	v = IncomeView{
		Opening: income.Opening, Closing: income.Closing, Change: income.Closing - income.Opening,
		Total: kindView(income.Total()), Kinds: make([]KindView, len(income.Kinds)),
	}
	for i, k := range income.Kinds {
		v.Kinds[i] = kindView(k)
	}
	return v, err
}

func (s *SiteIncome) incomeFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	in, err := s.Income(r.Context(), span)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "site-income", ".csv")
	return WriteIncome(w, lang.In(r.Context()), in)
}
