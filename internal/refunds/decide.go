package refunds

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
	"limelight/internal/ledger"
)

// Split says who gives the tokens of a refund.
//
//	Given + Owed = Amount; Given.SiteFee includes Absorbed
//
// Of a payment that is still held Given is what nobody will earn.
type Split struct {
	Amount   money.Tokens
	Given    ledger.Shares // at once
	Owed     ledger.Shares // by performer and studio, who did not have it; SiteFee is nothing
	Absorbed money.Tokens  // what the site gives in their place
}

// split shares an amount along the terms of the payment, the newest part of it
// first, as the meter does. have is what performer and studio have to give.
func (p Payment) split(amount money.Tokens, have map[ledger.Account]money.Tokens, siteAbsorbs bool) Split {
	due := p.Terms.TakenBack(p.Amounts, amount)
	if p.Held {
		return Split{Amount: amount, Given: due} // out of the hold: they give up what they would earn
	}
	s := Split{Amount: amount}
	s.Given.Net = min(due.Net, max(0, have[ledger.Earnings(p.PerformerID)]))
	s.Given.StudioNet = min(due.StudioNet, max(0, have[ledger.Earnings(p.Terms.StudioID)]))
	s.Given.SiteFee = due.SiteFee
	s.Owed = ledger.Shares{Net: due.Net - s.Given.Net, StudioNet: due.StudioNet - s.Given.StudioNet}
	if siteAbsorbs {
		s.Absorbed = s.Owed.Gross()
		s.Given.SiteFee += s.Absorbed
		s.Owed = ledger.Shares{}
	}
	return s
}

// legs are the postings of the refund, without empty ones.
func (p Payment) legs(s Split) (legs []ledger.Leg) {
	wallet := ledger.Wallet(p.MemberID)
	if p.Held {
		return []ledger.Leg{{Source: ledger.Hold(p.Reference), Target: wallet, Amount: s.Amount}}
	}
	for _, leg := range []ledger.Leg{
		{Source: ledger.Earnings(p.PerformerID), Target: wallet, Amount: s.Given.Net},
		{Source: ledger.Receivable(p.PerformerID), Target: wallet, Amount: s.Owed.Net},
		{Source: ledger.Earnings(p.Terms.StudioID), Target: wallet, Amount: s.Given.StudioNet},
		{Source: ledger.Receivable(p.Terms.StudioID), Target: wallet, Amount: s.Owed.StudioNet},
		{Source: ledger.SiteRevenue, Target: wallet, Amount: s.Given.SiteFee},
	} {
		if leg.Amount > 0 {
			legs = append(legs, leg)
		}
	}
	return legs
}

// Decision is what an admin wants a request to become.
type Decision struct {
	RequestID   string
	To          Status       // Resolved or Rejected
	Token       money.Tokens // how much to give back; 0: all that is left
	SiteAbsorbs bool         // the site gives what performer or studio no longer have
	Note        string       // for the member
}

// Decide resolves a request, which gives the tokens back at once, or rejects it,
// and writes down who did it. It fails with ErrAbsent, ErrDecided, ErrOwn,
// ErrNothing, ErrSecondAdmin or a refused field, and then nothing has changed.
func (s *Service) Decide(ctx context.Context, d Decision) (r Request, names map[string]string, err error) {
	d.Note = sanitize.Paragraphs(d.Note)
	if d.To != Resolved && d.To != Rejected {
		return r, nil, fault.Field("status", "Must be one of resolved, rejected")
	}
	if err := fault.Length("note", d.Note, minText, maxNote); err != nil {
		return r, nil, err
	}
	if !id.Valid(d.RequestID) {
		return r, nil, ErrAbsent
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if r, err = lockRequest(ctx, tx, d.RequestID); err != nil {
			return err
		}
		if err := s.decide(ctx, tx, &r, d); err != nil {
			return err
		}
		names, err = s.names(ctx, tx, r)
		return err
	})
	return r, names, err
}

func (s *Service) decide(ctx context.Context, tx *db.Tx, r *Request, d Decision) error {
	adminID := account.CallerFrom(ctx).ID
	switch {
	case r.Status != Pending:
		return ErrDecided
	case adminID == r.MemberID || adminID == r.PerformerID || adminID == r.StudioID:
		return ErrOwn
	}
	r.Status, r.Note, r.DecidedBy, r.DecidedAt = d.To, d.Note, adminID, s.Now()
	if d.To == Resolved {
		if err := s.giveBack(ctx, tx, r, d); err != nil {
			return err
		}
	}
	if err := updateDecided(ctx, tx, *r); err != nil {
		return err
	}
	if err := s.owe(ctx, tx, *r); err != nil {
		return err
	}
	if err := s.Audit.Record(ctx, tx, audit.Act{Action: decided[d.To], Subject: "refund_request:" + r.ID, Reason: d.Note}); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Decided{*r})
}

