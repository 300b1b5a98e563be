package payouts

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// Once a file was exported a bank may have paid it, and nothing here can tell. What was
// in it is free again only when somebody says that the bank did not pay; whoever is
// believed alone can have a payout paid twice, or paid and its tokens given back. So two
// admins say it where there are two who may decide: both of a discarded batch; of a
// request that bounced, who says so and who gives it another end or another file.

// The refusals of what may have been paid.
var (
	ErrMayBePaid = fault.New(fault.Conflict,
		"This file was exported. Confirm that the bank has not paid it and will not, or people are paid twice.").Coded("confirm_not_paid")
	ErrOwnDiscard = fault.New(fault.Conflict,
		"You have said that the bank will not pay this file. Another admin must say so too.").Coded("second_admin")
	ErrDiscardWaits = fault.New(fault.Conflict,
		"An admin has said that the bank will not pay this file. Discard the batch, or keep it, before anything else.").Coded("discard_waits")
	ErrNoDiscard      = fault.New(fault.Conflict, "Nobody waits for this batch to be discarded.").Coded("no_discard")
	ErrExportedBefore = fault.New(fault.Conflict,
		"A request was in a file that was exported before. Confirm that the bank has not paid it, or it is paid twice.").Coded("exported_before")
	ErrOwnRelease = fault.New(fault.Conflict,
		"You have said that the bank did not pay this request. Another admin must decide what becomes of it.").Coded("second_admin")
)

// Releases are the requests that left an exported file.
type Releases struct{ *core }

// Release is that a request left an exported file, because the bank is said not to have
// paid it.
type Release struct {
	RequestID  string    `db:"request_id"`
	BatchID    string    `db:"batch_id"`
	ExportedAt time.Time `db:"exported_at"`
	At         time.Time `db:"released_at"`
	Bounced    bool      `db:"bounced"` // the batch was paid without it; else the batch was discarded
	SaidBy     string    `db:"said_by"`
	AgreedBy   string    `db:"agreed_by"` // empty: nobody yet, or there was no second admin
}

// Discard is why a batch is given up.
type Discard struct {
	Reason  string
	NotPaid bool // needed once the file was exported: the bank has not paid it and will not
}

// DiscardAsked is published when the discarding of an exported batch waits for a second
// admin: the others are told.
type DiscardAsked struct {
	BatchID  string `json:"batchId"`
	By       string `json:"by"`
	Total    string `json:"total"` // with the decimals of the currency
	Currency string `json:"currency"`
}

// EventName names the event on the bus.
func (DiscardAsked) EventName() string { return "payouts.discard_asked" }

// needsSecond reports whether there is another admin who may decide.
func (s *Releases) needsSecond(ctx context.Context, tx *db.Tx) (bool, error) {
	others, err := s.Admins.EstablishedAdmins(ctx, tx, account.CallerFrom(ctx).ID)
	return others > 0, err
}

// sayUnpaid takes the caller's word that the bank will not pay an exported batch. It
// reports whether another admin must say so too, before the batch is discarded.
func (s *Releases) sayUnpaid(ctx context.Context, tx *db.Tx, b *Batch, d Discard) (waits bool, err error) {
	if !d.NotPaid {
		return false, ErrMayBePaid
	}
	if err := account.Established(ctx); err != nil {
		return false, err
	}
	by := account.CallerFrom(ctx).ID
	if b.DiscardBy != "" && b.DiscardBy != by {
		return false, nil
	}
	waits, err = s.needsSecond(ctx, tx)
	switch {
	case err != nil:
		return false, err
	case waits && b.DiscardBy == by:
		return false, ErrOwnDiscard
	}
	b.DiscardBy, b.Reason = by, d.Reason
	return waits, nil
}

// KeepBatch takes back that an exported batch is to be discarded; any admin may.
func (s *Batches) KeepBatch(ctx context.Context, batchID string) (Batch, error) {
	return s.withBatch(ctx, batchID, batchKept, func(_ context.Context, _ *db.Tx, b *Batch) (string, error) {
		switch {
		case b.State != Approved && b.State != Frozen:
			return "", ErrBatchClosed
		case b.DiscardBy == "":
			return "", ErrNoDiscard
		}
		reason := b.Reason
		b.DiscardBy, b.Reason = "", ""
		return reason, nil
	})
}

// release takes an unpaid request out of its batch, and writes down that a bank may have
// seen it.
func release(ctx context.Context, tx *db.Tx, b Batch, l Release) error {
	if err := putInBatch(ctx, tx, l.RequestID, ""); err != nil || b.ExportedAt.IsZero() {
		return err
	}
	l.BatchID, l.ExportedAt = b.ID, b.ExportedAt
	return insertRelease(ctx, tx, l)
}

// agree is the caller's word on a locked request that left an exported file on one
// admin's: rejected or put into another file by the same admin, it would be theirs alone.
// The newest release counts; earlier ones were decided upon.
func (s *Releases) agree(ctx context.Context, tx *db.Tx, requestID string) error {
	l, err := selectRelease(ctx, tx, requestID)
	if errors.Is(err, db.ErrNone) || err == nil && l.AgreedBy != "" {
		return nil
	}
	if err == nil {
		err = account.Established(ctx)
	}
	if err != nil {
		return err
	}
	if l.AgreedBy = account.CallerFrom(ctx).ID; l.AgreedBy == l.SaidBy {
		second, err := s.needsSecond(ctx, tx)
		if err == nil && second {
			err = ErrOwnRelease
		}
		return err
	}
	if err := updateRelease(ctx, tx, l); err != nil {
		return err
	}
	return s.Audit.Record(ctx, tx, audit.Act{Action: releaseAgreed, Subject: "payout_request:" + requestID, Reason: l.BatchID})
}

// exportAgain lets a locked request into another file: who makes it confirms that an
// earlier one was not paid.
func (s *Releases) exportAgain(ctx context.Context, tx *db.Tx, requestID string, confirmed bool) error {
	_, err := selectRelease(ctx, tx, requestID)
	switch {
	case errors.Is(err, db.ErrNone):
		return nil
	case err != nil:
		return err
	case !confirmed:
		return ErrExportedBefore.With("requestId", requestID)
	}
	return s.agree(ctx, tx, requestID)
}

// addReleases completes requests with the exported files that they were in.
func addReleases(ctx context.Context, tx *db.Tx, list []Request) error {
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.ID
	}
	found, err := selectReleases(ctx, tx, ids)
	for _, l := range found {
		i := slices.Index(ids, l.RequestID)
		list[i].Releases = append(list[i].Releases, l)
	}
	return err
}
