package erasure

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

// What staff do here.
var (
	wishesSeen   = audit.Declare("erasure.seen", "Erasures: who wants to be forgotten")
	wishHeld     = audit.Declare("erasure.held", "Erasure: put on hold")
	wishReleased = audit.Declare("erasure.released", "Erasure: goes on")
)

var errOver = fault.New(fault.Conflict, "This erasure has begun, or was taken back.")

// Due is a wish as staff see it.
type Due struct {
	ID         string     `json:"_id"`
	AccountID  string     `json:"accountId"`
	Username   string     `json:"username"`
	Role       string     `json:"role" enum:"user,performer,studio,admin"`
	AskedAt    time.Time  `json:"askedAt"`
	DueAt      time.Time  `json:"dueAt"`
	IsDue      bool       `json:"isDue" doc:"the time to take it back is over"`
	Begun      bool       `json:"begun" doc:"the account is closed, and being erased"`
	HeldReason string     `json:"heldReason,omitempty" doc:"why it is on hold; absent: it is not"`
	Obstacles  []Obstacle `json:"obstacles" doc:"what has to be settled first"`
}

// Due is the wishes of everybody, those that are due first, with what has come up since.
func (s *Service) Due(ctx context.Context, page api.Page) (list []Due, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list, total, err = selectWishes(ctx, tx, page.Limit, page.Offset); err != nil {
			return err
		}
		for i := range list {
			if list[i].Obstacles, err = s.obstacles(ctx, tx, list[i].AccountID); err != nil {
				return err
			}
			list[i].IsDue = !s.Now().Before(list[i].DueAt)
		}
		return nil
	})
	return list, total, err
}

// Hold stops a wish from being carried out, for a reason; without one, it goes on. Its owner can
// take it back all the same.
func (s *Service) Hold(ctx context.Context, wishID, reason string) error {
	reason = sanitize.Line(reason)
	by, action := account.CallerFrom(ctx).ID, wishHeld
	if reason == "" {
		by, action = "", wishReleased
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		accountID, open, err := updateHold(ctx, tx, wishID, by, reason)
		if err != nil {
			return fmt.Errorf("hold a wish: %w", err)
		}
		if !open {
			return errOver
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: action, Subject: "account:" + accountID, Reason: reason})
	})
}
