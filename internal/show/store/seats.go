package store

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/show/lifecycle"
)

var seatRows = db.StructOf[lifecycle.Seat]()

// InsertSeat writes a new seat. When another one was taken in the same moment, a second try
// meets it.
func InsertSeat(ctx context.Context, tx *db.Tx, s lifecycle.Seat) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO show_seats (id, show_id, member_id, kind, identity, metered, taken_at, ends_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		s.ID, s.ShowID, s.MemberID, s.Kind, s.Identity, s.Metered, db.Millis(s.TakenAt), db.Millis(s.EndsAt))
	if err != nil {
		return fmt.Errorf("insert seat: %w", retryTaken(err))
	}
	return nil
}

// UpdateSeat writes what changes of a seat.
func UpdateSeat(ctx context.Context, tx *db.Tx, s lifecycle.Seat) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE show_seats
		SET identity = $2, metered = $3, taken_at = $4, present_at = $5, joined_at = $6, lost_at = $7, ends_at = $8,
			left_at = $9, reason = $10
		WHERE id = $1`,
		s.ID, s.Identity, s.Metered, db.Millis(s.TakenAt), db.Millis(s.PresentAt), db.Millis(s.JoinedAt), db.Millis(s.LostAt),
		db.Millis(s.EndsAt), db.Millis(s.LeftAt), s.Reason)
	return err
}

// UpdateJoined writes that members are in the media room since now.
func UpdateJoined(ctx context.Context, tx *db.Tx, seatIDs []string, now time.Time) error {
	if len(seatIDs) == 0 {
		return nil
	}
	places, args := db.In(2, seatIDs)
	_, err := db.Exec(ctx, tx, `
		UPDATE show_seats
		SET present_at = $1, lost_at = 0, joined_at = CASE WHEN joined_at = 0 THEN $1 ELSE joined_at END
		WHERE id IN `+places, append([]any{db.Millis(now)}, args...)...)
	return err
}

// UpdateLost writes that members are in the media room no more, since now.
func UpdateLost(ctx context.Context, tx *db.Tx, seatIDs []string, now time.Time) error {
	if len(seatIDs) == 0 {
		return nil
	}
	places, args := db.In(2, seatIDs)
	_, err := db.Exec(ctx, tx, `
		UPDATE show_seats SET present_at = 0, lost_at = $1 WHERE id IN `+places, append([]any{db.Millis(now)}, args...)...)
	return err
}

// CountSeats is how many seats of each kind are taken now.
func CountSeats(ctx context.Context, tx *db.Tx, showID string) (members, peekers int, err error) {
	kinds, err := db.All(ctx, tx, db.String, `
		SELECT kind FROM show_seats WHERE show_id = $1 AND left_at = 0 ORDER BY kind`, showID)
	for _, kind := range kinds {
		if kind == lifecycle.MemberSeat {
			members++
		} else {
			peekers++
		}
	}
	return members, peekers, err
}

// SelectSeats are the seats taken now, first come first.
func SelectSeats(ctx context.Context, tx *db.Tx, showID string) ([]lifecycle.Seat, error) {
	return db.All(ctx, tx, seatRows.Scan, `
		SELECT `+seatRows.Columns+`
		FROM show_seats
		WHERE show_id = $1 AND left_at = 0
		ORDER BY taken_at, id`, showID)
}

// SelectOpenSeats are the seats taken now in every show.
func SelectOpenSeats(ctx context.Context, tx *db.Tx) ([]lifecycle.Seat, error) {
	return db.All(ctx, tx, seatRows.Scan, `
		SELECT `+seatRows.Columns+`
		FROM show_seats
		WHERE left_at = 0
		ORDER BY taken_at, id`)
}

// SelectLeftovers are seats of shows that have ended without settling them.
func SelectLeftovers(ctx context.Context, tx *db.Tx) ([]lifecycle.Seat, error) {
	return db.All(ctx, tx, seatRows.Scan, `
		SELECT `+seatRows.Columns+`
		FROM show_seats
		WHERE left_at = 0 AND EXISTS (SELECT 1 FROM shows WHERE shows.id = show_seats.show_id AND shows.status = 'ended')
		ORDER BY taken_at, id
		LIMIT 100`)
}

// SelectAllSeats are those left too.
func SelectAllSeats(ctx context.Context, tx *db.Tx, showID string) ([]lifecycle.Seat, error) {
	return db.All(ctx, tx, seatRows.Scan, `
		SELECT `+seatRows.Columns+`
		FROM show_seats
		WHERE show_id = $1
		ORDER BY taken_at, id`, showID)
}

// SelectSeat is a seat by its id, left or not, or db.ErrNone.
func SelectSeat(ctx context.Context, tx *db.Tx, id string) (lifecycle.Seat, error) {
	return db.One(ctx, tx, seatRows.Scan, `SELECT `+seatRows.Columns+` FROM show_seats WHERE id = $1`, id)
}

// SelectSeatOf is the member's seat in the show, of either kind.
func SelectSeatOf(ctx context.Context, tx *db.Tx, showID, memberID string) (lifecycle.Seat, error) {
	return db.One(ctx, tx, seatRows.Scan, `
		SELECT `+seatRows.Columns+`
		FROM show_seats
		WHERE show_id = $1 AND member_id = $2 AND left_at = 0`, showID, memberID)
}

// SelectSeatsOf are the member's seats anywhere.
func SelectSeatsOf(ctx context.Context, tx *db.Tx, memberID string) ([]lifecycle.Seat, error) {
	return db.All(ctx, tx, seatRows.Scan, `
		SELECT `+seatRows.Columns+`
		FROM show_seats
		WHERE member_id = $1 AND left_at = 0
		ORDER BY taken_at, id`, memberID)
}
