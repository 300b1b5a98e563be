package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/fault"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/refunds"
	"limelight/internal/tips"
)

// What the operator of the demo site has decided in its history.

// askTipBack asks for one of two equal tips.
func (h *house) askTipBack(ctx context.Context, memberID string) error {
	offers, _, err := h.refunds.Offers(ctx, memberID)
	if err != nil || len(offers) == 0 {
		return err
	}
	_, _, err = h.refunds.Ask(ctx, refunds.Question{
		MemberID: memberID, Kind: tips.Kind, Reference: offers[0].Reference, Reason: "duplicate",
		Text: "The page hung, so I pressed the button again, and both tips went out.",
	}, "")
	return err
}

// decideRefunds answers what was asked the day before: mostly yes.
func (h *demoHistory) decideRefunds() error {
	waiting, _, _, err := h.past.refunds.Search(h.boss, refunds.Filter{Status: refunds.Pending, Limit: 20})
	if err != nil {
		return err
	}
	for _, r := range waiting {
		d := refunds.Decision{RequestID: r.ID, To: refunds.Resolved, Note: "Both tips came within seconds; one is back in your wallet."}
		if h.random.IntN(4) == 0 {
			d.To, d.Note = refunds.Rejected, "The two tips are minutes apart and have different notes."
		}
		if _, _, err := h.past.refunds.Decide(h.boss, d); err != nil {
			return err
		}
	}
	return nil
}

// demoBanked are the performers who have said where they are paid.
var demoBanked = []string{"NovaRay", "MikaLune", "RubyHale", "DanteKold", "ZuriBloom"}

// askForMoney asks for all that an account can be paid, if that is enough.
func askForMoney(boss context.Context, h *house, accountID string) (r payouts.Request, enough bool, err error) {
	r, err = h.payouts.Create(boss, payouts.Order{AccountID: accountID, Role: account.Performer, Method: rails.BankTransfer, Note: "Thank you!"}, "")
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return r, false, nil
	}
	return r, err == nil, err
}

// payOut lets those who have enough ask for their money, and pays it with one file
// for the bank.
func (h *demoHistory) payOut() error {
	var approved []string
	for _, username := range demoBanked {
		r, enough, err := askForMoney(h.boss, h.past.house, h.ids[username])
		if err != nil {
			return fmt.Errorf("%s asks: %w", username, err)
		}
		if !enough {
			continue
		}
		h.at = h.at.Add(3 * time.Minute)
		if _, _, err := h.past.payouts.Decide(h.boss, payouts.Decision{RequestID: r.ID, To: payouts.Processing}); err != nil {
			return err
		}
		approved = append(approved, r.ID)
	}
	if len(approved) == 0 {
		return nil
	}
	batch, err := h.past.payouts.CreateBatch(h.boss, rails.Wire{}.ID(), approved)
	if err != nil {
		return err
	}
	if _, err := h.past.payouts.ExportBatch(h.boss, batch.ID); err != nil {
		return err
	}
	h.at = h.at.Add(30 * time.Minute)
	_, err = h.past.payouts.PayBatch(h.boss, batch.ID, "Bank "+h.at.Format(time.DateOnly), nil)
	return err
}
