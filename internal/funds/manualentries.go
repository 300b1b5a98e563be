package funds

import (
	"context"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/funds/adapters/manual"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

// ManualEntries are credits and debits that admins book by hand.
type ManualEntries struct {
	*core
	approvals  *Approvals
	setups     *Setups
	settlement *Settlement
}

// Entry is what an admin books by hand.
type Entry struct {
	AccountID string
	Debit     bool
	Tokens    money.Tokens
	Price     gateway.Money // what was paid; none: the tokens are given
	Reason    string
	Reference string
}

// errReference refuses a payment that has been booked.
var errReference = fault.New(fault.Conflict, "This reference has already been booked.").Coded("repeated")

// Enter books an entry of the calling admin, or leaves it to a second one when it
// is above the limit of one alone (the setting secondAdminAbove), over a day. It fails with
// refused fields, manual.ErrSelf, ErrNoMember, ledger.ErrFunds, or when the
// reference has been booked.
func (s *ManualEntries) Enter(ctx context.Context, e Entry) (in Intent, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		g, err := s.setups.manualGateway(ctx, tx)
		if err != nil {
			return err
		}
		checked, err := g.Check(manual.Entry{
			AdminID: account.CallerFrom(ctx).ID, AccountID: e.AccountID, Debit: e.Debit, Tokens: e.Tokens,
			Price: e.Price, Reason: e.Reason, Reference: e.Reference,
		})
		if err != nil {
			return err
		}
		if _, err := s.member(ctx, tx, e.AccountID); err != nil {
			return err
		}
		in = s.entered(checked)
		if err := insertIntent(ctx, tx, in, s.Seals.MAC()); err != nil {
			return err
		}
		if err := s.claim(ctx, tx, in, checked); err != nil {
			return err
		}
		alone, err := s.approvals.mayAlone(ctx, tx, checked.AdminID, in.ID, checked.Tokens)
		if err != nil {
			return err
		}
		if alone {
			if in, err = s.book(ctx, tx, in); err != nil {
				return err
			}
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: enteredEntry[in.Kind], Subject: "account:" + in.AccountID, Reason: fmt.Sprintf("%s tokens, %s: %s", in.Tokens, in.Reference, in.Reason)})
	})
	return in, err
}

func (s *ManualEntries) entered(e manual.Entry) Intent {
	now := s.Now()
	in := Intent{
		ID: id.New(now), Kind: Credit, AccountID: e.AccountID, Gateway: manual.ID, Price: e.Price, Tokens: e.Tokens,
		Status: Status{State: Created}, Reason: e.Reason, Reference: e.Reference, EnteredBy: e.AdminID, CreatedAt: now,
	}
	if e.Debit {
		in.Kind = Debit
	}
	return in
}

// claim takes the reference, so that it is booked once: a pending event of its key.
func (s *ManualEntries) claim(ctx context.Context, tx *db.Tx, in Intent, e manual.Entry) error {
	fresh, err := s.settlement.insertEvent(ctx, tx, in.ID, manual.ID, "", gateway.Event{Key: e.Key(), Kind: gateway.Pending, At: s.Now(), Reason: e.Reason})
	if err == nil && !fresh {
		return errReference
	}
	return err
}

// book settles an entry that may be booked.
func (s *ManualEntries) book(ctx context.Context, tx *db.Tx, in Intent) (Intent, error) {
	e := gateway.Event{Key: "booked:" + in.ID, Kind: gateway.Paid, Amount: in.Price, At: s.Now()}
	if err := s.settlement.accept(ctx, tx, in, manual.ID, "", e); err != nil {
		return in, err
	}
	return lockIntent(ctx, tx, in.ID)
}

// DecideEntry lets a second admin book an entry, or any admin reject it. It fails
// with ErrNoPayment, ErrDecided, manual.ErrApprover, or ledger.ErrFunds.
func (s *ManualEntries) DecideEntry(ctx context.Context, intentID string, approve bool, reason string) (in Intent, err error) {
	if reason, err = reasoned(reason); err != nil {
		return Intent{}, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if in, err = lockIntent(ctx, tx, intentID); err != nil {
			return err
		}
		switch {
		case in.Kind == Purchase:
			return ErrNoPayment
		case in.State != Created && in.State != Pending:
			return ErrDecided
		}
		adminID := account.CallerFrom(ctx).ID
		act := paymentRejected
		if approve {
			if err := account.Established(ctx); err != nil {
				return err
			}
			g, err := s.setups.manualGateway(ctx, tx)
			if err != nil {
				return err
			}
			if err := g.Approve(manual.Entry{AdminID: in.EnteredBy, AccountID: in.AccountID}, adminID); err != nil {
				return err
			}
			act, in.ApprovedBy = paymentApproved, adminID
			in, err = s.book(ctx, tx, in)
			if err != nil {
				return err
			}
		} else if err := s.reject(ctx, tx, &in); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: act, Subject: "payment:" + in.ID, Reason: reason})
	})
	return in, err
}

func (s *ManualEntries) reject(ctx context.Context, tx *db.Tx, in *Intent) error {
	e := gateway.Event{Key: "rejected:" + in.ID, Kind: gateway.Failed, At: s.Now()}
	if err := s.settlement.accept(ctx, tx, *in, manual.ID, "", e); err != nil {
		return err
	}
	now, err := lockIntent(ctx, tx, in.ID)
	*in = now
	return err
}
