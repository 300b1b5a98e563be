package account

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// erasedBy is who closes an account that is erased: neither its owner nor an admin brings it back.
const erasedBy = "erasure"

// ErrErased refuses to do something with an account that is erased.
var ErrErased = fault.New(fault.Conflict, "This account was erased.")

// Close shuts an account that is to be erased, for good: every device is logged out, what goes on
// ends as with a suspension, and no mailed link opens it any more. Twice is once.
func (s *Suspensions) Close(ctx context.Context, tx *db.Tx, accountID string) error {
	a, err := accountOf(ctx, tx, accountID)
	if err != nil || a.erased() {
		return err
	}
	if err := deleteAllLinks(ctx, tx, a.ID); err != nil {
		return fmt.Errorf("delete links: %w", err)
	}
	if err := s.setStatus(ctx, tx, a, StatusSuspended, "", erasedBy); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Suspended{AccountID: a.ID, Role: a.Role, By: erasedBy})
}

func (a Account) erased() bool { return a.StatusBy == erasedBy }

// Erase leaves of a closed account its id, its role and when it was made. Its name and its mail
// address are anybody's again.
func (s *Suspensions) Erase(ctx context.Context, tx *db.Tx, accountID string) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE accounts
		SET username = $2, username_key = 'erased:' || id, name = $2, email = '', email_key = 'erased:' || id, email_verified_at = 0,
			pending_email = '', password_hash = '', failed_logins = 0, date_of_birth = '', country = '', avatar = '', referral = '',
			status_reason = '', language = '', confirm_above = 0, updated_at = $3
		WHERE id = $1 AND status_by = $4`, accountID, personal.Nobody, db.Millis(s.Now()), erasedBy)
	if err != nil {
		return fmt.Errorf("erase an account: %w", err)
	}
	return nil
}

// StaffOf are the ids of the accounts of those who work for a studio.
func (s *Directory) StaffOf(ctx context.Context, tx *db.Tx, studioID string) ([]string, error) {
	return db.All(ctx, tx, db.String, `SELECT id FROM accounts WHERE studio_id = $1 AND studio_id <> '' ORDER BY id`, studioID)
}

// called gives a card its name in the reader's language, where its account was erased.
func (c Card) called(say lang.Teller) Card {
	if c.Username == personal.Nobody {
		c.Username = say("Deleted account")
		c.Name = c.Username
	}
	return c
}
