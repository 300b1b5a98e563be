package messages

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
)

// UnreadTotal tells an account's devices how many lines they have not read (spec §7, its spelling).
var UnreadTotal = socket.Declare[UnreadPayload]("nofify_read_messages_in_conversation")

// Changed tells an account's devices how a conversation stands in their list.
var Changed = socket.Declare[Conversation]("conversation/changed")

// UnreadPayload is how many lines an account has not read.
type UnreadPayload struct {
	Total int `json:"total"`
}

// Inbox is what conversations are to those who have them: lists, unread lines, what was cleared.
type Inbox struct {
	*core
	room *Room
}

// List is a page of the caller's conversations, newest activity first; word finds those whose
// recipient's username has it.
func (s *Inbox) List(ctx context.Context, who account.Caller, word string, page api.Page) (list api.List[Conversation], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		without, err := s.unseen(ctx, tx, who, false)
		if err != nil {
			return err
		}
		rows, total, err := selectInbox(ctx, tx, who.ID, word, without, page)
		if err != nil {
			return err
		}
		list.Data, err = s.withRecipients(ctx, tx, who.ID, rows)
		list.Total = total
		return err
	})
	return list, err
}

// Unread is how many lines the caller has not read in all conversations.
func (s *Inbox) Unread(ctx context.Context, who account.Caller) (total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		total, err = s.unread(ctx, tx, who)
		return err
	})
	return total, err
}

func (s *Inbox) unread(ctx context.Context, tx *db.Tx, who account.Caller) (total int, err error) {
	without, err := s.unseen(ctx, tx, who, true)
	if err != nil {
		return 0, err
	}
	return sumUnread(ctx, tx, who.ID, without)
}

// ReadAll notes that the caller has read a conversation to its end, and tells the caller's other
// devices. Lines that come after that stay unread.
func (s *Inbox) ReadAll(ctx context.Context, who account.Caller, conversationID string) (total int, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, _, err := s.read(ctx, tx, conversationID, who)
		if err != nil {
			return err
		}
		if c.other(who.ID) != "" {
			if c, err = lockConversation(ctx, tx, c.ID); err != nil {
				return err
			}
			arrived, err := markDelivered(ctx, tx, c.ID, who.ID, c.LastSeq)
			if err != nil {
				return err
			}
			fresh, err := markRead(ctx, tx, c, who.ID)
			if err != nil {
				return err
			}
			own, err := selectPreferences(ctx, tx, who.ID)
			if err != nil {
				return err
			}
			if arrived || fresh && own.ReadMarks {
				if err := s.marked(ctx, tx, c.other(who.ID), c.ID); err != nil {
					return err
				}
			}
			if fresh {
				err := s.Events.Publish(ctx, tx, WasRead{c.ID, who.ID})
				if err != nil {
					return err
				}
			}
			if err := s.changed(ctx, tx, who, c.ID); err != nil {
				return err
			}
		}
		total, err = s.unread(ctx, tx, who)
		return err
	})
	return total, err
}

// clear empties a conversation for one of its two people and takes it from their list until the
// next line.
func (s *Inbox) clear(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	c, err := lockConversation(ctx, tx, c.ID)
	if err != nil {
		return err
	}
	// What neither of the two sees any more is deleted, and forgotten in its time.
	now := s.Now()
	dropped, err := dropHeld(ctx, tx, c.ID, who.ID, now)
	err = errors.Join(err, markCleared(ctx, tx, c, who.ID), s.Paid.Drop(ctx, tx, dropped...), dropCleared(ctx, tx, c.ID, who.ID, now),
		refreshLast(ctx, tx, c.ID))
	if err != nil {
		return err
	}
	if err := s.Events.Publish(ctx, tx, WasRead{c.ID, who.ID}); err != nil {
		return err
	}
	tx.AfterCommit(func() {
		s.room.show(Cleared.Name(), socket.To(s.Sockets, socket.AccountRoom(who.ID), Cleared, ClearedPayload{c.ID}))
	})
	return s.changed(ctx, tx, who, c.ID)
}

// arrived counts a new line for whoever did not write it, and tells both of their lists.
func (s *Inbox) arrived(ctx context.Context, tx *db.Tx, m Message) error {
	if err := countArrived(ctx, tx, m); err != nil {
		return err
	}
	first, err := s.waitsFirst(ctx, tx, m)
	if err == nil && first {
		err = s.Events.Publish(ctx, tx, Waiting{m.ConversationID, m.Seq, m.senderID, m.recipientID})
	}
	if err != nil {
		return err
	}
	return s.changedForBoth(ctx, tx, m)
}

// waitsFirst reports whether a new line is the first that its recipient has to be told of: of one that
// another package has posted, such as a tip, they are told by that.
func (s *Inbox) waitsFirst(ctx context.Context, tx *db.Tx, m Message) (bool, error) {
	if m.isPosted {
		return false, nil
	}
	theirs, err := selectParticipation(ctx, tx, m.recipientID, m.ConversationID)
	if err != nil || theirs.Unread <= 1 {
		return theirs.Unread == 1, err
	}
	written, err := hasUnreadBefore(ctx, tx, m)
	return !written, err
}

// removed takes a line that was deleted from the count of whoever has not read it.
func (s *Inbox) removed(ctx context.Context, tx *db.Tx, m Message) error {
	if err := countRemoved(ctx, tx, m); err != nil {
		return err
	}
	return s.changedForBoth(ctx, tx, m)
}

func (s *Inbox) changedForBoth(ctx context.Context, tx *db.Tx, m Message) error {
	cards, err := s.People.Cards(ctx, tx, m.senderID, m.recipientID)
	if err != nil {
		return err
	}
	for _, accountID := range []string{min(m.senderID, m.recipientID), max(m.senderID, m.recipientID)} {
		if err := s.changed(ctx, tx, account.Caller{ID: accountID, Role: cards[accountID].Role}, m.ConversationID); err != nil {
			return err
		}
	}
	return nil
}

