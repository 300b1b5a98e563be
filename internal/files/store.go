package files

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
)

// fileRows is how a file is stored, but for which variants there are as AVIF; viewRows is how a look at a document is.
var (
	fileRows = db.StructOf[File]()
	viewRows = db.StructOf[View]()
)

func insertFile(ctx context.Context, tx *db.Tx, f File) error {
	_, err := db.Exec(ctx, tx, fileRows.Insert("files"), fileRows.Args(f)...)
	if err != nil {
		return fmt.Errorf("insert file %s: %w", f.ID, err)
	}
	return nil
}

func selectFile(ctx context.Context, tx *db.Tx, fileID string) (File, error) {
	f, err := db.One(ctx, tx, fileRows.Scan, `SELECT `+fileRows.Columns+` FROM files WHERE id = $1`, fileID)
	if errors.Is(err, db.ErrNone) {
		return File{}, ErrNone
	}
	if err != nil {
		return File{}, fmt.Errorf("select file %s: %w", fileID, err)
	}
	return f, nil
}

func deleteFile(ctx context.Context, tx *db.Tx, fileID string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM files WHERE id = $1`, fileID); err != nil {
		return fmt.Errorf("delete file %s: %w", fileID, err)
	}
	return nil
}

func insertView(ctx context.Context, tx *db.Tx, v View) error {
	_, err := db.Exec(ctx, tx, viewRows.Insert("file_views"), viewRows.Args(v)...)
	if err != nil {
		return fmt.Errorf("write down a view of %s: %w", v.FileID, err)
	}
	return nil
}

func selectViews(ctx context.Context, tx *db.Tx, fileID string) ([]View, error) {
	return db.All(ctx, tx, viewRows.Scan, `
		SELECT `+viewRows.Columns+`
		FROM file_views
		WHERE file_id = $1
		ORDER BY viewed_at DESC, id DESC
		LIMIT 100`, fileID)
}
