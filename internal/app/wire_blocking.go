package app

import (
	"context"

	"limelight/internal/blocking"
	"limelight/internal/kit/db"
)

// wireBlocking builds whom performers block.
func wireBlocking(s *Services) {
	s.blocking = blocking.New(blocking.Deps{DB: s.db, Events: s.bus, Accounts: s.accounts, Places: s.locations, Meetings: meetings{s}, Now: s.now})
	s.section("blocking", "Countries and members that a performer blocks", s.blocking.Routes)
}

// meetings know whom a performer has met. Conversations are built after the blocks.
type meetings struct{ s *Services }

func (m meetings) Met(ctx context.Context, tx *db.Tx, performerID string) ([]string, error) {
	return m.s.messages.Met(ctx, tx, performerID)
}
