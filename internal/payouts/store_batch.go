package payouts

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
)

// batchRows is how a batch is stored, but for its mac.
var batchRows = db.StructOf[Batch]()

// frozen are the fields of a batch that nothing changes.
func (b Batch) frozen() []any {
	return []any{
		b.ID, b.Rail, b.Currency, b.Total, b.Payments, b.TwoNeeded, b.FileName, b.FileType, b.Hash, b.Creator, db.Millis(b.CreatedAt),
	}
}

func insertBatch(ctx context.Context, tx *db.Tx, b Batch, mac secretbox.MAC) error {
	_, err := db.Exec(ctx, tx, batchRows.Insert("payout_batches", "mac"), append(batchRows.Args(b), mac.Of("payout_batches", b.frozen()...))...)
	if err != nil {
		return fmt.Errorf("insert payout batch: %w", err)
	}
	return nil
}

func updateBatch(ctx context.Context, tx *db.Tx, b Batch) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE payout_batches
		SET state = $2, approver = $3, reason = $4, reference = $5, exported_at = $6, closed_at = $7, discard_by = $8, closed_by = $9
		WHERE id = $1`,
		b.ID, b.State, b.Approver, b.Reason, b.Reference, db.Millis(b.ExportedAt), db.Millis(b.ClosedAt), b.DiscardBy, b.ClosedBy)
	if err != nil {
		return fmt.Errorf("update payout batch %s: %w", b.ID, err)
	}
	return nil
}

// lockBatch makes whoever handles the same batch take turns.
func lockBatch(ctx context.Context, tx *db.Tx, batchID string) (Batch, error) {
	return selectBatch(ctx, tx, batchID, tx.Fragment(db.ForUpdate))
}

func selectBatch(ctx context.Context, tx *db.Tx, batchID, lock string) (Batch, error) {
	b, err := db.One(ctx, tx, batchRows.Scan, `SELECT `+batchRows.Columns+` FROM payout_batches WHERE id = $1`+lock, batchID)
	if errors.Is(err, db.ErrNone) {
		return b, ErrNoBatch
	}
	if err != nil {
		return b, fmt.Errorf("select payout batch %s: %w", batchID, err)
	}
	return b, nil
}

func selectBatches(ctx context.Context, tx *db.Tx, state string, offset, limit int) ([]Batch, int, error) {
	total, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM payout_batches WHERE $1 = '' OR state = $1`, state)
	if err != nil {
		return nil, 0, fmt.Errorf("count payout batches: %w", err)
	}
	list, err := db.All(ctx, tx, batchRows.Scan, `
		SELECT `+batchRows.Columns+`
		FROM payout_batches
		WHERE $1 = '' OR state = $1
		ORDER BY created_at DESC, id DESC
		LIMIT $2 OFFSET $3`, state, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select payout batches: %w", err)
	}
	return list, total, nil
}

// putInBatch puts a request into a batch, or out of its batch with an empty id.
func putInBatch(ctx context.Context, tx *db.Tx, requestID, batchID string) error {
	_, err := db.Exec(ctx, tx, `UPDATE payout_requests SET batch_id = $2 WHERE id = $1`, requestID, batchID)
	if err != nil {
		return fmt.Errorf("put the payout request %s into the batch %q: %w", requestID, batchID, err)
	}
	return nil
}

// lockBatched locks the requests of a batch, in the order of their ids.
func lockBatched(ctx context.Context, tx *db.Tx, batchID string) ([]Request, error) {
	return selectBatched(ctx, tx, batchID, tx.Fragment(db.ForUpdate))
}

func selectBatched(ctx context.Context, tx *db.Tx, batchID, lock string) ([]Request, error) {
	list, err := db.All(ctx, tx, scanRequest, `
		SELECT `+requestRows.Columns+`
		FROM payout_requests
		WHERE batch_id = $1
		ORDER BY id`+lock, batchID)
	if err != nil {
		return nil, fmt.Errorf("select the requests of the batch %s: %w", batchID, err)
	}
	return list, nil
}
