package payouts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/payouts/rails"
)

// The states of a batch. The last two are final.
const (
	Frozen    = "frozen"   // waits for a second person
	Approved  = "approved" // may be exported and, once exported, marked as paid
	PaidOut   = "paid"
	Discarded = "discarded"
)

// maxPayments bounds a batch.
const maxPayments = 500

// The refusals of a batch.
var (
	ErrNoBatch     = fault.New(fault.NotFound, "This batch does not exist.")
	ErrNoRail      = fault.New(fault.Invalid, "There is no such file format.")
	ErrNotReady    = fault.New(fault.Conflict, "Only approved requests that are in no other batch can be paid by one.").Coded("not_ready")
	ErrMixed       = fault.New(fault.Conflict, "One batch pays in one currency.")
	ErrOwnBatch    = fault.New(fault.Conflict, "You made this batch. Another admin must approve it.").Coded("second_approver")
	ErrUnapproved  = fault.New(fault.Conflict, "This batch has not been approved yet.").Coded("not_approved")
	ErrUnexported  = fault.New(fault.Conflict, "Export this batch before you mark it as paid.").Coded("not_exported")
	errAllBounced  = fault.New(fault.Conflict, "If nothing of this batch was paid, discard it.").Coded("all_bounced")
	ErrBatchClosed = fault.New(fault.Conflict, "This batch is closed; nothing changes it any more.").Coded("batch_closed")
)

// Batches are the files that pay.
type Batches struct {
	*core
	requests  *Requests
	releases  *Releases
	decisions *Decisions
	rails     map[string]rails.Rail
}

// Batch is what one file pays. Its bytes are made once.
type Batch struct {
	ID         string    `db:"id"`
	Rail       string    `db:"rail"`
	Currency   string    `db:"currency"`
	Total      int64     `db:"total"` // minor units
	Payments   int       `db:"payments"`
	TwoNeeded  bool      `db:"two_needed"` // a second person must approve
	FileName   string    `db:"file_name"`
	FileType   string    `db:"file_type"`
	Hash       string    `db:"hash"` // SHA-256 of the file, hexadecimal
	State      string    `db:"state"`
	Creator    string    `db:"creator"`
	Approver   string    `db:"approver"`
	Reason     string    `db:"reason"`    // why it was, or is to be, discarded
	Reference  string    `db:"reference"` // of the payment
	CreatedAt  time.Time `db:"created_at"`
	ExportedAt time.Time `db:"exported_at"` // zero: not yet
	ClosedAt   time.Time `db:"closed_at"`
	DiscardBy  string    `db:"discard_by"` // who said, first, that the bank will not pay the exported file
	ClosedBy   string    `db:"closed_by"`  // who marked it as paid, or discarded it

	file string `db:"file"` // sealed
}

// Choice is what a batch is made of.
type Choice struct {
	Rail           string
	RequestIDs     []string
	ExportedBefore bool // confirms that what was in an exported file before was not paid
}

// CreateBatch freezes approved requests of the site's into a file of a rail.
// When all that its creator froze alone in a day, and this, are above the limit,
// another admin approves it before it can be exported.
func (s *Batches) CreateBatch(ctx context.Context, c Choice) (b Batch, err error) {
	way, known := s.rails[c.Rail]
	requestIDs := slices.Compact(slices.Sorted(slices.Values(c.RequestIDs)))
	switch {
	case !known:
		return Batch{}, ErrNoRail
	case len(requestIDs) == 0 || len(requestIDs) > maxPayments:
		return Batch{}, fault.Between("requestIds", 1, maxPayments)
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		o := rails.Order{ID: id.New(s.Now()), At: s.Now(), Sender: s.Sender()}
		requests := make([]Request, len(requestIDs))
		for i, requestID := range requestIDs { // in the order of ids, so that two batches cannot wait for each other
			if requests[i], err = s.addPayment(ctx, tx, way, &o, requestID); err != nil {
				return err
			}
			if err = s.releases.exportAgain(ctx, tx, requestID, c.ExportedBefore); err != nil {
				return err
			}
		}
		by := account.CallerFrom(ctx).ID
		two, err := s.twoNeeded(ctx, tx, by, batchesAlone, o.ID, o.Total(), o.Currency)
		if err != nil {
			return err
		}
		if b, err = s.freeze(way, o, by, two); err != nil {
			return err
		}
		if err := insertBatch(ctx, tx, b, s.Keys.MAC()); err != nil {
			return err
		}
		for _, r := range requests {
			if err := putInBatch(ctx, tx, r.ID, b.ID); err != nil {
				return err
			}
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: batchCreated, Subject: "payout_batch:" + b.ID, Reason: b.Hash})
	})
	return b, err
}

