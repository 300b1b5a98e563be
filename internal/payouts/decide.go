package payouts

import (
	"cmp"
	"context"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
	"limelight/internal/ledger"
)

// Decisions give requests their statuses.
type Decisions struct {
	*core
	requests *Requests
	releases *Releases
}

// Decision is what somebody wants a request to become.
type Decision struct {
	RequestID string
	To        Status
	Reason    string // needed to reject
	Reference string // of the payment; an admin needs one to say that it is done
}

// Decide gives a request another status, moves its tokens and writes down who did
// it. Who asked may cancel; who decides, see decide. It fails with ErrAbsent, with
// one of the refusals of state.go or with a refused field, and then nothing has
// changed.
func (s *Decisions) Decide(ctx context.Context, d Decision) (r Request, names map[string]string, err error) {
	d.Reason, d.Reference = sanitize.Line(d.Reason), sanitize.Reference(d.Reference)
	by := account.CallerFrom(ctx)
	least := 0
	if by.Role == account.Admin && d.To == Done {
		least = 1
	}
	if err := cmp.Or(fault.Length("note", d.Reason, 0, maxText), fault.Length("reference", d.Reference, least, maxText)); err != nil {
		return Request{}, nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err = lockRequest(ctx, tx, d.RequestID)
		if err != nil {
			return err
		}
		if r, err = s.apply(ctx, tx, r, ask{by: by, to: d.To, reason: d.Reason, reference: d.Reference}); err != nil {
			return err
		}
		r, names, err = s.requests.completed(ctx, tx, r)
		return err
	})
	return r, names, err
}

// apply decides a locked request, stores it, moves its tokens, and tells.
func (s *Decisions) apply(ctx context.Context, tx *db.Tx, was Request, a ask) (Request, error) {
	r, err := decide(was, a)
	if err == nil && r.approvedAlone(was) {
		if a.two, err = s.twoNeeded(ctx, tx, a.by.ID, requestsAlone, r.ID, r.Amount, r.Currency); err == nil && a.two {
			r, err = decide(was, a)
		}
	} else if err == nil && r.StudioID == "" && a.to == Processing {
		err = account.Established(ctx)
	}
	if err == nil && r.Status == Rejected {
		err = s.releases.agree(ctx, tx, r.ID)
	}
	if err != nil {
		return was, err
	}
	r.UpdatedAt = s.Now()
	if err := updateRequest(ctx, tx, was, r); err != nil {
		return was, err
	}
	if r.Status == was.Status { // the first of two approvals
		return r, s.Audit.Record(ctx, tx, audit.Act{Action: firstApproval, Subject: "payout_request:" + r.ID, Reason: a.reason})
	}
	if err := s.settle(ctx, tx, r); err != nil {
		return was, err
	}
	if err := s.Audit.Record(ctx, tx, audit.Act{Action: decided[r.Status], Subject: "payout_request:" + r.ID, Reason: a.reason}); err != nil {
		return was, err
	}
	return r, s.publish(ctx, tx, r)
}

// approvedAlone reports whether one admin has just approved a request of the site's.
func (r Request) approvedAlone(was Request) bool {
	return r.StudioID == "" && was.Status == Pending && r.Status == Processing && was.FirstBy == ""
}

// settle moves the tokens of a request that has become final.
func (s *Decisions) settle(ctx context.Context, tx *db.Tx, r Request) (err error) {
	switch r.Status {
	case Rejected, Cancelled:
		_, err = s.Ledger.Reverse(ctx, tx, r.transferID, ledger.Written(r.Reason))
	case Done:
		_, err = s.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: KindDone + ":" + r.ID, Kind: KindDone, Reference: r.ID, Payer: r.AccountID, Payee: r.StudioID, Memo: ledger.Written(r.Reference),
			Legs: []ledger.Leg{{Source: ledger.Payout(r.ID), Target: r.payer(), Amount: r.Units}},
		})
	}
	return err
}

// payer is who paid outside, and so gets the tokens: the world stands for the
// site; a studio has them in its earnings, for its own request.
func (r Request) payer() ledger.Account {
	if r.StudioID != "" {
		return ledger.Earnings(r.StudioID)
	}
	return ledger.WorldPayout
}

func (s *Decisions) publish(ctx context.Context, tx *db.Tx, r Request) error {
	return s.Events.Publish(ctx, tx, Changed{
		RequestID: r.ID, AccountID: r.AccountID, StudioID: r.StudioID, Status: r.Status, Reason: r.Reason,
		Units: r.Units, Amount: currency.Text(r.Amount, r.Currency), Currency: r.Currency,
	})
}
