package messages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

// anonymousName is who a room sees behind an anonymous line.
const anonymousName = "Anonymous"

// withSender is a line with who wrote it, and what it answers unless one of its readers cleared that.
func (s *Messages) withSender(ctx context.Context, tx *db.Tx, m Message) (Message, error) {
	list := []Message{m}
	if err := s.addSenders(ctx, tx, list); err != nil || m.replyTo == "" {
		return list[0], err
	}
	cleared, err := selectMaxCleared(ctx, tx, m.ConversationID)
	if err != nil {
		return m, err
	}
	err = s.addQuotes(ctx, tx, list, cleared+1)
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
			continue
		}
		m.Photo = m.Photo.addressed(m.ID)
	}
	return nil
}

// addQuotes puts beside lines those that they answer, without what was deleted, or cleared by the
// reader, whose first line is from.
func (s *Messages) addQuotes(ctx context.Context, tx *db.Tx, list []Message, from int64) error {
	var ids []string
	for _, m := range list {
		if m.replyTo != "" && !m.IsDeleted {
			ids = append(ids, m.replyTo)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	in, args := db.In(1, ids)
	quoted, err := db.All(ctx, tx, scanMessage, `SELECT `+messageColumns+` FROM messages WHERE id IN `+in, args...)
	if err != nil {
		return err
	}
	if err := s.addSenders(ctx, tx, quoted); err != nil {
		return err
	}
	byID := make(map[string]*Quote, len(quoted))
	for _, q := range quoted {
		byID[q.ID] = &Quote{ID: q.ID, Kind: q.Kind, Username: q.SenderInfo.Username, IsDeleted: q.IsDeleted}
		if q.Seq >= from && !q.IsDeleted {
			byID[q.ID].Text = preview(q.Text)
		}
	}
	for i := range list {
		if !list[i].IsDeleted {
			list[i].ReplyTo = byID[list[i].replyTo]
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
