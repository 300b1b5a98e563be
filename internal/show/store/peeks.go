package store

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// Peek is the offer that a member got for a look into a private show.
type Peek struct {
	ID        string
	ShowID    string
	MemberID  string
	Price     money.Tokens
	Seconds   int
	CreatedAt time.Time
	ExpiresAt time.Time
}

func scanPeek(r db.Row) (p Peek, err error) {
	var created, expires int64
	err = r.Scan(&p.ID, &p.ShowID, &p.MemberID, &p.Price, &p.Seconds, &created, &expires)
	p.CreatedAt, p.ExpiresAt = db.Time(created), db.Time(expires)
	return p, err
}

// InsertPeek writes an offer.
func InsertPeek(ctx context.Context, tx *db.Tx, p Peek) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO show_peeks (id, show_id, member_id, price, seconds, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		p.ID, p.ShowID, p.MemberID, p.Price, p.Seconds, db.Millis(p.CreatedAt), db.Millis(p.ExpiresAt))
	return err
}

// SelectPeek is an offer by its id, or db.ErrNone.
func SelectPeek(ctx context.Context, tx *db.Tx, id string) (Peek, error) {
	return db.One(ctx, tx, scanPeek, `
		SELECT id, show_id, member_id, price, seconds, created_at, expires_at FROM show_peeks WHERE id = $1`, id)
}
