package app

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/blocking"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/messages"
	"limelight/internal/performer"
	"limelight/internal/show"
)

// wireCuts ends what goes on after a right to it has ended. What the database says is
// changed inside the delivery, so that a failure is tried again and a crash loses nothing;
// connections are closed after it, and by any other node should this one die in between
// (show.Evict).
func wireCuts(s *Services) {
	c := cuts{s.shows, s.messages, s.sockets}
	bus.On(s.bus, "cut.sessions", c.sessions)
	bus.On(s.bus, "cut.suspended", c.suspended)
	bus.On(s.bus, "cut.inactive", c.inactive)
	bus.On(s.bus, "cut.blocked", c.blocked)
	bus.On(s.bus, "cut.expired", c.expired)
	evictAfter[account.SessionsRevoked](s, "evict.sessions")
	evictAfter[account.Suspended](s, "evict.suspended")
	evictAfter[account.StatusChanged](s, "evict.inactive")
	bus.Tell(s.bus, "evict.blocked", c.evictBlocked)
	evictAfter[performer.IdentityExpired](s, "evict.expired")
}

func evictAfter[E bus.Event](s *Services, subscriber string) {
	shows := s.shows
	bus.Tell(s.bus, subscriber, func(context.Context, E) error {
		shows.EvictSoon()
		return nil
	})
}

// cuts end shows, seats and connections.
type cuts struct {
	shows    *show.Service
	messages *messages.Service
	sockets  *socket.Server
}

func (c cuts) sessions(ctx context.Context, tx *db.Tx, e account.SessionsRevoked) error {
	if len(e.SessionIDs) == 0 {
		return nil
	}
	return c.shows.CutAccount(ctx, tx, e.AccountID, e.SessionIDs...)
}

func (c cuts) suspended(ctx context.Context, tx *db.Tx, e account.Suspended) error {
	return errors.Join(c.shows.CutAccount(ctx, tx, e.AccountID),
		c.shows.StopIn(ctx, tx, e.AccountID, show.Moderator), c.shows.Dismiss(ctx, tx, e.AccountID, show.Moderator))
}

// inactive ends what a performer gives whose studio switches the account off. They stay
// logged in: their earnings and payouts are theirs.
func (c cuts) inactive(ctx context.Context, tx *db.Tx, e account.StatusChanged) error {
	if e.Role != account.Performer || e.Status != account.StatusInactive {
		return nil
	}
	return c.shows.StopIn(ctx, tx, e.AccountID, show.Moderator)
}

func (c cuts) blocked(ctx context.Context, tx *db.Tx, e blocking.Changed) error {
	return c.shows.CutBlocked(ctx, tx, e.PerformerID)
}

func (c cuts) expired(ctx context.Context, tx *db.Tx, e performer.IdentityExpired) error {
	return c.shows.StopIn(ctx, tx, e.PerformerID, show.Moderator)
}

// evictBlocked empties the room of the blocked at once, and then all else.
func (c cuts) evictBlocked(ctx context.Context, e blocking.Changed) error {
	room, err := c.messages.Public(ctx, account.Caller{ID: e.PerformerID, Role: account.Performer}, e.PerformerID)
	if err == nil {
		for _, userID := range e.UserIDs {
			c.sockets.Evict(messages.RoomOf(room.ID), userID)
		}
	}
	c.shows.EvictSoon()
	return err
}
