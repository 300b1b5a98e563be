package app

import (
	"context"

	"limelight/internal/demosite"
	"limelight/internal/kit/db"
	"limelight/internal/paidmessages"
)

// wirePaidMessages builds what performers ask for in conversations. Conversations are built on it.
func wirePaidMessages(s *Services) {
	s.paidMessages = paidmessages.New(paidmessages.Deps{
		DB: s.db, Ledger: s.ledger, Rates: s.terms, Sellers: photoSellers{s.assets}, Events: s.bus, MAC: s.keys.MAC(), Now: s.now,
	})
	s.section("paidmessages", "What performers ask of members for messages", s.paidMessages.Routes)
	s.rule(s.paidMessages.Rule())
	s.demoPart(demosite.PaidMessages(s.paidMessages))
}

func (n messageNews) photoOpened(ctx context.Context, tx *db.Tx, e paidmessages.Unlocked) error {
	if n.notifier.stale(e.Unlock.CreatedAt) {
		return nil
	}
	return notify(ctx, tx, n.notifier, paidmessages.OpenedNotice, e.Unlock.PerformerID, e.Unlock.Opened())
}

func (n messageNews) photoChanged(ctx context.Context, e paidmessages.Unlocked) error {
	return n.messages.TellChanged(ctx, e.Unlock.MessageID)
}

func (n messageNews) photoEnded(ctx context.Context, tx *db.Tx, e paidmessages.Ended) error {
	return n.messages.Closed(ctx, tx, e.Unlock.MessageID)
}
