package paidmessages

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

func storePrice(ctx context.Context, tx *db.Tx, performerID string, price money.Tokens, now time.Time) (err error) {
	if price == 0 {
		_, err = db.Exec(ctx, tx, `DELETE FROM message_prices WHERE performer_id = $1`, performerID)
	} else {
		_, err = db.Exec(ctx, tx, `
			INSERT INTO message_prices (performer_id, price, changed_at) VALUES ($1, $2, $3)
			ON CONFLICT (performer_id) DO UPDATE SET price = $2, changed_at = $3`, performerID, price, db.Millis(now))
	}
	if err != nil {
		return fmt.Errorf("set what a line to %s costs: %w", performerID, err)
	}
	return nil
}

type priced struct {
	performerID string
	price       money.Tokens
}

func scanPriced(r db.Row) (p priced, err error) { return p, r.Scan(&p.performerID, &p.price) }

func selectPrices(ctx context.Context, tx *db.Tx, performerIDs []string) (map[string]money.Tokens, error) {
	if len(performerIDs) == 0 {
		return nil, nil
	}
	in, args := db.In(1, performerIDs)
	list, err := db.All(ctx, tx, scanPriced, `SELECT performer_id, price FROM message_prices WHERE performer_id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select what lines cost: %w", err)
	}
	prices := make(map[string]money.Tokens, len(list))
	for _, one := range list {
		prices[one.performerID] = one.price
	}
	return prices, nil
}

// chargeRows is how a charge is stored.
var chargeRows = db.StructOf[Charge]()

func insertCharge(ctx context.Context, tx *db.Tx, c Charge) error {
	failed := func(err error) error { return fmt.Errorf("insert the charge of a line: %w", err) }
	return db.Later(ctx, tx, failed, chargeRows.Insert("message_charges"), chargeRows.Args(c)...)
}

// captureCharge notes that a line which waited is delivered, under another id; not found is what cost nothing.
func captureCharge(ctx context.Context, tx *db.Tx, heldID, messageID string, now time.Time) (Charge, bool, error) {
	c, found, err := db.Maybe(ctx, tx, chargeRows.Scan, `
		UPDATE message_charges SET message_id = $2, captured_at = $3
		WHERE message_id = $1 AND held AND captured_at = 0 AND returned_at = 0
		RETURNING `+chargeRows.Columns, heldID, messageID, db.Millis(now))
	if err != nil {
		return c, false, fmt.Errorf("capture the charge of %s: %w", heldID, err)
	}
	return c, found, nil
}

// returnCharges notes that lines which waited are never delivered, and returns what was paid for them.
func returnCharges(ctx context.Context, tx *db.Tx, messageIDs []string, now time.Time) ([]Charge, error) {
	if len(messageIDs) == 0 {
		return nil, nil
	}
	in, args := db.In(2, messageIDs)
	list, err := db.All(ctx, tx, chargeRows.Scan, `
		UPDATE message_charges SET returned_at = $1
		WHERE held AND captured_at = 0 AND returned_at = 0 AND message_id IN `+in+`
		RETURNING `+chargeRows.Columns, append([]any{db.Millis(now)}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("return the charges of lines: %w", err)
	}
	return list, nil
}

func selectCharge(ctx context.Context, tx *db.Tx, chargeID string) (Charge, bool, error) {
	c, found, err := db.Maybe(ctx, tx, chargeRows.Scan, `
		SELECT `+chargeRows.Columns+` FROM message_charges WHERE id = $1`, chargeID)
	if err != nil {
		return c, false, fmt.Errorf("select the charge %s: %w", chargeID, err)
	}
	return c, found, nil
}

// selectCharges are a member's newest charges of lines that were delivered since an instant, without what waits or was given back.
func selectCharges(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Charge, error) {
	list, err := db.All(ctx, tx, chargeRows.Scan, `
		SELECT `+chargeRows.Columns+`
		FROM message_charges
		WHERE member_id = $1 AND (NOT held AND created_at >= $2 OR captured_at > 0 AND captured_at >= $2)
		ORDER BY created_at DESC, id DESC
		LIMIT $3`, memberID, db.Millis(since), most)
	if err != nil {
		return nil, fmt.Errorf("select what %s paid for lines: %w", memberID, err)
	}
	return list, nil
}

// refundCharge notes what was given back of a charge on request, and reports whether so much was left.
func refundCharge(ctx context.Context, tx *db.Tx, chargeID string, amount money.Tokens) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE message_charges SET refunded = refunded + $2
		WHERE id = $1 AND refunded + $2 <= gross AND (NOT held OR captured_at > 0)`, chargeID, amount)
	if err != nil {
		return false, fmt.Errorf("refund the charge %s: %w", chargeID, err)
	}
	return rows == 1, nil
}
