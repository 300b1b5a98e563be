package studio

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

var documentRows = db.StructOf[KeptDocument]()

func insertDocument(ctx context.Context, tx *db.Tx, d KeptDocument) error {
	_, err := db.Exec(ctx, tx, documentRows.Insert("studio_documents"), documentRows.Args(d)...)
	if err != nil {
		return fmt.Errorf("insert a document of %s: %w", d.studioID, err)
	}
	return nil
}

func lockDocument(ctx context.Context, tx *db.Tx, documentID string) (KeptDocument, error) {
	return db.One(ctx, tx, documentRows.Scan, `
		SELECT `+documentRows.Columns+`
		FROM studio_documents
		WHERE id = $1`+tx.Fragment(db.ForUpdate), documentID)
}

func updateSigned(ctx context.Context, tx *db.Tx, d KeptDocument) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE studio_documents SET signed_at = $2, signed_name = $3 WHERE id = $1`, d.ID, db.Millis(d.SignedAt), d.SignedName)
	return err
}

func deleteDocument(ctx context.Context, tx *db.Tx, documentID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM studio_documents WHERE id = $1`, documentID)
	return err
}

// countDocuments counts those of a studio (studio_id), or about a performer (performer_id).
func countDocuments(ctx context.Context, tx *db.Tx, column, ownerID string) (int, error) {
	return db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM studio_documents WHERE `+column+` = $1 AND `+column+` <> ''`, ownerID)
}

func selectDocuments(ctx context.Context, tx *db.Tx, column, ownerID string, offset, limit int) (list []KeptDocument, total int, err error) {
	if total, err = countDocuments(ctx, tx, column, ownerID); err != nil {
		return nil, 0, fmt.Errorf("count the documents of %s: %w", ownerID, err)
	}
	list, err = db.All(ctx, tx, documentRows.Scan, `
		SELECT `+documentRows.Columns+`
		FROM studio_documents
		WHERE `+column+` = $1 AND `+column+` <> ''
		ORDER BY created_at DESC, id DESC
		LIMIT $2 OFFSET $3`, ownerID, limit, offset)
	return list, total, err
}