func (s *Batches) addPayment(ctx context.Context, tx *db.Tx, way rails.Rail, o *rails.Order, requestID string) (Request, error) {
	r, err := lockRequest(ctx, tx, requestID)
	if err != nil {
		return r, err
	}
	if r.Status != Processing || r.StudioID != "" || r.BatchID != "" {
		return r, ErrNotReady.With("requestId", r.ID)
	}
	if o.Currency == "" {
		o.Currency = r.Currency
	}
	if o.Currency != r.Currency {
		return r, ErrMixed
	}
	to, err := s.opened(requestPlace(r.ID), r.destination)
	if err != nil {
		return r, err
	}
	if err := way.Accepts(to, r.Currency); err != nil {
		return r, err
	}
	o.Payments = append(o.Payments, rails.Payment{Reference: r.ID, Business: r.Role == account.Studio, To: to, Amount: r.Amount})
	return r, nil
}

// freeze makes the file and seals it.
func (s *Batches) freeze(way rails.Rail, o rails.Order, creator string, two bool) (Batch, error) {
	file, err := way.Batch(o)
	if err != nil {
		return Batch{}, err
	}
	sum := sha256.Sum256(file.Bytes)
	b := Batch{
		ID: o.ID, Rail: way.ID(), Currency: o.Currency, Total: o.Total(), Payments: len(o.Payments),
		TwoNeeded: two, FileName: file.Name, FileType: file.Type, Hash: hex.EncodeToString(sum[:]),
		State: Frozen, Creator: creator, CreatedAt: o.At,
	}
	if !b.TwoNeeded {
		b.State, b.Approver = Approved, creator
	}
	b.file, err = s.Keys.Seal(batchPlace(b.ID), file.Bytes)
	return b, err
}

// ApproveBatch is the second person's word.
func (s *Batches) ApproveBatch(ctx context.Context, batchID string) (Batch, error) {
	by := account.CallerFrom(ctx).ID
	return s.withBatch(ctx, batchID, batchApproved, func(ctx context.Context, _ *db.Tx, b *Batch) (string, error) {
		switch {
		case b.State != Frozen && b.State != Approved:
			return "", ErrBatchClosed
		case b.State == Approved:
			return "", ErrRepeated
		case b.Creator == by:
			return "", ErrOwnBatch
		}
		b.State, b.Approver = Approved, by
		return b.Hash, account.Established(ctx)
	})
}

// ExportBatch gives the file out, to be handed to a bank. It may be asked for
// again and gives the same bytes; it moves nothing.
func (s *Batches) ExportBatch(ctx context.Context, batchID string) (file rails.Export, err error) {
	_, err = s.withBatch(ctx, batchID, batchExported, func(_ context.Context, _ *db.Tx, b *Batch) (string, error) {
		switch b.State {
		case Frozen:
			return "", ErrUnapproved
		case Discarded:
			return "", ErrBatchClosed
		}
		if b.waits() {
			return "", ErrDiscardWaits
		}
		bytes, err := s.Keys.Open(batchPlace(b.ID), b.file)
		if err != nil {
			return "", err
		}
		file = rails.Export{Name: b.FileName, Type: b.FileType, Bytes: bytes}
		if b.ExportedAt.IsZero() {
			b.ExportedAt = s.Now()
		}
		return b.Hash, nil
	})
	return file, err
}

// withBatch locks a batch, does something to it, stores it and writes the act
// down; do returns the act's reason.
func (s *Batches) withBatch(ctx context.Context, batchID string, act audit.Action, do func(context.Context, *db.Tx, *Batch) (string, error)) (Batch, error) {
	return s.changeBatch(ctx, batchID, func(ctx context.Context, tx *db.Tx, b *Batch) (audit.Action, string, error) {
		reason, err := do(ctx, tx, b)
		return act, reason, err
	})
}

// changeBatch is withBatch where what is done decides which act it is.
func (s *Batches) changeBatch(ctx context.Context, batchID string, do func(context.Context, *db.Tx, *Batch) (act audit.Action, reason string, err error)) (b Batch, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if b, err = lockBatch(ctx, tx, batchID); err != nil {
			return err
		}
		act, reason, err := do(ctx, tx, &b)
		if err != nil {
			return err
		}
		if err := updateBatch(ctx, tx, b); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: act, Subject: "payout_batch:" + b.ID, Reason: reason})
	})
	return b, err
}

// ListBatches is a page of batches, newest first, and how many there are in all.
// An empty state is all of them.
func (s *Batches) ListBatches(ctx context.Context, state string, offset, limit int) (list []Batch, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, total, err = selectBatches(ctx, tx, state, offset, limit)
		return err
	})
	return list, total, err
}

// Batch is one batch and the requests in it.
func (s *Batches) Batch(ctx context.Context, batchID string) (b Batch, requests []Request, names map[string]string, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if b, err = selectBatch(ctx, tx, batchID, ""); err != nil {
			return err
		}
		if requests, err = selectBatched(ctx, tx, batchID, ""); err != nil {
			return err
		}
		names, err = s.requests.complete(ctx, tx, requests)
		return err
	})
	return b, requests, names, err
}
