package app

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/blocking"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu"
	"limelight/internal/messages"
	"limelight/internal/performer"
	"limelight/internal/show"
)

// subscribeCuts subscribes what is told about rights that end. What the database
// says is changed inside the delivery, so that a failure is tried again and a crash
// loses nothing; connections are closed after it, and by any other node should this
// one die in between (show.Evict).
func (h *house) subscribeCuts() {
	b := h.bus
	bus.On(b, "cut.sessions", h.cutSessions)
	bus.On(b, "cut.suspended", h.cutSuspended)
	bus.On(b, "cut.inactive", h.cutInactive)
	bus.On(b, "cut.blocked", h.cutBlocked)
	bus.On(b, "cut.expired", func(ctx context.Context, tx *db.Tx, e performer.IdentityExpired) error {
		return h.shows.StopIn(ctx, tx, e.PerformerID, show.Moderator)
	})
	evictAfter[account.SessionsRevoked](h, "evict.sessions")
	evictAfter[account.Suspended](h, "evict.suspended")
	evictAfter[account.StatusChanged](h, "evict.inactive")
	bus.Tell(b, "evict.blocked", h.evictBlocked)
	evictAfter[performer.IdentityExpired](h, "evict.expired")
}

func evictAfter[E bus.Event](h *house, name string) {
	bus.Tell(h.bus, name, func(context.Context, E) error {
		h.shows.EvictSoon()
		return nil
	})
}

func (h *house) cutSessions(ctx context.Context, tx *db.Tx, e account.SessionsRevoked) error {
	if len(e.SessionIDs) == 0 {
		return nil
	}
	return h.shows.CutAccount(ctx, tx, e.AccountID, e.SessionIDs...)
}

func (h *house) cutSuspended(ctx context.Context, tx *db.Tx, e account.Suspended) error {
	return errors.Join(h.shows.CutAccount(ctx, tx, e.AccountID),
		h.shows.StopIn(ctx, tx, e.AccountID, show.Moderator), h.shows.Dismiss(ctx, tx, e.AccountID, show.Moderator))
}

// cutInactive ends what a performer gives whom her studio switches off. She stays
// logged in: her earnings and payouts are hers.
func (h *house) cutInactive(ctx context.Context, tx *db.Tx, e account.StatusChanged) error {
	if e.Role != account.Performer || e.Status != account.StatusInactive {
		return nil
	}
	return h.shows.StopIn(ctx, tx, e.AccountID, show.Moderator)
}

func (h *house) cutBlocked(ctx context.Context, tx *db.Tx, e blocking.Changed) error {
	return h.shows.CutBlocked(ctx, tx, e.PerformerID)
}

// evictBlocked empties the room of the blocked at once, and then all else.
func (h *house) evictBlocked(ctx context.Context, e blocking.Changed) error {
	room, err := h.messages.Public(ctx, account.Caller{ID: e.PerformerID, Role: account.Performer}, e.PerformerID)
	if err == nil {
		for _, userID := range e.UserIDs {
			h.sockets.Evict(messages.RoomOf(room.ID), userID)
		}
	}
	h.shows.EvictSoon()
	return err
}

// cutElsewhere closes what shows do not hold: sockets, and viewers by HLS.
func (h *house) cutElsewhere(ctx context.Context, c show.Cut) error {
	switch {
	case c.PerformerID != "":
	case c.SessionID != "":
		h.sockets.CloseSession(c.SessionID, closedFor(c))
	default:
		h.sockets.CloseAccount(c.AccountID, closedFor(c))
	}
	what, err := h.recheckOf(ctx, c)
	if err != nil {
		return err
	}
	return h.announceRecheck(ctx, what)
}

// cutHere does to this node's connections what cutElsewhere tells every node to do.
func (h *house) cutHere(ctx context.Context, c show.Cut) error {
	if since, ok := id.Time(c.ID); ok && c.PerformerID == "" {
		h.sockets.CloseHere(c.AccountID, c.SessionID, closedFor(c), since)
	}
	what, err := h.recheckOf(ctx, c)
	if err != nil {
		return err
	}
	return h.applyRecheck(ctx, what)
}

// closedFor is the reason that clients are told.
func closedFor(c show.Cut) string {
	if c.SessionID != "" {
		return "revoked"
	}
	return "suspended"
}

// ownRooms are the media rooms of this node's engine, nil where none has others beside it.
func ownRooms(engine *sfu.Engine) show.Rooms {
	if engine == nil {
		return nil
	}
	if own := engine.Own(); own != nil {
		return own
	}
	return nil
}
