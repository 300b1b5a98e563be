package erasure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/personal"
)

// erasedAct is written down by nobody: the time has come.
var erasedAct = audit.Declare("erasure.done", "Erasure: carried out")

// Carry begins with the wishes whose time has come, and erases what was begun. One that fails stops
// no other, and is tried again.
func (s *Service) Carry(ctx context.Context) error {
	var due, begun []wish
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if due, err = selectDue(ctx, tx, s.Now()); err == nil {
			begun, err = selectBegun(ctx, tx, s.Now().Add(-settling))
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("select wishes: %w", err)
	}
	var failed []error
	for _, w := range due {
		if err := s.begin(ctx, w); err != nil {
			failed = append(failed, fmt.Errorf("begin the erasure %s: %w", w.ID, err))
		}
	}
	for _, w := range begun {
		if err := s.erase(ctx, w); err != nil {
			failed = append(failed, fmt.Errorf("carry out the erasure %s: %w", w.ID, err))
		}
	}
	return errors.Join(failed...)
}

// begin closes the account, unless something has come up since: then its owner is told, once.
// Whoever works for a studio goes with it.
func (s *Service) begin(ctx context.Context, w wish) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		free, err := holdDue(ctx, tx, w.ID)
		if err != nil || !free {
			return err
		}
		held, err := s.obstacles(ctx, tx, w.AccountID)
		if err != nil {
			return err
		}
		if len(held) > 0 {
			return s.tellWaits(ctx, tx, w)
		}
		if err := beginWish(ctx, tx, w.ID, s.Now()); err != nil {
			return err
		}
		staff, err := s.Accounts.StaffOf(ctx, tx, w.AccountID)
		if err != nil {
			return err
		}
		for _, accountID := range staff {
			if err := s.beginStaff(ctx, tx, accountID); err != nil {
				return err
			}
		}
		return s.Accounts.Close(ctx, tx, w.AccountID)
	})
}

func (s *Service) beginStaff(ctx context.Context, tx *db.Tx, accountID string) error {
	now := s.Now()
	if _, err := insertWish(ctx, tx, wish{ID: id.New(now), AccountID: accountID, Status: asked, AskedAt: now, DueAt: now}); err != nil {
		return fmt.Errorf("insert a wish: %w", err)
	}
	w, err := selectOpen(ctx, tx, accountID)
	if err != nil {
		return fmt.Errorf("select a wish: %w", err)
	}
	if err := beginWish(ctx, tx, w.ID, now); err != nil {
		return err
	}
	return s.Accounts.Close(ctx, tx, accountID)
}

func (s *Service) tellWaits(ctx context.Context, tx *db.Tx, w wish) error {
	isNew, err := noteTold(ctx, tx, w.ID, s.Now())
	if err != nil || !isNew {
		return err
	}
	return s.tell(ctx, tx, waitsNotice, w.AccountID, w.DueAt)
}

// erase does the acts of the packages, then what they declare of their rows, and at last frees the
// account's name and address. Only the last step is told.
func (s *Service) erase(ctx context.Context, w wish) error {
	for _, act := range s.Acts() {
		if err := act.Erase(ctx, w.AccountID); err != nil {
			return fmt.Errorf("erase %s: %w", act.Name, err)
		}
	}
	for _, part := range personal.Parts() {
		for _, table := range part.Tables {
			err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return eraseRows(ctx, tx, table, w.AccountID) })
			if err != nil {
				return fmt.Errorf("erase rows of %s: %w", table.Name, err)
			}
		}
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.end(ctx, tx, w) })
}

// end frees name and address. The mail that says so goes to the address that the account had, and
// is kept nowhere.
func (s *Service) end(ctx context.Context, tx *db.Tx, w wish) error {
	last, err := finishWish(ctx, tx, w.ID, s.Now())
	if err != nil || !last {
		return err
	}
	if err := s.tell(ctx, tx, erasedNotice, w.AccountID, time.Time{}); err != nil {
		return err
	}
	if err := s.Accounts.Erase(ctx, tx, w.AccountID); err != nil {
		return err
	}
	nobody := account.WithCaller(ctx, account.Caller{})
	return s.Audit.Record(nobody, tx, audit.Act{Action: erasedAct, Subject: "account:" + w.AccountID})
}
