package finance

import (
	"context"
	"net/http"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/csvx"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
)

func (s *TrialBalances) routes(r *api.Router) {
	api.Get(r, "/admin/finance/balances", "finance.balances", s.getBalances, reader,
		api.Summary("The trial balance, and what the site owes in tokens"), audit.As(balancesViewed, ""))
	api.Raw(r, http.MethodGet, "/admin/finance/balances/export", "finance.balances.export", s.balancesFile, exporter, audit.As(balancesExported, ""))
}

func (s *Receivables) routes(r *api.Router) {
	api.Get(r, "/admin/finance/receivables", "finance.receivables", s.getDebts, reader, api.Summary("Who owes the site tokens, the most first"), audit.As(debtsViewed, ""))
	api.Raw(r, http.MethodGet, "/admin/finance/receivables/export", "finance.receivables.export", s.debtsFile, exporter, audit.As(debtsExported, ""))
}

// BalancesView is the trial balance of a time, and the liabilities at its end.
type BalancesView struct {
	At          time.Time    `json:"at" doc:"the end of the time"`
	Classes     []ClassView  `json:"classes"`
	Total       money.Tokens `json:"sum" doc:"of the closings; 0 in a sound ledger"`
	Balanced    bool         `json:"sound" doc:"the closings sum to 0 and none is off"`
	Wallets     money.Tokens `json:"wallets"`
	Holds       money.Tokens `json:"holds"`
	Earnings    money.Tokens `json:"earnings"`
	Payouts     money.Tokens `json:"payouts" doc:"under way"`
	Outstanding money.Tokens `json:"outstanding" doc:"all four"`
	Receivables money.Tokens `json:"receivables" doc:"owed to the site"`
	Worth       *WorthView   `json:"worth,omitempty" doc:"at today's payout rate; absent when none is set"`
}

// ClassView is the line of one class of account.
type ClassView struct {
	Class   string       `json:"class"`
	Opening money.Tokens `json:"opening"`
	Debits  money.Tokens `json:"debits" doc:"taken out"`
	Credits money.Tokens `json:"credits" doc:"put in"`
	Closing money.Tokens `json:"closing"`
	Off     money.Tokens `json:"off" doc:"what the accounts hold beyond their postings; 0 in a sound ledger"`
}

// WorthView is money, with the decimals of the currency.
type WorthView struct {
	Currency string `json:"currency"`
	Earnings string `json:"earnings"`
	Payouts  string `json:"payouts"`
}

func (s *TrialBalances) getBalances(ctx context.Context, in *SpanInput) (v BalancesView, err error) {
	span, err := in.span()
	if err != nil {
		return v, err
	}
	b, err := s.Balances(ctx, span)
	v = BalancesView{
		At: b.Span.To.Add(-time.Millisecond), Total: b.Total(), Balanced: b.Balanced(), Classes: make([]ClassView, len(b.Groups)),
		Wallets: b.Closing("wallet"), Holds: b.Closing("hold"), Earnings: b.Closing("earn"), Payouts: b.Closing("payout"),
		Outstanding: b.Outstanding(), Receivables: -b.Closing("receivable"),
	}
	for i, c := range b.Groups {
		v.Classes[i] = ClassView{string(c.Group), c.Opening, c.Debits, c.Credits, c.Closing, c.Off()}
	}
	if price := s.Price(); price.Rate > 0 {
		v.Worth = &WorthView{price.Currency, price.Worth(v.Earnings), price.Worth(v.Payouts)}
	}
	return v, err
}

// DebtView is what one person owes.
type DebtView struct {
	Person Person       `json:"person"`
	Owed   money.Tokens `json:"owed"`
	Since  time.Time    `json:"since" doc:"of the oldest part"`
	Days   int          `json:"days" doc:"whole ones since then"`
}

type debtsInput struct {
	ToDate time.Time `query:"toDate" doc:"at this instant; absent: now"`
}

// at is the moment after the instant.
func (in debtsInput) at() time.Time {
	if in.ToDate.IsZero() {
		return in.ToDate
	}
	return in.ToDate.Add(time.Millisecond)
}

func (s *Receivables) getDebts(ctx context.Context, in *debtsInput) (api.List[DebtView], error) {
	list, err := s.Debts(ctx, in.at())
	return api.ListOf(list, len(list), func(d Debt) DebtView { return DebtView(d) }), err
}

func (s *TrialBalances) balancesFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	b, err := s.Balances(r.Context(), span)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "trial-balance", ".csv")
	return WriteBalances(w, lang.In(r.Context()), b)
}

func (s *Receivables) debtsFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	list, err := s.Debts(r.Context(), span.To)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "receivables", ".csv")
	return WriteDebts(w, lang.In(r.Context()), list)
}
