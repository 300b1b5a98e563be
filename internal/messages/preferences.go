package messages

import (
	"context"

	"limelight/internal/kit/db"
)

// Preferences are what others may know of somebody whom they talk to.
type Preferences struct {
	ReadMarks bool `json:"readMarks" doc:"what they have read"`
	Typing    bool `json:"typing" doc:"that they are writing"`
	Presence  bool `json:"presence" doc:"that they are here"`
}

// Preferences are an account's own; who never chose shows all.
func (s *Inbox) Preferences(ctx context.Context, accountID string) (p Preferences, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err = selectPreferences(ctx, tx, accountID)
		return err
	})
	return p, err
}

// SetPreferences keeps what an account chose.
func (s *Inbox) SetPreferences(ctx context.Context, accountID string, p Preferences) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO conversation_preferences (account_id, read_marks, typing, presence) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account_id) DO UPDATE SET read_marks = $2, typing = $3, presence = $4`,
			accountID, p.ReadMarks, p.Typing, p.Presence)
		return err
	})
}

func selectPreferences(ctx context.Context, tx *db.Tx, accountID string) (Preferences, error) {
	p, found, err := db.Maybe(ctx, tx, func(r db.Row) (p Preferences, err error) {
		return p, r.Scan(&p.ReadMarks, &p.Typing, &p.Presence)
	}, `SELECT read_marks, typing, presence FROM conversation_preferences WHERE account_id = $1`, accountID)
	if !found {
		p = Preferences{ReadMarks: true, Typing: true, Presence: true}
	}
	return p, err
}
