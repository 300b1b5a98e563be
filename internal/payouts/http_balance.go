package payouts

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/payouts/rails"
)

// maxHeld bounds the held entries told in one answer.
const maxHeld = 100

func (s *Balances) routes(r *api.Router) {
	for _, who := range earners {
		api.Get(r, "/earning/"+who.path+"/payout", "payouts."+who.path+".preview", s.getPreview, who.role.Guard(),
			api.Summary("What a payout request would cover now, and what is still held"))
		api.Get(r, "/payout-requests/"+who.path+"/stats", "payouts."+who.path+".stats", s.getStats, who.role.Guard(),
			api.Summary("Sums of my payout requests"))
	}
}

// PayoutBalance is a Balance on the wire.
type PayoutBalance struct {
	Balance   money.Tokens `json:"balance" doc:"earned, not paid and not reserved"`
	Held      money.Tokens `json:"held" doc:"of the balance, too young"`
	Owed      money.Tokens `json:"owed" doc:"of the balance, spoken for"`
	Available money.Tokens `json:"available"`
	Reserved  money.Tokens `json:"reserved" doc:"in an open request"`
	Paid      money.Tokens `json:"paid" doc:"ever"`
}

func (b Balance) wire() PayoutBalance {
	return PayoutBalance{b.Earned, b.Held, b.Owed, b.Available, b.Reserved, b.Paid}
}

// PayoutPreview is what a request would be now.
type PayoutPreview struct {
	PayoutBalance
	RequestTokens money.Tokens   `json:"requestTokens" doc:"that a request would reserve; rounding leaves the rest"`
	Amount        string         `json:"amount"`
	Fee           string         `json:"fee"`
	Currency      string         `json:"currency"`
	Rate          string         `json:"rate" doc:"units of the currency per token"`
	Minimum       string         `json:"minimum"`
	Lines         []Line         `json:"lines"`
	FromDate      time.Time      `json:"fromDate,omitzero" doc:"the incomes of lines, from here on; absent: all before toDate"`
	ToDate        time.Time      `json:"toDate"`
	HeldEntries   []HeldIncome   `json:"heldEntries" doc:"the next to become free first, at most 100"`
	HeldTotal     int            `json:"heldTotal"`
	FrozenUntil   time.Time      `json:"frozenUntil,omitzero" doc:"after new payout details"`
	OpenRequestID string         `json:"openRequestId,omitempty"`
	Refusal       string         `json:"refusal,omitempty" doc:"why a request cannot be made now"`
	Methods       []rails.Method `json:"methods" doc:"that there are"`
}

// HeldIncome is an income that waits, on the wire.
type HeldIncome struct {
	Type     string       `json:"type"`
	SourceID string       `json:"sourceId"`
	Token    money.Tokens `json:"token"`
	FreeAt   time.Time    `json:"freeAt"`
}

type previewInput struct {
	Type          rails.Method `query:"paymentAccountType" enum:"bank_transfer,direct_deposit,paxum,bitpay" default:"bank_transfer"`
	RequestTokens string       `query:"requestTokens" maxLength:"20" doc:"absent: all that is available"`
}

func (s *Balances) getPreview(ctx context.Context, in *previewInput) (PayoutPreview, error) {
	me := account.CallerFrom(ctx)
	o := Order{AccountID: me.ID, Role: me.Role, Method: in.Type}
	if in.RequestTokens != "" {
		units, err := money.Parse(in.RequestTokens)
		if err != nil || units <= 0 {
			return PayoutPreview{}, errTokens
		}
		o.Units = units
	}
	p, err := s.Preview(ctx, o)
	return p.wire(), err
}

func (p Preview) wire() PayoutPreview {
	w := PayoutPreview{
		PayoutBalance: p.Balance.wire(), RequestTokens: p.Units, Amount: currency.Text(p.Amount, p.Currency),
		Fee: currency.Text(0, p.Currency), Currency: p.Currency, Rate: tenThousandths(p.Rate),
		Minimum: currency.Text(p.Minimum, p.Currency), Lines: p.Lines, HeldTotal: len(p.HeldEntries),
		FromDate: p.Since, ToDate: p.Until, FrozenUntil: p.FrozenUntil, HeldEntries: []HeldIncome{}, OpenRequestID: p.OpenID, Refusal: refusalText(p.Refusal), Methods: rails.Methods,
	}
	if w.Lines == nil {
		w.Lines = []Line{}
	}
	for _, e := range p.HeldEntries[:min(maxHeld, len(p.HeldEntries))] {
		w.HeldEntries = append(w.HeldEntries, HeldIncome{e.Kind, e.Reference, e.Token, e.FreeAt})
	}
	return w
}

// PayoutStats sum an account's requests.
type PayoutStats struct {
	PayoutBalance
	ByStatus []StatusSum `json:"byStatus"`
}

// StatusSum is how many requests of a status and currency there are.
type StatusSum struct {
	Status   Status       `json:"status"`
	Currency string       `json:"currency"`
	Count    int          `json:"count"`
	Token    money.Tokens `json:"token"`
	Amount   string       `json:"amount"`
}

func (s *Balances) getStats(ctx context.Context, _ *struct{}) (PayoutStats, error) {
	totals, balance, err := s.Stats(ctx, account.CallerFrom(ctx).ID)
	stats := PayoutStats{PayoutBalance: balance.wire(), ByStatus: make([]StatusSum, len(totals))}
	for i, t := range totals {
		stats.ByStatus[i] = StatusSum{t.Status, t.Currency, t.Count, t.Units, currency.Text(t.Amount, t.Currency)}
	}
	return stats, err
}

// refusalText is what a person reads of a refusal.
func refusalText(err error) string {
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		return f.Error()
	}
	return ""
}
