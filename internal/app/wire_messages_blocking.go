package app

import (
	"context"

	"limelight/internal/blocking"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/messages"
)

// subscribeMessages tells people of conversations in which something waits, until they have read it, and leaves those
// whom a performer blocks no trace of her.
func subscribeMessages(s *Services) {
	news := messageNews{s.messages, s.performers.Receives, s.notifier}
	bus.On(s.bus, "notices.message", news.notify)
	bus.On(s.bus, "notices.messageRead", news.read)
	bus.On(s.bus, "notices.messageBlocked", news.withdraw)
	bus.On(s.bus, "notices.messageRefused", news.refused)
	bus.On(s.bus, "notices.photoTakenDown", news.takenDown)
	bus.On(s.bus, "notices.photoOpened", news.photoOpened)
	bus.Tell(s.bus, "sockets.photoOpened", news.photoChanged)
	bus.On(s.bus, "messages.photoEnded", news.photoEnded)
}

// messageNews tells people of conversations in which something waits.
type messageNews struct {
	messages *messages.Service
	receives func(ctx context.Context, tx *db.Tx, performerID, memberID string) (bool, error) // nothing hides her from him
	notifier notifier
}

func (n messageNews) notify(ctx context.Context, tx *db.Tx, e messages.Waiting) error {
	told, waits, err := n.messages.Told(ctx, tx, e)
	if err != nil || !waits {
		return err
	}
	return notify(ctx, tx, n.notifier, messages.ReceivedNotice, e.RecipientID, told)
}

func (n messageNews) read(ctx context.Context, tx *db.Tx, e messages.WasRead) error {
	return messages.ReceivedNotice.MarkRead(ctx, tx, n.notifier.notices, e.AccountID, messages.NoticesOf(e.ConversationID))
}

// withdraw leaves those whom a performer blocks, by name or by their country, no trace of her.
func (n messageNews) withdraw(ctx context.Context, tx *db.Tx, e blocking.Changed) error {
	hidden := e.UserIDs
	if len(e.Countries) > 0 {
		others, err := n.messages.Others(ctx, tx, e.PerformerID)
		if err != nil {
			return err
		}
		for _, id := range others {
			admitted, err := n.receives(ctx, tx, e.PerformerID, id)
			if err != nil {
				return err
			}
			if !admitted {
				hidden = append(hidden, id)
			}
		}
	}
	for _, memberID := range hidden {
		if err := n.forget(ctx, tx, e.PerformerID, memberID); err != nil {
			return err
		}
	}
	return nil
}

func (n messageNews) forget(ctx context.Context, tx *db.Tx, performerID, memberID string) error {
	conversationID, err := n.messages.Of(ctx, tx, performerID, memberID)
	if err == nil && conversationID != "" {
		err = messages.ReceivedNotice.Withdraw(ctx, tx, n.notifier.notices, memberID, messages.NoticesOf(conversationID))
	}
	if err != nil {
		return err
	}
	return n.messages.TellUnread(ctx, tx, memberID)
}

// refused tells a writer what staff did not let go.
func (n messageNews) refused(ctx context.Context, tx *db.Tx, e messages.Refused) error {
	return notify(ctx, tx, n.notifier, messages.RefusedNotice, e.SenderID, e)
}

// takenDown tells a performer which photo staff have deleted.
func (n messageNews) takenDown(ctx context.Context, tx *db.Tx, e messages.TakenDown) error {
	return notify(ctx, tx, n.notifier, messages.TakenDownNotice, e.SenderID, e)
}
