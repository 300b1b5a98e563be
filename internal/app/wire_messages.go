package app

import (
	"context"

	"limelight/internal/kit/db"
	"limelight/internal/messages"
)

// wireMessages builds conversations and their rooms. Goals plug themselves in.
func wireMessages(s *Services) {
	s.limits.Add(messages.Limits())
	s.messages = messages.New(messages.Deps{
		DB: s.db, People: s.accounts, Performers: s.performers, Sockets: s.sockets, Limiter: s.limits, Audit: s.audit, Log: s.log, Now: s.now,
	})
	s.messages.Listen()
	s.section("messages", "Conversations and their messages", s.messages.Routes)
}

// conversations opens rooms beside shows and says whose they are.
type conversations struct{ *messages.Service }

func (c conversations) PublicID(ctx context.Context, tx *db.Tx, performerID string) (string, error) {
	room, err := c.PublicIn(ctx, tx, performerID)
	return room.ID, err
}

func (c conversations) Hosts(ctx context.Context, tx *db.Tx, conversationID, performerID, memberID string) (bool, error) {
	return c.IsOf(ctx, tx, conversationID, performerID, memberID)
}
