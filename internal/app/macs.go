package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
	"limelight/internal/ledger/journal"
)

// beginMACs writes down, once, from when on rows have a MAC: on a new site from its
// first row, on an older one from now, with the admins that it has. When that was
// taken away, it is not written again: `limelight check` says so.
func (i *infra) beginMACs(ctx context.Context) error {
	return i.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		epoch, err := i.keys.MAC().Epoch(ctx, tx)
		switch {
		case errors.Is(err, secretbox.ErrSealed):
			return nil
		case errors.Is(err, secretbox.ErrNoEpoch):
			begun := false
			if epoch, begun, err = i.beginEpoch(ctx, tx); !begun {
				return err
			}
		}
		if err != nil {
			return err
		}
		return completeEvents(ctx, tx, i.keys, epoch)
	})
}

func (i *infra) beginEpoch(ctx context.Context, tx *db.Tx) (e secretbox.Epoch, begun bool, err error) {
	had, err := db.One(ctx, tx, db.Int, `
		SELECT (SELECT COUNT(*) FROM accounts WHERE mac <> '') + (SELECT COUNT(*) FROM ledger_transfers WHERE mac <> '')`)
	if err != nil || had > 0 {
		return e, false, err
	}
	if e, err = epochNow(ctx, tx, i.now()); err != nil {
		return e, false, err
	}
	if begun, err = i.keys.Begin(ctx, tx, e); err != nil || !begun {
		return e, false, err
	}
	return e, true, journal.MoveHead(ctx, tx, i.keys.MAC())
}

func epochNow(ctx context.Context, tx *db.Tx, now time.Time) (e secretbox.Epoch, err error) {
	people, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM accounts`)
	if err != nil || people == 0 {
		return e, err
	}
	e.Since = id.New(now)
	if e.Line, err = db.One(ctx, tx, db.Int64, `SELECT COALESCE(MAX(seq), 0) FROM audit_log`); err != nil {
		return e, err
	}
	e.Known, err = account.AdminIDs(ctx, tx)
	return e, err
}

// macRule finds a site that does not say from when on its rows have a MAC.
func macRule(keys *secretbox.Keys) ledger.Rule {
	return ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
		epoch, err := keys.MAC().Epoch(ctx, tx)
		if errors.Is(err, secretbox.ErrNoEpoch) || errors.Is(err, secretbox.ErrSealed) || err == nil && !eventsComplete(epoch) {
			return []ledger.Violation{{
				Rule: "macs", Subject: "seal_proofs", Text: "does not say from when on rows have a MAC: start the site of this version once, or restore it",
			}}, nil
		}
		return nil, nil
	}}
}
