package core

import (
	"cmp"
	"context"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// What a performer's card shows beside the types of shows.
const (
	Offline = "offline"
	Away    = "away"
)

// StartPaid puts a paid show on stage: the public one is held, the fence closes.
func (c *Core) StartPaid(ctx context.Context, tx *db.Tx, open []lifecycle.Show, next lifecycle.Show) error {
	for _, o := range open {
		var err error
		switch {
		case o.OnStage():
			err = c.holdPublic(ctx, tx, o)
		case o.Status == lifecycle.Held: // the way back from the last paid show is not over
			o.AwayUntil = time.Time{}
			err = store.UpdateStage(ctx, tx, o)
		}
		if err != nil {
			return err
		}
	}
	if err := c.Stage.SetStreaming(ctx, tx, next.PerformerID, next.Type, ""); err != nil {
		return err
	}
	return c.publishChange(ctx, tx, next)
}

// PublisherFor is the identity that publishes a paid show: a broadcasting program that
// was on air, since it follows by itself; otherwise the device at hand.
func PublisherFor(open []lifecycle.Show, performerID, device string) string {
	if on, found := store.Staged(open); found && on.Publisher == gate.ProgramOf(performerID) {
		return on.Publisher
	}
	return device
}

// ResumePublic brings the held show back on stage. Its epoch is new since it was held.
func (c *Core) ResumePublic(ctx context.Context, tx *db.Tx, held lifecycle.Show) (lifecycle.Show, error) {
	resumed := lifecycle.Decide(lifecycle.State{Show: held, Now: c.Now()}, lifecycle.Resume).Show
	if err := store.UpdateStage(ctx, tx, resumed); err != nil {
		return resumed, err
	}
	return resumed, c.publishChange(ctx, tx, resumed)
}

// EndShow closes an open show: its seats are settled, its media rooms go dark, the
// performer is led to what comes next. It runs inside WithEvictions.
func (c *Core) EndShow(ctx context.Context, tx *db.Tx, open lifecycle.Show, why lifecycle.Reason) error {
	wasHeld := open.Status == lifecycle.Held
	if open.Paid() {
		var err error
		if open, err = c.rewindClocks(ctx, tx, open); err != nil {
			return err
		}
		if err := c.closeSeats(ctx, tx, open, why); err != nil {
			return err
		}
		if err := c.Conversations.Close(ctx, tx, open.ConversationID); err != nil {
			return err
		}
	}
	ended := c.Ended(open, why)
	if err := store.UpdateEnded(ctx, tx, ended); err != nil {
		return err
	}
	if !wasHeld { // a held show's rooms are dark already
		if err := c.EvictRooms(ctx, tx, ended); err != nil {
			return err
		}
	}
	if err := c.publishChange(ctx, tx, ended); err != nil {
		return err
	}
	return c.returnToPublic(ctx, tx, ended)
}

// Ended is an open show once it is over.
func (c *Core) Ended(open lifecycle.Show, why lifecycle.Reason) lifecycle.Show {
	return lifecycle.Decide(lifecycle.State{Show: open, Why: why, Now: c.Now()}, lifecycle.End).Show
}

// returnToPublic leads the performer back from a paid show: the public show waits a
// minute for a click.
func (c *Core) returnToPublic(ctx context.Context, tx *db.Tx, ended lifecycle.Show) error {
	performerID := ended.PerformerID
	open, err := store.SelectOpenOf(ctx, tx, performerID)
	if err != nil {
		return err
	}
	for _, o := range open {
		switch {
		case o.OnStage():
			return nil // a held show ended beside it
		case o.Status == lifecycle.Held:
			o.AwayUntil = c.Now().Add(c.Rules().AwayFor)
			if err := store.UpdateStage(ctx, tx, o); err != nil {
				return err
			}
			if err := c.Stage.SetStreaming(ctx, tx, performerID, Away, ""); err != nil {
				return err
			}
			return c.publishChange(ctx, tx, o)
		}
	}
	return c.Stage.SetStreaming(ctx, tx, performerID, Offline, "")
}

// EndAll ends every show and request, as when the site goes into maintenance. One
// that fails keeps no other from ending.
func (c *Core) EndAll(ctx context.Context, why lifecycle.Reason) error {
	open, err := c.OpenShows(ctx)
	if err != nil {
		return err
	}
	return Each(open, func(o lifecycle.Show) error { return c.Stop(ctx, o.PerformerID, why) })
}

// OpenShow writes a new show, which this node watches.
func (c *Core) OpenShow(ctx context.Context, tx *db.Tx, n lifecycle.Show) error {
	n.Camera, n.BalanceShown = cmp.Or(n.Camera, lifecycle.CameraNone), cmp.Or(n.BalanceShown, lifecycle.BalanceExact)
	n.WatchedBy, n.WatchedUntil = c.Node, c.Now().Add(Lease)
	return store.InsertShow(ctx, tx, n)
}

// holdPublic takes the public show off the stage for a paid one: its epoch is over, and
// with it every token, address and picture of it.
func (c *Core) holdPublic(ctx context.Context, tx *db.Tx, public lifecycle.Show) error {
	if err := c.EvictRooms(ctx, tx, public); err != nil {
		return err
	}
	public = lifecycle.Decide(lifecycle.State{Show: public, Now: c.Now()}, lifecycle.Hold).Show
	if err := store.UpdateStage(ctx, tx, public); err != nil {
		return err
	}
	return c.Stage.SetViewers(ctx, tx, public.PerformerID, 0, "")
}

// MovePublisher lets another device of the performer's publish the paid show.
func (c *Core) MovePublisher(ctx context.Context, tx *db.Tx, current lifecycle.Show, who account.Caller) (lifecycle.Show, error) {
	device := gate.PublisherOf(who)
	if current.Publisher == device {
		return current, nil
	}
	if current.Publisher != "" {
		if err := c.EvictOne(ctx, tx, current, current.Publisher); err != nil {
			return current, err
		}
	}
	current.Publisher = device
	if current.HasPicture() {
		return c.LosePicture(ctx, tx, current, c.Now(), lifecycle.LineLost)
	}
	return current, store.UpdateStage(ctx, tx, current)
}

// roomOptions keep an empty room open as long as its show may wait.
var roomOptions = sfu.RoomOptions{EmptyFor: lifecycle.StartGrace + lifecycle.Grace, LeftFor: lifecycle.StartGrace}

// OpenRooms makes the media rooms of a show that is on stage.
func (c *Core) OpenRooms(ctx context.Context, current lifecycle.Show) error {
	if err := c.Engine.CreateRoom(ctx, current.Room(), roomOptions); err != nil {
		return err
	}
	if current.Type != lifecycle.Private || current.Camera == lifecycle.CameraNone {
		return nil
	}
	return c.Engine.CreateRoom(ctx, current.MemberRoom(), roomOptions)
}

// Stop ends what the performer has on stage; without anything it ends the show
// that is held. Leaving a paid show leads the performer back to the held one;
// any other reason ends that too, and every request.
func (c *Core) Stop(ctx context.Context, performerID string, why lifecycle.Reason) error {
	return c.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		return c.StopIn(ctx, tx, performerID, why)
	})
}

