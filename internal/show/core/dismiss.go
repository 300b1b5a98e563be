package core

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// Dismiss ends every seat and request of a member, as when the account is
// suspended: what was not used returns. The media follow with the next Evict.
func (c *Core) Dismiss(ctx context.Context, tx *db.Tx, memberID string, why lifecycle.Reason) error {
	pending, err := store.SelectPendingOf(ctx, tx, memberID)
	if err != nil {
		return err
	}
	for _, asked := range pending {
		if err := c.RefuseRequest(ctx, tx, asked, lifecycle.Cancelled); err != nil {
			return err
		}
	}
	seats, err := store.SelectSeatsOf(ctx, tx, memberID)
	if err != nil {
		return err
	}
	for _, one := range seats {
		if err := c.removeFromSeat(ctx, tx, one, why); err != nil {
			return err
		}
	}
	return nil
}

// removeFromSeat takes a seat away; in a private show that ends the show.
func (c *Core) removeFromSeat(ctx context.Context, tx *db.Tx, one lifecycle.Seat, why lifecycle.Reason) error {
	from, err := c.LockShow(ctx, tx, one.ShowID)
	if err != nil || !from.OnStage() {
		return err
	}
	if one, err = store.SelectSeat(ctx, tx, one.ID); err != nil || !one.Taken() {
		return err
	}
	if from.Type == lifecycle.Private && one.Kind == lifecycle.MemberSeat {
		return c.EndShow(ctx, tx, from, why)
	}
	return c.LeaveSeat(ctx, tx, from, one, why)
}

// CutBlocked ends the seats and the requests of members that the performer no longer
// admits; their media and sockets follow with the next Evict. Paid time that was not
// used returns.
func (c *Core) CutBlocked(ctx context.Context, tx *db.Tx, performerID string) error {
	open, err := store.SelectOpenOf(ctx, tx, performerID)
	if err != nil {
		return err
	}
	for _, o := range open {
		if err := c.cutSeats(ctx, tx, o); err != nil {
			return err
		}
	}
	return store.InsertCut(ctx, tx, store.Cut{ID: id.New(c.Now()), PerformerID: performerID})
}

func (c *Core) cutSeats(ctx context.Context, tx *db.Tx, from lifecycle.Show) error {
	if from.Status == lifecycle.Pending {
		admitted, err := c.Admits(ctx, tx, from.PerformerID, from.MemberID)
		if err != nil || admitted {
			return err
		}
		return c.RefuseRequest(ctx, tx, from, lifecycle.Declined)
	}
	seats, err := store.SelectSeats(ctx, tx, from.ID)
	if err != nil {
		return err
	}
	for _, one := range seats {
		viewer := account.Caller{ID: one.MemberID, Role: account.Member, Country: gate.ReadIdentity(one.Identity).Country}
		admitted, err := c.Stage.Admits(ctx, tx, from.PerformerID, viewer)
		if err != nil {
			return err
		}
		if admitted {
			continue
		}
		if err := c.removeFromSeat(ctx, tx, one, lifecycle.Blocked); err != nil {
			return err
		}
	}
	return nil
}

// RefuseRequest ends a request that never came on stage.
func (c *Core) RefuseRequest(ctx context.Context, tx *db.Tx, asked lifecycle.Show, why lifecycle.Reason) error {
	asked = c.Ended(asked, why)
	if err := store.UpdateEnded(ctx, tx, asked); err != nil {
		return err
	}
	if err := c.Conversations.Close(ctx, tx, asked.ConversationID); err != nil {
		return err
	}
	return c.publishRefusal(ctx, tx, asked)
}
