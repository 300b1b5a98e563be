package funds

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
)

// RefundFailed is published when a refund that was told before did not reach the
// payer: the tokens are back, and the operator is told, who may refund again.
type RefundFailed struct {
	IntentID  string
	AccountID string
	Gateway   string
	Amount    string // such as "10.00 USD"
	Reason    string // the vendor's words
}

// EventName implements bus.Event.
func (RefundFailed) EventName() string { return "funds.refundFailed" }

// record writes an event down, and what only its first arrival brings about. It
// reports false for one that is known.
func (s *Settlement) record(ctx context.Context, tx *db.Tx, in Intent, gatewayID, notificationID string, e gateway.Event) (fresh bool, err error) {
	if e.Key, err = keyAfterFailures(ctx, tx, in.ID, e); err != nil {
		return false, err
	}
	fresh, err = s.insertEvent(ctx, tx, in.ID, gatewayID, notificationID, e)
	if err != nil || !fresh || e.Kind != gateway.RefundFailed {
		return fresh, err
	}
	if err := s.markFailed(ctx, tx, in, e); err != nil {
		return true, err
	}
	return true, s.Events.Publish(ctx, tx, RefundFailed{
		IntentID: in.ID, AccountID: in.AccountID, Gateway: in.Gateway, Amount: e.Amount.String(), Reason: e.Reason,
	})
}

// keyAfterFailures tells a refund of as much as a failed one before from that one:
// some vendors name a refund by the total that it makes.
func keyAfterFailures(ctx context.Context, tx *db.Tx, intentID string, e gateway.Event) (string, error) {
	if e.Kind != gateway.Refunded || e.Total.Currency == "" {
		return e.Key, nil
	}
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*)
		FROM funds_events
		WHERE intent_id = $1 AND kind = $2 AND at <= $3`,
		intentID, string(gateway.RefundFailed), db.Millis(e.At))
	if err != nil {
		return "", fmt.Errorf("count the failed refunds of %s: %w", intentID, err)
	}
	if n == 0 {
		return e.Key, nil
	}
	return fmt.Sprintf("%s:after-%d", e.Key, n), nil
}

// markFailed notes on the site's own refund that it failed: the one that the
// vendor names, or else the latest of that amount. There may be none: a refund
// can be made on the vendor's own pages.
func (s *Settlement) markFailed(ctx context.Context, tx *db.Tx, in Intent, e gateway.Event) error {
	refundID, err := db.One(ctx, tx, db.String, `
		SELECT id
		FROM funds_refunds
		WHERE intent_id = $1 AND state = 'done' AND failed_at = 0 AND (id = $2 OR $2 = '' AND amount = $3)
		ORDER BY id DESC
		LIMIT 1`,
		in.ID, e.Refund, e.Amount.Minor)
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	if err == nil {
		_, err = db.Exec(ctx, tx, `UPDATE funds_refunds SET failed_at = $2 WHERE id = $1`, refundID, db.Millis(s.Now()))
	}
	if err != nil {
		return fmt.Errorf("note the failed refund of %s: %w", in.ID, err)
	}
	return nil
}
