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

// openID is an account's id as a room may know it: none but a performer's, whose
// page names it anyway. An id of a viewer would tell across rooms who watches whom.
func openID(accountID, role string) string {
	if role != string(account.Performer) {
		return ""
	}
	return accountID
}

func face(m Message, card account.Card) Sender {
	if m.anonymous {
		return Sender{Username: anonymousName, Role: account.Member}
	}
	return Sender{ID: openID(m.senderID, string(card.Role)), Username: card.Username, Avatar: card.AvatarURL, Role: card.Role}
}
