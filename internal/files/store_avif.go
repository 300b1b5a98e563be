package files

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
)

func insertAVIFJob(ctx context.Context, tx *db.Tx, f File, due time.Time) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO avif_jobs (file_id, due_at) VALUES ($1, $2)`, f.ID, db.Millis(due))
	if err != nil {
		return fmt.Errorf("queue %s for AVIF: %w", f.ID, err)
	}
	return nil
}

// selectAVIFDue finds the newest picture that is due and that nobody works on.
func selectAVIFDue(ctx context.Context, tx *db.Tx, now time.Time) (j avifJob, some bool, err error) {
	j, err = db.One(ctx, tx, func(r db.Row) (j avifJob, err error) { return j, r.Scan(&j.fileID, &j.tries) }, `
		SELECT file_id, tries
		FROM avif_jobs
		WHERE due_at > 0 AND due_at <= $1 AND lease_until <= $1
		ORDER BY file_id DESC
		LIMIT 1`, db.Millis(now))
	if errors.Is(err, db.ErrNone) {
		return avifJob{}, false, nil
	}
	if err != nil {
		return avifJob{}, false, fmt.Errorf("select a picture for AVIF: %w", err)
	}
	return j, true, nil
}

// updateAVIFTaken gives a picture to a try, unless another one has it by now.
func updateAVIFTaken(ctx context.Context, tx *db.Tx, j avifJob, now, until time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE avif_jobs
		SET tries = $2, holder = $3, lease_until = $5
		WHERE file_id = $1 AND tries = $2 - 1 AND due_at > 0 AND lease_until <= $4`,
		j.fileID, j.tries, j.holder, db.Millis(now), db.Millis(until))
	if err != nil {
		return false, fmt.Errorf("take %s for AVIF: %w", j.fileID, err)
	}
	return rows == 1, nil
}

// updateAVIFFailed lets a picture wait for its next try, if this one still has it.
func updateAVIFFailed(ctx context.Context, tx *db.Tx, j avifJob, next time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE avif_jobs
		SET due_at = $3, holder = '', lease_until = 0
		WHERE file_id = $1 AND holder = $2`, j.fileID, j.holder, db.Millis(next))
	if err != nil {
		return false, fmt.Errorf("put %s off for AVIF: %w", j.fileID, err)
	}
	return rows == 1, nil
}

// updateAVIFGivenBack undoes the taking of a picture, if this try still has it.
func updateAVIFGivenBack(ctx context.Context, tx *db.Tx, j avifJob, due time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE avif_jobs
		SET tries = tries - 1, due_at = $3, holder = '', lease_until = 0
		WHERE file_id = $1 AND holder = $2`, j.fileID, j.holder, db.Millis(due))
	if err != nil {
		return false, fmt.Errorf("give %s back for AVIF: %w", j.fileID, err)
	}
	return rows == 1, nil
}

// updateAVIFGivenUp ends the tries of a picture that nobody works on.
func updateAVIFGivenUp(ctx context.Context, tx *db.Tx, j avifJob, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE avif_jobs
		SET due_at = 0, holder = '', lease_until = 0
		WHERE file_id = $1 AND tries = $2 AND lease_until <= $3`, j.fileID, j.tries, db.Millis(now))
	if err != nil {
		return fmt.Errorf("give up the AVIF of %s: %w", j.fileID, err)
	}
	return nil
}

// deleteAVIFJob ends a job, if this try still has it.
func deleteAVIFJob(ctx context.Context, tx *db.Tx, j avifJob) (bool, error) {
	rows, err := db.Exec(ctx, tx, `DELETE FROM avif_jobs WHERE file_id = $1 AND holder = $2`, j.fileID, j.holder)
	if err != nil {
		return false, fmt.Errorf("end the AVIF of %s: %w", j.fileID, err)
	}
	return rows == 1, nil
}

func updateAVIF(ctx context.Context, tx *db.Tx, fileID string, names []string) error {
	_, err := db.Exec(ctx, tx, `UPDATE files SET avif = $2 WHERE id = $1`, fileID, strings.Join(names, " "))
	if err != nil {
		return fmt.Errorf("note the AVIF of %s: %w", fileID, err)
	}
	return nil
}

// selectAVIF are the variants of a file that there are as AVIF, divided by spaces; found says
// whether there is such a file.
func selectAVIF(ctx context.Context, tx *db.Tx, fileID string) (names string, found bool, err error) {
	names, found, err = db.Maybe(ctx, tx, db.String, `SELECT avif FROM files WHERE id = $1`, fileID)
	if err != nil {
		return "", false, fmt.Errorf("select the AVIF of %s: %w", fileID, err)
	}
	return names, found, nil
}
