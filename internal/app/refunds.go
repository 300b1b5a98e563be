package app

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/purchases"
	"limelight/internal/refunds"
	"limelight/internal/show/meter"
	"limelight/internal/tips"
	"limelight/internal/wheel"
)

// spinWait is how long a spin is its performer's to decide, before its member may
// ask to have it back (behaviours, "Wheel").
const spinWait = 24 * time.Hour

// newRefunds plugs in the rooms that take payments.
func (h *house) newRefunds() *refunds.Service {
	return refunds.New(refunds.Deps{
		DB: h.db, Ledger: h.ledger, People: people{h.accounts}, Acts: acts{h}, Events: h.bus, Limiter: h.limits, Now: h.now,
		Alone: func(ctx context.Context, tx *db.Tx, adminID, subject string, tokens money.Tokens) (bool, error) {
			return h.funds.DecidesAlone(ctx, tx, adminID, subject, tokens)
		},
		Sorts: []refunds.Sort{
			{Kinds: []string{tips.Kind}, Reasons: []string{"duplicate", "mistake"}, Source: paidTips{h.tips, h.ledger}},
			{
				Kinds:   meter.Incomes.IDs(),
				Reasons: []string{"no_picture", "no_sound", "not_as_promised", "other"}, Source: paidShows{h.meters},
			},
			{Kinds: []string{wheel.Kind}, Reasons: []string{"not_performed"}, Source: paidSpins{h.wheel}},
			{Kinds: purchases.Kinds, Reasons: []string{"not_as_promised", "other"}, Source: paidItems{h.purchases, h.orders, h.assets, h.now}},
		},
	})
}

// paidTips are tips in the words of refunds.
type paidTips struct {
	*tips.Service
	ledger *ledger.Ledger
}

// Recent finds tips by the wallet that paid them: they have no index by sender.
func (p paidTips) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	moved, _, err := p.ledger.Incomes(ctx, tx, ledger.Wallet(memberID), ledger.Query{
		Kinds: []string{tips.Kind}, Payer: memberID, From: since, Limit: most,
	})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, one := range moved {
		ids = append(ids, one.Reference)
	}
	found, err := p.Find(ctx, tx, ids...)
	list := make([]refunds.Payment, len(found))
	for i, tip := range found {
		list[i] = paidTip(tip)
	}
	return list, err
}

func (p paidTips) Payment(ctx context.Context, tx *db.Tx, _, tipID string) (refunds.Payment, error) {
	found, err := p.Find(ctx, tx, tipID)
	if err == nil && len(found) == 0 {
		err = refunds.ErrNoPayment
	}
	if err != nil {
		return refunds.Payment{}, err
	}
	return paidTip(found[0]), nil
}

// Refunded has nothing to note: a tip never changes.
func (paidTips) Refunded(context.Context, *db.Tx, string, string, money.Tokens) error { return nil }

func paidTip(t tips.Tip) refunds.Payment {
	return refunds.Payment{
		Kind: tips.Kind, Reference: t.ID, MemberID: t.SenderID, PerformerID: t.PerformerID, Label: t.Label,
		Terms: t.Terms, Amounts: []money.Tokens{t.Gross}, PaidAt: t.CreatedAt, From: t.CreatedAt,
	}
}

// paidShows are closed meters in the words of refunds. An open one is no payment
// yet.
type paidShows struct{ *meter.Meters }

func (p paidShows) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	found, err := p.EndedOf(ctx, tx, memberID, since, most)
	list := make([]refunds.Payment, len(found))
	for i, m := range found {
		list[i] = paidMeter(m)
	}
	return list, err
}

func (p paidShows) Payment(ctx context.Context, tx *db.Tx, kind, meterID string) (refunds.Payment, error) {
	m, err := p.Get(ctx, tx, meterID)
	if errors.Is(err, meter.ErrUnknown) || err == nil && (string(m.Kind) != kind || m.State != meter.Closed || m.Periods == 0) {
		err = refunds.ErrNoPayment
	}
	if err != nil {
		return refunds.Payment{}, err
	}
	return paidMeter(m), nil
}

// Refunded has nothing to note: a closed meter never changes.
func (paidShows) Refunded(context.Context, *db.Tx, string, string, money.Tokens) error { return nil }

// paidMeter is what each period cost, and what a fault gave back of the last ones.
func paidMeter(m meter.Meter) refunds.Payment {
	amounts := slices.Repeat([]money.Tokens{m.Price}, m.Periods)
	if m.Refund > 0 {
		amounts = append(amounts, -m.Refund)
	}
	return refunds.Payment{
		Kind: string(m.Kind), Reference: m.ID, ShowID: m.ShowID, MemberID: m.MemberID, PerformerID: m.PerformerID,
		Terms: m.Terms, Amounts: amounts, PaidAt: m.EndedAt, From: m.EndedAt,
	}
}

// paidSpins are results of the wheel in the words of refunds. A spin may be asked
// about while nobody has decided it; what was rejected was given back.
type paidSpins struct{ *wheel.Service }

func (p paidSpins) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	found, err := p.Spins(ctx, tx, memberID, since, most)
	var list []refunds.Payment
	for _, r := range found {
		if r.Status == wheel.Pending {
			list = append(list, paidSpin(r))
		}
	}
	return list, err
}

func (p paidSpins) Payment(ctx context.Context, tx *db.Tx, _, resultID string) (refunds.Payment, error) {
	r, err := p.Find(ctx, tx, resultID)
	if errors.Is(err, wheel.ErrNoResult) {
		err = refunds.ErrNoPayment
	}
	if err != nil {
		return refunds.Payment{}, err
	}
	return paidSpin(r), nil
}

func (p paidSpins) Refunded(ctx context.Context, tx *db.Tx, _, resultID string, amount money.Tokens) error {
	err := p.NoteRefund(ctx, tx, resultID, amount)
	if errors.Is(err, wheel.ErrDecided) || errors.Is(err, wheel.ErrRefunded) {
		return refunds.ErrNothing
	}
	return err
}

func paidSpin(r wheel.Result) refunds.Payment {
	p := refunds.Payment{
		Kind: wheel.Kind, Reference: r.ID, MemberID: r.MemberID, PerformerID: r.PerformerID, Label: r.Drawn().Label,
		Terms: r.Terms, Amounts: []money.Tokens{r.Version.Price}, PaidAt: r.CreatedAt, From: r.CreatedAt.Add(spinWait),
	}
	if r.Status == wheel.Rejected {
		p.Amounts = append(p.Amounts, -r.Version.Price)
	}
	if r.Refunded > 0 {
		p.Amounts = append(p.Amounts, -r.Refunded)
	}
	p.Settled = r.Status == wheel.Done
	return p
}

// subscribeRefunds tells the member the answer by mail.
func (h *house) subscribeRefunds() { bus.On(h.bus, "mail.refund", h.mailRefund) }

func (h *house) mailRefund(ctx context.Context, tx *db.Tx, e refunds.Decided) error {
	r := e.Request
	if r.Status == refunds.Rejected {
		return h.writeOf(ctx, tx, r.MemberID, "Your refund request was rejected",
			"we have looked at your refund request and cannot give the tokens back. The reason:\n\n"+r.Note)
	}
	much := "all of it"
	if r.Resolution == refunds.Partial {
		much = "a part of it"
	}
	return h.writeOf(ctx, tx, r.MemberID, "Your tokens were given back",
		"we have looked at your refund request and gave back "+much+": "+r.Split.Amount.String()+
			" tokens are in your balance again. Our answer:\n\n"+r.Note)
}