// StopIn is Stop within the caller's transaction; the media go dark with the next
// Evict.
func (c *Core) StopIn(ctx context.Context, tx *db.Tx, performerID string, why lifecycle.Reason) error {
	open, err := store.LockOpen(ctx, tx, performerID)
	if err != nil {
		return err
	}
	current, found := store.Staged(open)
	if found {
		if err := c.EndShow(ctx, tx, current, why); err != nil {
			return err
		}
	}
	for _, o := range open {
		switch {
		case o.Status == lifecycle.Held && (!found || why != lifecycle.PerformerLeft):
			err = c.EndShow(ctx, tx, o, why)
		case o.Status == lifecycle.Pending && why != lifecycle.PerformerLeft:
			err = c.RefuseRequest(ctx, tx, o, lifecycle.Declined)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// MoveSeat moves a seat to the device at hand; the other one is evicted. It returns the
// seat and the show as they are then.
func (c *Core) MoveSeat(ctx context.Context, tx *db.Tx, in lifecycle.Show, one lifecycle.Seat, who account.Caller) (lifecycle.Seat, lifecycle.Show, error) {
	identity := gate.SeatOf(who, one)
	if one.Identity == identity {
		return one, in, nil
	}
	if one.Identity != "" {
		if err := c.EvictOne(ctx, tx, in, one.Identity); err != nil {
			return one, in, err
		}
	}
	one.Identity, one.PresentAt = identity, time.Time{}
	if !one.JoinedAt.IsZero() {
		one.LostAt = c.Now()
	}
	if err := store.UpdateSeat(ctx, tx, one); err != nil {
		return one, in, err
	}
	current, err := c.State(ctx, tx, in)
	if err != nil {
		return one, in, err
	}
	current, err = c.Settle(ctx, tx, current)
	if at := slices.IndexFunc(current.Seats, func(other lifecycle.Seat) bool { return other.ID == one.ID }); at >= 0 {
		one = current.Seats[at]
	}
	return one, current.Show, err
}
