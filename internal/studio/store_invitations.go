package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

var invitationRows = db.StructOf[Invitation]()

// text is how rates are kept.
func (r rates) text() string {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // a map of numbers
	}
	return string(text)
}

func ratesIn(text string) (r rates, err error) { return r, json.Unmarshal([]byte(text), &r) }

func insertInvitation(ctx context.Context, tx *db.Tx, i Invitation) error {
	_, err := db.Exec(ctx, tx, invitationRows.Insert("studio_invitations"), invitationRows.Args(i)...)
	if err != nil {
		return fmt.Errorf("insert an invitation of %s: %w", i.studioID, err)
	}
	return nil
}

func lockInvitation(ctx context.Context, tx *db.Tx, invitationID string) (Invitation, error) {
	return db.One(ctx, tx, invitationRows.Scan, `
		SELECT `+invitationRows.Columns+`
		FROM studio_invitations
		WHERE id = $1`+tx.Fragment(db.ForUpdate), invitationID)
}

func updateInvitation(ctx context.Context, tx *db.Tx, i Invitation) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE studio_invitations SET state = $2, decided_at = $3 WHERE id = $1`, i.ID, string(i.State), db.Millis(i.DecidedAt))
	return err
}

// expireInvitations ends what nobody has answered; of every studio when studioID is empty.
func expireInvitations(ctx context.Context, tx *db.Tx, studioID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE studio_invitations
		SET state = 'expired', decided_at = expires_at
		WHERE state = 'open' AND expires_at <= $2 AND ($1 = '' OR studio_id = $1)`, studioID, db.Millis(now))
	return err
}

func countOpenInvitations(ctx context.Context, tx *db.Tx, studioID string) (int, error) {
	return db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM studio_invitations WHERE studio_id = $1 AND state = 'open'`, studioID)
}

// refusedLately reports whether the performer has declined an invitation of the studio since an instant.
func refusedLately(ctx context.Context, tx *db.Tx, studioID, performerID string, since time.Time) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*)
		FROM studio_invitations
		WHERE performer_id = $2 AND performer_id <> '' AND studio_id = $1 AND state = 'declined' AND decided_at > $3`,
		studioID, performerID, db.Millis(since))
	return n > 0, err
}

func selectInvitations(ctx context.Context, tx *db.Tx, studioID string, state InvitationState, now time.Time, offset, limit int) (list []Invitation, total int, err error) {
	where, args := `studio_id = $1`, []any{studioID}
	switch state {
	case "":
	case InvitationOpen:
		where, args = where+` AND state = 'open' AND expires_at > $2`, append(args, db.Millis(now))
	case InvitationExpired:
		where, args = where+` AND (state = 'expired' OR state = 'open' AND expires_at <= $2)`, append(args, db.Millis(now))
	default:
		where, args = where+` AND state = $2`, append(args, string(state))
	}
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM studio_invitations WHERE `+where, args...); err != nil {
		return nil, 0, fmt.Errorf("count the invitations of %s: %w", studioID, err)
	}
	n := len(args)
	list, err = db.All(ctx, tx, invitationRows.Scan, `
		SELECT `+invitationRows.Columns+`
		FROM studio_invitations
		WHERE `+where+`
		ORDER BY created_at DESC, id DESC`+fmt.Sprintf(`
		LIMIT $%d OFFSET $%d`, n+1, n+2), append(args, limit, offset)...)
	return list, total, err
}

func selectReceived(ctx context.Context, tx *db.Tx, performerID string, now time.Time, offset, limit int) (list []Invitation, total int, err error) {
	const where = ` FROM studio_invitations WHERE performer_id = $1 AND performer_id <> '' AND state = 'open' AND expires_at > $2`
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+where, performerID, db.Millis(now)); err != nil {
		return nil, 0, fmt.Errorf("count the invitations of a performer: %w", err)
	}
	list, err = db.All(ctx, tx, invitationRows.Scan, `
		SELECT `+invitationRows.Columns+where+`
		ORDER BY created_at DESC, id DESC
		LIMIT $3 OFFSET $4`, performerID, db.Millis(now), limit, offset)
	return list, total, err
}
