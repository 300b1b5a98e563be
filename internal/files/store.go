package files

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
)

const columns = `id, owner_id, kind, private, name, media_type, size, sha256, width, height, blurhash, colour, created_at`

func scanFile(r db.Row) (f File, err error) {
	var at int64
	err = r.Scan(&f.ID, &f.OwnerID, &f.Kind, &f.Private, &f.Name, &f.MediaType, &f.Size, &f.SHA256,
		&f.Width, &f.Height, &f.Blurhash, &f.Colour, &at)
	f.CreatedAt = db.Time(at)
	return f, err
}

func insertFile(ctx context.Context, tx *db.Tx, f File) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO files (`+columns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		f.ID, f.OwnerID, string(f.Kind), f.Private, f.Name, f.MediaType, f.Size, f.SHA256,
		f.Width, f.Height, f.Blurhash, f.Colour, db.Millis(f.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert file %s: %w", f.ID, err)
	}
	return nil
}

func selectFile(ctx context.Context, tx *db.Tx, fileID string) (File, error) {
	f, err := db.One(ctx, tx, scanFile, `SELECT `+columns+` FROM files WHERE id = $1`, fileID)
	if errors.Is(err, db.ErrNone) {
		return File{}, ErrNone
	}
	if err != nil {
		return File{}, fmt.Errorf("select file %s: %w", fileID, err)
	}
	return f, nil
}

func selectCopies(ctx context.Context, tx *db.Tx, sha256, except string) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT id
		FROM files
		WHERE sha256 = $1 AND id <> $2
		ORDER BY created_at, id
		LIMIT 100`, sha256, except)
}

func deleteFile(ctx context.Context, tx *db.Tx, fileID string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM files WHERE id = $1`, fileID); err != nil {
		return fmt.Errorf("delete file %s: %w", fileID, err)
	}
	return nil
}

func insertView(ctx context.Context, tx *db.Tx, v View) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO file_views (id, file_id, viewer_id, reason, viewed_at)
		VALUES ($1, $2, $3, $4, $5)`,
		v.ID, v.FileID, v.ViewerID, v.Reason, db.Millis(v.At))
	if err != nil {
		return fmt.Errorf("write down a view of %s: %w", v.FileID, err)
	}
	return nil
}

func scanView(r db.Row) (v View, err error) {
	var at int64
	err = r.Scan(&v.ID, &v.FileID, &v.ViewerID, &v.Reason, &at)
	v.At = db.Time(at)
	return v, err
}

func selectViews(ctx context.Context, tx *db.Tx, fileID string) ([]View, error) {
	return db.All(ctx, tx, scanView, `
		SELECT id, file_id, viewer_id, reason, viewed_at
		FROM file_views
		WHERE file_id = $1
		ORDER BY viewed_at DESC, id DESC
		LIMIT 100`, fileID)
}
