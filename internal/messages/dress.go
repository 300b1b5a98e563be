package messages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

// anonymousName is who a room sees behind an anonymous tip.
const anonymousName = "Anonymous"

func (s *Service) dressed(ctx context.Context, tx *db.Tx, m Message) (Message, error) {
	list, err := s.dress(ctx, tx, []Message{m})
	if err != nil {
		return m, err
	}
	return list[0], nil
}

// dress puts faces beside lines, and tombstones over deleted ones.
func (s *Service) dress(ctx context.Context, tx *db.Tx, list []Message) ([]Message, error) {
	ids := make([]string, len(list))
	for i, m := range list {
		ids[i] = m.senderID
	}
	cards, err := s.People.Cards(ctx, tx, ids...)
	if err != nil {
		return nil, err
	}
	for i := range list {
		m := &list[i]
		m.SenderInfo = face(*m, cards[m.senderID])
		if m.IsDeleted {
			m.Text, m.Label, m.Token = tombstone, "", nil
		}
	}
	return list, nil
}

func face(m Message, card account.Card) Sender {
	if m.anonymous {
		return Sender{Username: anonymousName, Role: account.Member}
	}
	return Sender{ID: m.senderID, Username: card.Username, Avatar: card.AvatarURL, Role: card.Role}
}