// giveBack posts the refund as it is split now.
func (s *Service) giveBack(ctx context.Context, tx *db.Tx, r *Request, d Decision) error {
	p, have, err := s.look(ctx, tx, *r)
	if err != nil {
		return err
	}
	amount, resolution, err := p.amount(d.Token)
	if err != nil {
		return err
	}
	r.Resolution, r.Split = resolution, p.split(amount, have, d.SiteAbsorbs)
	if r.Split.Absorbed > 0 {
		alone, err := s.Alone(ctx, tx, r.DecidedBy, r.ID, r.Split.Absorbed)
		if err != nil {
			return err
		}
		if !alone {
			return ErrSecondAdmin
		}
	}
	category, _ := s.categoryOf(r.Kind)
	err = category.Source.Refunded(ctx, tx, r.Kind, r.Reference, amount)
	if errors.Is(err, ErrNothing) {
		return db.Again(err) // it was taken back since the look
	}
	if err != nil {
		return err
	}
	memo := refundMemo.With()
	switch {
	case r.Split.Absorbed > 0:
		memo = absorbedMemo.With(r.Split.Absorbed)
	case r.Reason == TakenDown:
		memo = takenDownMemo.With()
	}
	posted, err := s.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: "refund-request:" + r.ID, Kind: r.Kind, Reference: r.Reference,
		Payer: r.MemberID, Payee: r.PerformerID, Memo: memo, Legs: p.legs(r.Split),
	})
	if errors.Is(err, ledger.ErrFunds) {
		return db.Again(err) // it was paid out, or captured, since the look
	}
	r.transferID = posted.ID
	return err
}

// amount reads how much to give back: all that is left, or a part of it.
func (p Payment) amount(token money.Tokens) (money.Tokens, Resolution, error) {
	left := p.Left()
	switch {
	case left <= 0:
		return 0, "", ErrNothing
	case token < 0 || token > left:
		return 0, "", fault.Field("token", "Must be above 0 and at most %v", left)
	case token == 0 || token == left:
		return left, Full, nil
	}
	return token, Partial, nil
}

// look reads a request's payment as it stands, and what performer and studio have.
func (s *Service) look(ctx context.Context, tx *db.Tx, r Request) (p Payment, have map[ledger.Account]money.Tokens, err error) {
	category, known := s.categoryOf(r.Kind)
	if !known {
		return p, nil, fmt.Errorf("refunds: nobody takes payments of kind %q", r.Kind)
	}
	if p, err = category.Source.Payment(ctx, tx, r.Kind, r.Reference); err != nil {
		return p, nil, err
	}
	accounts := []ledger.Account{ledger.Earnings(p.PerformerID)}
	if p.Terms.StudioID != "" {
		accounts = append(accounts, ledger.Earnings(p.Terms.StudioID))
	}
	have, err = s.Ledger.Balances(ctx, tx, accounts...)
	return p, have, err
}

// Preview is a request, what is left of its payment, and who would give what.
type Preview struct {
	Request Request
	Left    money.Tokens
	Split   Split // as it was done, once resolved
	Debts   []Debt
	Names   map[string]string
}

// Preview says what a refund of so many tokens would be now, or one of all that is
// left when it asks for none. It fails with ErrAbsent or a refused field.
func (s *Service) Preview(ctx context.Context, d Decision) (p Preview, err error) {
	if !id.Valid(d.RequestID) {
		return p, ErrAbsent
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p.Request, err = selectRequest(ctx, tx, d.RequestID); err != nil {
			return err
		}
		if p.Names, err = s.names(ctx, tx, p.Request); err != nil {
			return err
		}
		if p.Request.Status != Pending {
			p.Split = p.Request.Split
			p.Debts, err = selectDebts(ctx, tx, d.RequestID)
			return err
		}
		payment, have, err := s.look(ctx, tx, p.Request)
		if err != nil {
			return err
		}
		if p.Left = payment.Left(); p.Left <= 0 {
			return nil
		}
		amount, _, err := payment.amount(d.Token)
		p.Split = payment.split(amount, have, d.SiteAbsorbs)
		return err
	})
	return p, err
}
