package funds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// MismatchQueue is the authentic events that differ from their payment, in quarantine.
type MismatchQueue struct {
	*core
	approvals  *Approvals
	settlement *Settlement
}

// The states of what is quarantined.
const (
	mismatchOpen     = "open"
	mismatchApproved = "approved" // by one admin of two
	mismatchApplied  = "applied"
	mismatchDropped  = "dropped"
)

// Mismatch is an event in quarantine: what came, and what did not agree.
type Mismatch struct {
	ID             string
	Gateway        string
	IntentID       string // empty: no payment is known for it
	NotificationID string
	Event          gateway.Event
	Differences    []string
	State          string
	FirstBy        string
	DecidedBy      string
	Reason         string
	CreatedAt      time.Time
	DecidedAt      time.Time
}

// The refusals of a decision about a mismatch.
var (
	ErrNoMismatch = fault.New(fault.NotFound, "Nothing of this id is in quarantine.")
	errWhichOne   = fault.Field("intentId", "Say which payment it belongs to")
	errOtherOne   = fault.Field("intentId", "That payment was not started with this gateway")
	errSameEvent  = fault.New(fault.Conflict, "This event has meanwhile been accepted.").Coded("repeated")
	errNotToApply = fault.New(fault.Conflict, "An entry made by hand takes no events of a gateway.")
)