// changed tells an account's devices of a conversation and of their total, once the transaction
// is durable.
func (s *Inbox) changed(ctx context.Context, tx *db.Tx, who account.Caller, conversationID string) error {
	// Two lines of two conversations at once must not both count themselves alone.
	if err := db.Lock(ctx, tx, "unread "+who.ID); err != nil {
		return err
	}
	c, err := s.own(ctx, tx, who.ID, conversationID)
	if err != nil {
		return err
	}
	total, err := s.unread(ctx, tx, who)
	if err != nil {
		return err
	}
	seen, err := s.sees(ctx, tx, who.ID, c.SourceID)
	if err != nil {
		return err
	}
	tx.AfterCommit(func() {
		devices := socket.AccountRoom(who.ID)
		if seen {
			s.room.show(Changed.Name(), socket.To(s.Sockets, devices, Changed, c))
		}
		s.room.show(UnreadTotal.Name(), socket.To(s.Sockets, devices, UnreadTotal, UnreadPayload{total}))
	})
	return nil
}

// of is the context of what is found out about an account: where a call comes from says nothing of others.
func of(ctx context.Context, accountID string) context.Context {
	if account.CallerFrom(ctx).ID == accountID {
		return ctx
	}
	return api.WithAddress(ctx, "")
}

// sees reports whether an account exists for another one.
func (s *core) sees(ctx context.Context, tx *db.Tx, accountID, otherID string) (bool, error) {
	cards, err := s.People.Cards(ctx, tx, accountID)
	if err != nil {
		return false, err
	}
	seen, err := s.Contacts.Sees(of(ctx, accountID), tx, account.Caller{ID: accountID, Role: cards[accountID].Role}, otherID)
	return seen[otherID], err
}

// TellUnread tells an account's devices of their total, as after a block.
func (s *Inbox) TellUnread(ctx context.Context, tx *db.Tx, accountID string) error {
	cards, err := s.People.Cards(ctx, tx, accountID)
	if err != nil {
		return err
	}
	total, err := s.unread(ctx, tx, account.Caller{ID: accountID, Role: cards[accountID].Role})
	if err == nil {
		tx.AfterCommit(func() {
			s.room.show(UnreadTotal.Name(), socket.To(s.Sockets, socket.AccountRoom(accountID), UnreadTotal, UnreadPayload{total}))
		})
	}
	return err
}

// own is a conversation as one of its two people has it.
func (s *core) own(ctx context.Context, tx *db.Tx, accountID, conversationID string) (c Conversation, err error) {
	row, err := selectParticipation(ctx, tx, accountID, conversationID)
	if err != nil {
		return c, err
	}
	list, err := s.withRecipients(ctx, tx, accountID, []participation{row})
	return list[0], err
}

// withRecipients are conversations with those whom their owner talks to.
func (s *core) withRecipients(ctx context.Context, tx *db.Tx, accountID string, rows []participation) ([]Conversation, error) {
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.otherID
	}
	list := make([]Conversation, len(rows))
	cards, err := s.People.Cards(ctx, tx, append(ids, accountID)...)
	if err != nil {
		return list, err
	}
	blocked, err := s.Contacts.Blocked(ctx, tx, accountID, ids...)
	for i, row := range rows {
		list[i] = row.as(cards[row.otherID])
		list[i].IsOnline = row.shows.Presence && s.Sockets.Online(row.otherID)
		list[i].IsBlocked = row.IsBlocked || blocked[row.otherID]
	}
	if err == nil {
		err = s.addPrices(ctx, tx, cards[accountID].Role, list)
	}
	return list, err
}

// unseen are those with whom a member has a conversation and who do not exist for them any more.
// Only performers hide, and only from members.
func (s *Inbox) unseen(ctx context.Context, tx *db.Tx, who account.Caller, unreadOnly bool) (ids []string, err error) {
	if who.Role != account.Member {
		return nil, nil
	}
	others, err := selectOthers(ctx, tx, who.ID, unreadOnly)
	if err != nil || len(others) == 0 {
		return nil, err
	}
	seen, err := s.Contacts.Sees(of(ctx, who.ID), tx, who, others...)
	for _, id := range others {
		if !seen[id] {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// Others are the accounts that an account has conversations with.
func (s *Inbox) Others(ctx context.Context, tx *db.Tx, accountID string) ([]string, error) {
	return selectOthers(ctx, tx, accountID, false)
}

// maxMet is how many people a performer is said to have met.
const maxMet = 2000

// Met are the accounts that a performer knows by name: they talked to each other, or it wrote in one
// of her rooms without hiding its name. The newest lines are looked through.
func (s *Inbox) Met(ctx context.Context, tx *db.Tx, performerID string) ([]string, error) {
	return selectMet(ctx, tx, performerID, maxMet)
}

// Told is what waits for somebody as they are told of it later; false when nothing does any more, or whoever wrote it
// does not exist for them.
func (s *Inbox) Told(ctx context.Context, tx *db.Tx, e Waiting) (told Told, waits bool, err error) {
	cards, err := s.People.Cards(ctx, tx, e.RecipientID, e.SenderID)
	if err != nil {
		return told, false, err
	}
	reader, sender := cards[e.RecipientID], cards[e.SenderID]
	row, err := selectParticipation(ctx, tx, e.RecipientID, e.ConversationID)
	if err != nil || row.Unread == 0 {
		return told, false, err
	}
	seen, err := s.sees(ctx, tx, reader.ID, sender.ID)
	return Told{e.ConversationID, e.Seq, sender.Username, sender.Role, sender.ID}, seen, err
}
