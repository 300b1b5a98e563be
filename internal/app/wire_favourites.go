package app

import (
	"context"

	"limelight/internal/blocking"
	"limelight/internal/favourites"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/messages"
	"limelight/internal/performer"
	"limelight/internal/show"
)

// wireFavourites builds members' favourite performers.
func wireFavourites(s *Services) {
	s.favourites = favourites.New(favourites.Deps{
		DB: s.db, Events: s.bus, Accounts: s.accounts, Performers: s.performers, Notices: s.notices, Present: publicRooms{s}.present, Now: s.now,
	})
	s.section("favourites", "A member's favourite performers", s.favourites.Routes)
	bus.On(s.bus, "favourites.live", func(ctx context.Context, tx *db.Tx, e show.Changed) error {
		if e.Type != show.Public || e.Status != show.Live {
			return nil
		}
		return s.favourites.WentLive(ctx, tx, e.PerformerID, e.ShowID)
	})
	bus.On(s.bus, "favourites.offline", func(ctx context.Context, tx *db.Tx, e performer.StreamingChanged) error {
		if e.IsOnline {
			return nil
		}
		return s.favourites.WentOffline(ctx, tx, e.PerformerID)
	})
	bus.On(s.bus, "favourites.blocked", func(ctx context.Context, tx *db.Tx, e blocking.Changed) error {
		if err := s.favourites.Forbid(ctx, tx, e.PerformerID, e.UserIDs...); err != nil || len(e.Countries) == 0 {
			return err
		}
		return s.favourites.Recheck(ctx, tx, e.PerformerID)
	})
}

// publicRooms say who is in them.
type publicRooms struct{ s *Services }

func (r publicRooms) present(ctx context.Context, tx *db.Tx, performerID string, accountIDs ...string) (map[string]bool, error) {
	room, err := r.s.messages.PublicIn(ctx, tx, performerID)
	if err != nil {
		return nil, err
	}
	return r.s.sockets.Present(messages.RoomOf(room.ID), accountIDs...), nil
}
