package studio

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

func insertStudio(ctx context.Context, tx *db.Tx, studioID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO studios (id, created_at, updated_at)
		VALUES ($1, $2, $2)`, studioID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert studio %s: %w", studioID, err)
	}
	return nil
}

func scanStudio(r db.Row) (st Studio, err error) {
	var created int64
	err = r.Scan(&st.Verification, &st.VerificationReason, &created)
	st.Verified, st.CreatedAt = st.Verification == "verified", db.Time(created)
	return st, err
}

func selectStudio(ctx context.Context, tx *db.Tx, studioID string) (Studio, error) {
	return db.One(ctx, tx, scanStudio, `
		SELECT verification, verification_reason, created_at
		FROM studios
		WHERE id = $1`, studioID)
}

func updateDocument(ctx context.Context, tx *db.Tx, studioID, fileID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE studios
		SET document = $2, verification = 'submitted', verification_reason = '', updated_at = $3
		WHERE id = $1`, studioID, fileID, db.Millis(now))
	return err
}

func updateVerification(ctx context.Context, tx *db.Tx, studioID, state, reason string, now time.Time) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE studios
		SET verification = $2, verification_reason = $3, verification_at = $4, updated_at = $4
		WHERE id = $1`, studioID, state, reason, db.Millis(now))
	if err == nil && rows == 0 {
		return ErrAbsent
	}
	return err
}

func insertMember(ctx context.Context, tx *db.Tx, studioID, performerID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO studio_members (performer_id, studio_id, joined_at)
		VALUES ($1, $2, $3)`, performerID, studioID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert member %s: %w", performerID, err)
	}
	return nil
}

// updateMember reports whether the status was another one.
func updateMember(ctx context.Context, tx *db.Tx, studioID, performerID, status string) (changed bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE studio_members
		SET status = $3
		WHERE performer_id = $2 AND studio_id = $1 AND status <> $3`, studioID, performerID, status)
	return rows == 1, err
}

// deleteMember is db.ErrNone when the performer is not in the studio any more.
func deleteMember(ctx context.Context, tx *db.Tx, studioID, performerID string) error {
	rows, err := db.Exec(ctx, tx, `
		DELETE FROM studio_members
		WHERE performer_id = $2 AND studio_id = $1`, studioID, performerID)
	if err == nil && rows == 0 {
		return db.ErrNone
	}
	return err
}

func scanMember(r db.Row) (m Member, err error) {
	var joined int64
	err = r.Scan(&m.ID, &m.Status, &joined)
	m.JoinedAt = db.Time(joined)
	return m, err
}

func selectMember(ctx context.Context, tx *db.Tx, studioID, performerID string) (Member, error) {
	return db.One(ctx, tx, scanMember, `
		SELECT performer_id, status, joined_at
		FROM studio_members
		WHERE studio_id = $1 AND performer_id = $2`, studioID, performerID)
}

func selectMembers(ctx context.Context, tx *db.Tx, studioID, status string, offset, limit int) (list []Member, total int, err error) {
	if total, err = countMembers(ctx, tx, studioID, status); err != nil {
		return nil, 0, err
	}
	list, err = db.All(ctx, tx, scanMember, `
		SELECT performer_id, status, joined_at
		FROM studio_members
		WHERE studio_id = $1 AND ($2 = '' OR status = $2)
		ORDER BY joined_at DESC, performer_id DESC
		LIMIT $3 OFFSET $4`, studioID, status, limit, offset)
	return list, total, err
}

// countMembers counts those of a status; of any when it is empty.
func countMembers(ctx context.Context, tx *db.Tx, studioID, status string) (int, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM studio_members WHERE studio_id = $1 AND ($2 = '' OR status = $2)`, studioID, status)
	if err != nil {
		return 0, fmt.Errorf("count the members of %s: %w", studioID, err)
	}
	return n, nil
}