// Mismatches is a page of the quarantine, newest first. state may be empty: all.
func (s *MismatchQueue) Mismatches(ctx context.Context, state string, offset, limit int) (list []Mismatch, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM funds_quarantine WHERE $1 = '' OR state = $1`, state)
		if err != nil {
			return fmt.Errorf("count the quarantine: %w", err)
		}
		list, err = selectMismatches(ctx, tx, `($1 = '' OR state = $1) ORDER BY id DESC LIMIT $2 OFFSET $3`, state, limit, offset)
		return err
	})
	return list, total, err
}

// Mismatch is one event in quarantine; ErrNoMismatch without it.
func (s *MismatchQueue) Mismatch(ctx context.Context, mismatchID string) (o Mismatch, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		o, err = selectMismatch(ctx, tx, mismatchID, "")
		return err
	})
	return o, err
}

// ResolveMismatch applies an event after all, as if it had agreed, or drops it. Above
// the limit a second admin must apply it too. intentID names the payment of an
// event that named none. It fails with ErrNoMismatch, ErrDecided, ErrAnotherAdmin, or a
// refused field.
func (s *MismatchQueue) ResolveMismatch(ctx context.Context, mismatchID string, apply bool, intentID, reason string) (o Mismatch, err error) {
	if reason, err = reasoned(reason); err != nil {
		return Mismatch{}, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if o, err = selectMismatch(ctx, tx, mismatchID, tx.Fragment(db.ForUpdate)); err != nil {
			return err
		}
		if o.State != mismatchOpen && o.State != mismatchApproved {
			return ErrDecided
		}
		if o.IntentID == "" {
			o.IntentID = intentID
		}
		o.Reason, o.DecidedAt = reason, s.Now()
		if err := s.resolve(ctx, tx, &o, apply); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: resolvedMismatch[o.State], Subject: "quarantine:" + o.ID, Reason: reason})
	})
	return o, err
}

func (s *MismatchQueue) resolve(ctx context.Context, tx *db.Tx, o *Mismatch, apply bool) error {
	if !apply && o.IntentID == "" {
		adminID, err := another(ctx, "")
		if err != nil {
			return err
		}
		o.State, o.DecidedBy, o.FirstBy = mismatchDropped, adminID, ""
		return updateMismatch(ctx, tx, *o)
	}
	if o.IntentID == "" {
		return errWhichOne
	}
	in, err := lockIntent(ctx, tx, o.IntentID)
	if err != nil {
		return err
	}
	adminID, err := another(ctx, in.AccountID)
	switch {
	case err != nil:
		return err
	case !apply:
		o.State, o.DecidedBy, o.FirstBy = mismatchDropped, adminID, ""
		if err := updateMismatch(ctx, tx, *o); err != nil {
			return err
		}
		return s.settlement.settle(ctx, tx, in)
	case in.Kind != Purchase:
		return errNotToApply
	case in.Gateway != o.Gateway:
		return errOtherOne
	case o.FirstBy == adminID:
		return ErrAnotherAdmin
	}
	if o.FirstBy == "" {
		alone, err := s.approvals.mayAlone(ctx, tx, adminID, in.ID, in.credit())
		if err != nil {
			return err
		}
		if !alone {
			o.State, o.FirstBy = mismatchApproved, adminID
			return updateMismatch(ctx, tx, *o)
		}
	} else if err := account.Established(ctx); err != nil {
		return err
	}
	o.State, o.DecidedBy = mismatchApplied, adminID
	if err := updateMismatch(ctx, tx, *o); err != nil {
		return err
	}
	return s.applyMismatch(ctx, tx, in, *o)
}

// applyMismatch accepts the event as one of the payment's, in its currency.
func (s *MismatchQueue) applyMismatch(ctx context.Context, tx *db.Tx, in Intent, o Mismatch) error {
	e := o.Event
	if e.Amount.Currency != in.Price.Currency {
		e.Amount = in.Price // an amount of another currency says nothing about this one
	}
	if e.Total.Currency != in.Price.Currency {
		e.Total = gateway.Money{}
	}
	e.Amount.Minor = min(max(e.Amount.Minor, 0), in.Price.Minor)
	fresh, err := s.settlement.record(ctx, tx, in, o.Gateway, o.NotificationID, e)
	if err == nil && !fresh {
		err = errSameEvent
	}
	if err != nil {
		return err
	}
	in.Ref = joined(in.Ref, e.Ref)
	return s.settlement.settle(ctx, tx, in)
}

func scanMismatch(r db.Row) (o Mismatch, err error) {
	var event, differences string
	var created, decided int64
	err = r.Scan(&o.ID, &o.Gateway, &o.IntentID, &o.NotificationID, &event, &differences, &o.State,
		&o.FirstBy, &o.DecidedBy, &o.Reason, &created, &decided)
	if err != nil {
		return o, err
	}
	o.CreatedAt, o.DecidedAt = db.Time(created), db.Time(decided)
	return o, errors.Join(json.Unmarshal([]byte(event), &o.Event), json.Unmarshal([]byte(differences), &o.Differences))
}

const mismatchColumns = `id, gateway, intent_id, notification_id, event, differences, state, first_by, decided_by, reason, created_at, decided_at`

func selectMismatches(ctx context.Context, tx *db.Tx, where string, args ...any) ([]Mismatch, error) {
	list, err := db.All(ctx, tx, scanMismatch, `SELECT `+mismatchColumns+` FROM funds_quarantine WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("select the quarantine: %w", err)
	}
	return list, nil
}

func selectMismatch(ctx context.Context, tx *db.Tx, mismatchID, locking string) (Mismatch, error) {
	list, err := selectMismatches(ctx, tx, `id = $1`+locking, mismatchID)
	if err == nil && len(list) == 0 {
		return Mismatch{}, ErrNoMismatch
	}
	if err != nil {
		return Mismatch{}, err
	}
	return list[0], nil
}

func updateMismatch(ctx context.Context, tx *db.Tx, o Mismatch) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE funds_quarantine
		SET intent_id = $2, state = $3, first_by = $4, decided_by = $5, reason = $6, decided_at = $7
		WHERE id = $1`,
		o.ID, o.IntentID, o.State, o.FirstBy, o.DecidedBy, o.Reason, db.Millis(o.DecidedAt))
	if err != nil {
		return fmt.Errorf("decide %s of the quarantine: %w", o.ID, err)
	}
	return nil
}
