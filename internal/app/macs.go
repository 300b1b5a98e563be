package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/funds"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/seal"
	"limelight/internal/ledger"
	"limelight/internal/ledger/journal"
	"limelight/internal/settings"
)

// beginMACs writes down, once, from when on rows have a MAC: on a new site from its
// first row, on an older one from now, with the admins that it has. When that was
// taken away, it is not written again: `limelight check` says so.
func (g *ground) beginMACs(ctx context.Context) error {
	return g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		epoch, err := g.keys.MAC().Epoch(ctx, tx)
		switch {
		case errors.Is(err, seal.ErrSealed):
			return nil
		case errors.Is(err, seal.ErrNoEpoch):
			begun := false
			if epoch, begun, err = g.beginEpoch(ctx, tx); !begun {
				return err
			}
		}
		if err != nil {
			return err
		}
		return g.completeEvents(ctx, tx, epoch)
	})
}

func (g *ground) beginEpoch(ctx context.Context, tx *db.Tx) (e seal.Epoch, begun bool, err error) {
	had, err := db.One(ctx, tx, db.Int, `
		SELECT (SELECT COUNT(*) FROM accounts WHERE mac <> '') + (SELECT COUNT(*) FROM ledger_transfers WHERE mac <> '')`)
	if err != nil || had > 0 {
		return e, false, err
	}
	if e, err = epochNow(ctx, tx, g.now()); err != nil {
		return e, false, err
	}
	if begun, err = g.keys.Begin(ctx, tx, e); err != nil || !begun {
		return e, false, err
	}
	return e, true, journal.MoveHead(ctx, tx, g.keys.MAC())
}

// completeEvents gives what gateways told to a version before its MACs, once. Where a
// row has one and that is not written down, somebody took the word away: nothing is
// blessed then.
func (g *ground) completeEvents(ctx context.Context, tx *db.Tx, epoch seal.Epoch) error {
	if slices.Contains(epoch.Complete, funds.EventsTable) {
		return nil
	}
	had, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM funds_events WHERE mac <> ''`)
	if err != nil || had > 0 {
		return err
	}
	if err := funds.AuthenticateEvents(ctx, tx, g.keys.MAC()); err != nil {
		return err
	}
	return g.keys.Extend(ctx, tx, epoch, funds.EventsTable)
}

func epochNow(ctx context.Context, tx *db.Tx, now time.Time) (e seal.Epoch, err error) {
	people, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM accounts`)
	if err != nil || people == 0 {
		return e, err
	}
	e.Since = id.New(now)
	if e.Line, err = db.One(ctx, tx, db.Int64, `SELECT COALESCE(MAX(seq), 0) FROM audit_log`); err != nil {
		return e, err
	}
	e.Known, err = account.Admins(ctx, tx)
	return e, err
}

// forgeries finds what was written past the program: settings, roles, lines of the
// staff's log, approvals that nobody gave.
func (h *house) forgeries() ledger.Rule {
	return ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) (found []ledger.Violation, err error) {
		add := func(rule, subject, text string) {
			found = append(found, ledger.Violation{Rule: rule, Subject: subject, Text: text})
		}
		epoch, err := h.keys.MAC().Epoch(ctx, tx)
		if errors.Is(err, seal.ErrNoEpoch) || errors.Is(err, seal.ErrSealed) || err == nil && !slices.Contains(epoch.Complete, funds.EventsTable) {
			add("macs", "seal_proofs", "does not say from when on rows have a MAC: start the site of this version once, or restore it")
		}
		keys, err := settings.Unrecorded(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, key := range keys {
			add("settings.history", key, "has a value that no recorded change gave it")
		}
		for _, of := range []struct {
			rule   string
			forged func(context.Context, *db.Tx) (map[string]string, error)
		}{{"settings.history", h.settings.Forged}, {"accounts.role", h.accounts.Forged}} {
			flaws, err := of.forged(ctx, tx)
			if err != nil {
				return nil, err
			}
			for _, subject := range slices.Sorted(maps.Keys(flaws)) {
				add(of.rule, subject, flaws[subject])
			}
		}
		lines, err := h.moderation.Forged(ctx, tx)
		for _, line := range lines {
			add("audit.mac", fmt.Sprint(line), "is a line that the program did not write")
		}
		if err != nil {
			return nil, err
		}
		approvals, err := ledger.Find(ctx, tx, "payouts.approved", unapproved)
		return append(found, approvals...), err
	}}
}

// unapproved are requests and batches whose approval, or whose second word on what was
// exported, is not in the staff's log.
const unapproved = `
	SELECT r.id, 'is approved by ' || a.by_whom || ', who has not done so'
	FROM payout_requests r
	JOIN (
		SELECT id, first_by AS by_whom FROM payout_requests WHERE first_by <> ''
		UNION
		SELECT id, approved_by FROM payout_requests WHERE approved_by <> ''
	) AS a ON a.id = r.id
	WHERE NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.subject = 'payout_request:' || r.id AND l.actor_id = a.by_whom
		  AND l.action IN ('payout.first_approval', 'payout.processing', 'payout.done'))
	UNION ALL
	SELECT b.id, 'is a batch approved by ' || b.approver || ', who has not done so'
	FROM payout_batches b
	WHERE b.approver <> '' AND NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.subject = 'payout_batch:' || b.id AND l.actor_id = b.approver
		  AND (l.action = 'payout_batch.approved' OR l.action = 'payout_batch.created' AND NOT b.two_needed))
	UNION ALL
	SELECT b.id, 'is a batch given up by ' || b.discard_by || ', who has not done so'
	FROM payout_batches b
	WHERE b.discard_by <> '' AND NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.subject = 'payout_batch:' || b.id AND l.actor_id = b.discard_by
		  AND l.action IN ('payout_batch.discard_asked', 'payout_batch.discarded'))
	UNION ALL
	SELECT b.id, 'is a batch closed by ' || b.closed_by || ', who has not done so'
	FROM payout_batches b
	WHERE b.closed_by <> '' AND NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.subject = 'payout_batch:' || b.id AND l.actor_id = b.closed_by
		  AND l.action IN ('payout_batch.discarded', 'payout_batch.paid'))
	UNION ALL
	SELECT b.id, 'is a batch that was exported, and says that it was not'
	FROM payout_batches b
	WHERE b.exported_at = 0 AND EXISTS (
		SELECT 1 FROM audit_log l WHERE l.subject = 'payout_batch:' || b.id AND l.action = 'payout_batch.exported')
	UNION ALL
	SELECT r.request_id, 'is said not to have been paid by ' || a.by_whom || ', who has not said so'
	FROM payout_releases r
	JOIN (
		SELECT request_id, batch_id, said_by AS by_whom FROM payout_releases
		UNION
		SELECT request_id, batch_id, agreed_by FROM payout_releases WHERE agreed_by <> ''
	) AS a ON a.request_id = r.request_id AND a.batch_id = r.batch_id
	WHERE NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.actor_id = a.by_whom AND (
			l.subject = 'payout_batch:' || r.batch_id AND l.action IN ('payout_batch.discard_asked', 'payout_batch.discarded')
			OR l.subject = 'payout_request:' || r.request_id AND l.action IN ('payout.bounced', 'payout.release_agreed')))
	ORDER BY 1, 2`
