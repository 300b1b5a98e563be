package app

import (
	"context"
	"time"

	"limelight/internal/files"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/messages"
)

// wireMessages builds conversations and their rooms. Goals plug themselves in.
func wireMessages(s *Services) {
	s.limits.Add(messages.Limits())
	s.messages = messages.New(messages.Deps{
		DB: s.db, People: s.accounts, Performers: s.performers, Contacts: contacts{s}, Paid: paidLines{s.paidMessages, s}, Sockets: s.sockets, Limiter: s.limits, Audit: s.audit, Log: s.log, Now: s.now,
		Events: s.bus, Files: s.files, PhotoLimits: func() files.Limits { return photoLimits(s.settings.Get()) },
	})
	s.messages.Listen()
	s.photos = append(s.photos, s.messages)
	s.job(cron.Job{Name: "deletedMessages", Every: time.Hour, Run: s.messages.Purge})
	s.job(cron.Job{Name: "messagePhotos", Every: orphansEvery, Run: s.messages.DropUnused})
	s.rule(linesRule())
	subscribeMessages(s)
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
