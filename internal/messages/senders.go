package messages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

// anonymousName is who a room sees behind an anonymous line.
const anonymousName = "Anonymous"

func (s *Messages) withSender(ctx context.Context, tx *db.Tx, m Message) (Message, error) {
	list := []Message{m}
	err := s.addSenders(ctx, tx, list)
	return list[0], err
}

// addSenders says of lines who wrote them, and puts a tombstone in place of a deleted text.
func (s *Messages) addSenders(ctx context.Context, tx *db.Tx, list []Message) error {
	ids := make([]string, len(list))
	for i, m := range list {
		ids[i] = m.senderID
	}
	cards, err := s.People.Cards(ctx, tx, ids...)
	if err != nil {
		return err
	}
	for i := range list {
		m := &list[i]
		m.SenderInfo = senderOf(*m, cards[m.senderID])
		if m.IsDeleted {
			m.Text, m.Payload = tombstone, Payload{}
		}
	}
	return nil
}

// publicID is an account's id as a room may know it: none but a performer's, whose
// page names it anyway. An id of a viewer would tell across rooms who watches whom.
func publicID(accountID, role string) string {
	if role != string(account.Performer) {
		return ""
	}
	return accountID
}

func senderOf(m Message, card account.Card) Sender {
	if m.anonymous {
		return Sender{Username: anonymousName, Role: account.Member}
	}
	return Sender{ID: publicID(m.senderID, string(card.Role)), Username: card.Username, Avatar: card.AvatarURL, Role: card.Role}
}
