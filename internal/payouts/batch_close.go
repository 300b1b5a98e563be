package payouts

import (
	"context"
	"slices"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/foureyes"
	"limelight/internal/kit/sanitize"
)

// PayBatch says that the bank has paid: every request of the batch is done, but
// for those that bounced, which leave the batch and can be rejected or put into
// another one.
func (s *Batches) PayBatch(ctx context.Context, batchID, reference string, bounced []string) (Batch, error) {
	reference = sanitize.Reference(reference)
	if err := fault.Length("reference", reference, 1, maxText); err != nil {
		return Batch{}, err
	}
	by := account.CallerFrom(ctx)
	return s.withBatch(ctx, batchID, batchPaid, func(ctx context.Context, tx *db.Tx, b *Batch) (string, error) {
		switch {
		case b.State == Frozen:
			return "", ErrUnapproved
		case b.State != Approved:
			return "", ErrBatchClosed
		case b.ExportedAt.IsZero():
			return "", ErrUnexported
		case b.waits():
			return "", ErrDiscardWaits
		}
		if len(bounced) > 0 {
			if err := account.Established(ctx); err != nil {
				return "", err
			}
		}
		requests, err := lockBatched(ctx, tx, b.ID)
		if err == nil {
			err = bounces(requests, bounced)
		}
		if err != nil {
			return "", err
		}
		for _, r := range requests {
			if slices.Contains(bounced, r.ID) {
				err = s.bounce(ctx, tx, *b, r)
			} else {
				_, err = s.decisions.apply(ctx, tx, r, ask{by: by, to: Done, reference: reference, batch: b.ID})
			}
			if err != nil {
				return "", err
			}
		}
		b.State, b.Reference, b.ClosedAt, b.ClosedBy = PaidOut, reference, s.Now(), by.ID
		return reference, nil
	})
}

// bounce takes a request that the bank sent back out of its batch, on one admin's word.
func (s *Batches) bounce(ctx context.Context, tx *db.Tx, b Batch, r Request) error {
	l := Release{RequestID: r.ID, At: s.Now(), Bounced: true, SaidBy: account.CallerFrom(ctx).ID}
	if err := release(ctx, tx, b, l); err != nil {
		return err
	}
	return s.Audit.Record(ctx, tx, audit.Act{Action: payoutBounced, Subject: "payout_request:" + r.ID, Reason: b.ID})
}

// bounces refuses a list in which a mistyped id would make a payment that bounced
// look paid, and one that leaves nothing paid.
func bounces(requests []Request, bounced []string) error {
	paid := len(requests)
	for _, requestID := range slices.Compact(slices.Sorted(slices.Values(bounced))) {
		if !slices.ContainsFunc(requests, func(r Request) bool { return r.ID == requestID }) {
			return fault.Field("bounced", "The request %s is not in this batch", requestID)
		}
		paid--
	}
	if paid == 0 {
		return errAllBounced
	}
	return nil
}

// DiscardBatch gives the requests of an unpaid batch free again. After the export it
// takes two admins, where there are two, who say that the bank will not pay the file:
// the first word leaves the batch as it is, with DiscardBy set.
func (s *Batches) DiscardBatch(ctx context.Context, batchID string, d Discard) (Batch, error) {
	d.Reason = sanitize.Line(d.Reason)
	if err := fault.Length("reason", d.Reason, 1, maxText); err != nil {
		return Batch{}, err
	}
	return s.changeBatch(ctx, batchID, func(ctx context.Context, tx *db.Tx, b *Batch) (act audit.Action, reason string, err error) {
		if b.State != Frozen && b.State != Approved {
			return act, "", ErrBatchClosed
		}
		waits := false
		if b.ExportedAt.IsZero() { // no bank has seen it
			b.Reason, err = d.Reason, foureyes.Forget(ctx, tx, batchesAlone+b.Currency, b.ID)
		} else {
			waits, err = s.releases.sayUnpaid(ctx, tx, b, d)
		}
		switch {
		case err != nil:
			return act, "", err
		case waits:
			return discardAsked, d.Reason, s.Events.Publish(ctx, tx, DiscardAsked{
				BatchID: b.ID, By: b.DiscardBy, Total: currency.Text(b.Total, b.Currency), Currency: b.Currency,
			})
		}
		return batchDiscarded, d.Reason, s.discard(ctx, tx, b)
	})
}

// discard closes a batch and frees what was in it.
func (s *Batches) discard(ctx context.Context, tx *db.Tx, b *Batch) error {
	requests, err := lockBatched(ctx, tx, b.ID)
	if err != nil {
		return err
	}
	b.State, b.ClosedAt, b.ClosedBy = Discarded, s.Now(), account.CallerFrom(ctx).ID
	l := Release{At: b.ClosedAt, SaidBy: b.DiscardBy}
	if b.ClosedBy != b.DiscardBy {
		l.AgreedBy = b.ClosedBy
	}
	for _, r := range requests {
		l.RequestID = r.ID
		if err := release(ctx, tx, *b, l); err != nil {
			return err
		}
	}
	return nil
}

// waits reports whether the discarding of an exported batch waits for a second admin.
func (b Batch) waits() bool { return b.State == Approved && b.DiscardBy != "" }
