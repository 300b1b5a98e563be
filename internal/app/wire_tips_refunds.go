package app

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/refunds"
	"limelight/internal/tips"
)

// wireTipsRefunds lets members ask to have tips back.
func wireTipsRefunds(s *Services) {
	s.refunds.Accept(refunds.Category{
		Kinds: []string{tips.Kind}, Reasons: []string{"duplicate", "mistake"}, Source: paidTips{s.tips},
	})
}

// paidTips are tips in the words of refunds.
type paidTips struct {
	*tips.Service
}

// Recent finds tips by the wallet that paid them: they have no index by sender.
func (p paidTips) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	moved, err := report.Incomes(ctx, tx, ledger.Wallet(memberID), report.Query{
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
