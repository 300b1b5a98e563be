package messages

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
)

// Messages are the lines of conversations.
type Messages struct {
	*core
	room     *Room
	inbox    *Inbox
	declared []LineKind // kinds of line: Text and what others have
}

// Draft is what somebody wants to say.
type Draft struct {
	ConversationID string
	Text           string
	ClientID       string
	ReplyTo        string        // the line that it answers, in a direct conversation
	Price          *money.Tokens // what its writer has seen that it costs
	Sale           *Sale         // what a performer asks for a photo
}

// Say writes a line into a conversation and shows it to the room.
func (s *Messages) Say(ctx context.Context, who account.Caller, draft Draft) (said Message, err error) {
	text := sanitize.Line(draft.Text)
	switch n := len([]rune(text)); {
	case n == 0:
		return said, fault.Missing("text")
	case n > maxLine:
		return said, fault.Between("text", 1, maxLine)
	}
	if who.Role != account.Performer { // who performs writes in a room of their own, or is refused
		if refused := s.Limiter.Allow(ctx, rateRule, who.ID+" "+draft.ConversationID); refused != nil {
			return s.said(ctx, who, draft, refused)
		}
	}
	return s.put(ctx, who, draft, Message{Kind: Text, Text: text}, func(c Conversation) bool { return !c.direct() })
}

// put writes what somebody says into a conversation, if that is one of those that it fits.
func (s *Messages) put(ctx context.Context, who account.Caller, draft Draft, m Message, fits func(Conversation) bool) (said Message, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, policy, err := s.read(ctx, tx, draft.ConversationID, who)
		if err == nil && !fits(c) {
			err = errNoConversation
		}
		if err != nil {
			return err
		}
		now := s.Now()
		m.ID, m.ConversationID, m.CreatedAt, m.ClientID, m.senderID = id.New(now), c.ID, now, draft.ClientID, who.ID
		if refused := s.prepare(ctx, tx, who, c, policy, draft, &m); refused != nil {
			said, err = s.saidBefore(ctx, tx, who, c, draft, refused)
			return err
		}
		var fresh bool
		if said, fresh, err = s.write(ctx, tx, m); err == nil && fresh {
			err = s.flagRepeated(ctx, tx, who, said)
		}
		if err == nil {
			said, err = s.answered(ctx, tx, who, said)
		}
		return err
	})
	return said, err
}

// prepare makes of what somebody wants to say the line that they may write, or says why they may not.
func (s *Messages) prepare(ctx context.Context, tx *db.Tx, who account.Caller, c Conversation, policy Policy, draft Draft, m *Message) error {
	if err := policy.MayWrite(ctx, tx, c, who); err != nil || !c.direct() {
		return err
	}
	if err := s.address(ctx, tx, who, c, draft, m); err != nil {
		return err
	}
	if err := s.cost(ctx, tx, who, c, draft, m); err != nil {
		return err
	}
	return s.sell(ctx, tx, who, c, draft, m)
}

// said is the line as it was stored when its answer was lost: saying it again is
// no haste. Otherwise the refusal stands.
func (s *Messages) said(ctx context.Context, who account.Caller, draft Draft, refused error) (m Message, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, _, err := s.read(ctx, tx, draft.ConversationID, who)
		if err == nil {
			m, err = s.saidBefore(ctx, tx, who, c, draft, refused)
		}
		return err
	})
	return m, err
}

// saidBefore is said in a conversation that the caller may read. What failed without a refusal fails.
func (s *Messages) saidBefore(ctx context.Context, tx *db.Tx, who account.Caller, c Conversation, draft Draft, refused error) (m Message, err error) {
	if _, is := errors.AsType[*fault.Fault](refused); !is || draft.ClientID == "" {
		return m, refused
	}
	m, err = selectByClientID(ctx, tx, c.ID, who.ID, draft.ClientID)
	if errors.Is(err, db.ErrNone) {
		return Message{}, refused
	}
	if err == nil {
		m, err = s.withSender(ctx, tx, m)
	}
	if err == nil {
		m, err = s.answered(ctx, tx, who, m)
	}
	return m, err
}

// Line is what another package writes into a conversation, such as a tip.
type Line struct {
	Kind           LineKind // which was declared
	Key            string   // of what it tells: one line of a kind and key, however often it is posted
	ConversationID string
	SenderID       string
	Anonymous      bool // readers are told no name
	Text           string
	Payload        Payload
	At             time.Time
}

// Declare makes a kind of line known, which its package then posts. Call it before Routes.
func (s *Messages) Declare(kind LineKind) LineKind {
	s.declared = append(s.declared, kind)
	return kind
}

// Post writes a line and shows it to the room once it is durable. Posted again it is the line
// as it stands, and not fresh.
func (s *Messages) Post(ctx context.Context, tx *db.Tx, l Line) (posted Message, fresh bool, err error) {
	if !slices.Contains(s.declared, l.Kind) {
		return posted, false, fmt.Errorf("a line of the kind %q, which nobody declares", l.Kind)
	}
	c, err := selectConversation(ctx, tx, l.ConversationID)
	if err != nil {
		return posted, false, fmt.Errorf("post a line of the kind %s: %w", l.Kind, err)
	}
	return s.write(ctx, tx, Message{
		ID: id.New(l.At), ConversationID: c.ID, Kind: l.Kind, Text: sanitize.Line(l.Text), Payload: l.Payload,
		CreatedAt: l.At, ClientID: string(l.Kind) + "-" + l.Key, senderID: l.SenderID, anonymous: l.Anonymous && !c.direct(),
		recipientID: c.other(l.SenderID), isPosted: true,
	})
}

// Import writes a line that was said earlier, elsewhere. Nobody is told: it is history already.
func (s *Messages) Import(ctx context.Context, conversationID, senderID, text string, at time.Time) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		m := Message{ID: id.New(at), ConversationID: conversationID, Kind: Text, Text: sanitize.Line(text), CreatedAt: at, senderID: senderID}
		if _, err := insertMessage(ctx, tx, m); err != nil {
			return err
		}
		return touchConversation(ctx, tx, m)
	})
}

// write stores the line and shows it once it is durable. A line already stored
// under the same clientId is returned as it was.
func (s *Messages) write(ctx context.Context, tx *db.Tx, m Message) (written Message, fresh bool, err error) {
	if m.recipientID != "" && m.heldAt.IsZero() {
		if m, fresh, err = s.numbered(ctx, tx, m); err != nil || !fresh {
			return m, false, err
		}
	}
	m.CreatedAt = m.CreatedAt.Truncate(time.Millisecond) // as it is kept, so that whoever reads it later is told the same
	if fresh, err = insertMessage(ctx, tx, m); err != nil {
		return m, false, err
	}
	if !fresh {
		earlier, err := selectByClientID(ctx, tx, m.ConversationID, m.senderID, m.ClientID)
		if err != nil {
			return m, false, err
		}
		m, err = s.withSender(ctx, tx, earlier)
		return m, false, err
	}
	if m.price > 0 {
		err = s.Paid.Charge(ctx, tx, Charge{MessageID: m.ID, MemberID: m.senderID, PerformerID: m.recipientID, Price: m.price, Held: m.IsHeld})
	}
	if o := m.offer; err == nil && o != nil {
		o.MessageID, o.FileID, o.PerformerID, o.MemberID, o.Held = m.ID, m.fileID, m.senderID, m.recipientID, m.IsHeld
		err = s.Paid.Sell(ctx, tx, *o)
	}
	if err == nil {
		m, err = s.publish(ctx, tx, m)
	}
	return m, err == nil, err
}

// numbered gives a line of a direct conversation its number, and the time at which it got that: the times are in
// the order of the numbers. A line that is there already is answered as it stands.
func (s *Messages) numbered(ctx context.Context, tx *db.Tx, m Message) (_ Message, fresh bool, err error) {
	if m.ClientID != "" {
		earlier, err := selectByClientID(ctx, tx, m.ConversationID, m.senderID, m.ClientID)
		if err == nil {
			earlier, err = s.withSender(ctx, tx, earlier)
			return earlier, false, err
		}
		if !errors.Is(err, db.ErrNone) {
			return m, false, err
		}
	}
	if m.Seq, err = nextSeq(ctx, tx, m.ConversationID); err != nil {
		return m, false, err
	}
	m.CreatedAt = s.Now()
	m.ID = id.New(m.CreatedAt)
	return m, true, nil
}

// publish counts a stored line where it belongs, and shows it once it is durable.
func (s *Messages) publish(ctx context.Context, tx *db.Tx, m Message) (shown Message, err error) {
	if m.heldAt.IsZero() {
		if err := touchConversation(ctx, tx, m); err != nil {
			return m, err
		}
		if m.isSeen = true; m.recipientID != "" {
			if err := s.inbox.arrived(ctx, tx, m); err != nil {
				return m, err
			}
		}
	}
	if m, err = s.withSender(ctx, tx, m); err != nil {
		return m, err
	}
	own, err := s.readBy(ctx, tx, account.Caller{ID: m.senderID}, m)
	tx.AfterCommit(func() { s.room.showCreated(m, own) })
	return m, err
}

// Remove turns a message into a tombstone. The sender may, and who moderates the
// conversation; to everybody else who may read it, it is forbidden. A photo that its member has
// opened staff delete for a reason, which both are told.
func (s *Messages) Remove(ctx context.Context, who account.Caller, messageID, reason string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		m, err := selectMessage(ctx, tx, messageID)
		if errors.Is(err, db.ErrNone) {
			return errNoMessage
		}
		if err != nil {
			return err
		}
		c, policy, err := s.read(ctx, tx, m.ConversationID, who)
		mine := who.ID == m.senderID && c.other(who.ID) != "" // which a block does not take from whoever wrote it
		if errors.Is(err, errNoConversation) && !mine {
			return errNoMessage // a conversation that is closed to the caller hides its lines too
		}
		if err != nil && !mine {
			return err
		}
		if who.ID != m.senderID && !policy.MayModerate(c, who) {
			return account.ErrForbidden
		}
		if _, err := lockConversation(ctx, tx, c.ID); err != nil {
			return err
		}
		if m, err = selectMessage(ctx, tx, messageID); errors.Is(err, db.ErrNone) { // it was held, and let go under another id
			return errNoMessage
		}
		if err != nil {
			return err
		}
		m.recipientID = c.other(m.senderID)
		opened, err := s.opened(ctx, tx, m)
		switch {
		case err != nil:
			return err
		case !opened:
			return s.removeLine(ctx, tx, m, who.ID)
		case who.ID == m.senderID:
			return s.withdraw(ctx, tx, m)
		}
		return s.takeDown(ctx, tx, who, m, reason)
	})
}

// removeLine makes a line a tombstone for everybody. Its conversation is locked.
func (s *Messages) removeLine(ctx context.Context, tx *db.Tx, m Message, by string) error {
	fresh, err := markDeleted(ctx, tx, m.ID, by, s.Now())
	if err != nil {
		return err
	}
	if err := refreshLast(ctx, tx, m.ConversationID); err != nil || !fresh {
		return err
	}
	if m.IsHeld {
		if err := s.Paid.Drop(ctx, tx, m.ID); err != nil {
			return err
		}
	}
	if m.recipientID != "" {
		if m.isSeen, err = s.sees(ctx, tx, m.recipientID, m.senderID); err != nil {
			return err
		}
		if err := s.inbox.removed(ctx, tx, m); err != nil {
			return err
		}
	}
	tx.AfterCommit(func() { s.room.showDeleted(m) })
	return nil
}

// withdraw makes a photo a tombstone for its performer alone: whoever has paid for it keeps it, unless they have cleared it.
func (s *Messages) withdraw(ctx context.Context, tx *db.Tx, m Message) error {
	cleared, err := selectClearedSeq(ctx, tx, m.recipientID, m.ConversationID)
	if err != nil {
		return err
	}
	if m.Seq <= cleared {
		return s.removeLine(ctx, tx, m, m.senderID)
	}
	if err := markWithdrawn(ctx, tx, m.ID, s.Now()); err != nil {
		return err
	}
	tx.AfterCommit(func() { s.room.showDeleted(m) }) // which its recipient is not told: isSeen is not set
	return nil
}

// takeDown lets staff delete a photo that its member has opened, who gets back what they paid for it. Both are told why.
func (s *Messages) takeDown(ctx context.Context, tx *db.Tx, who account.Caller, m Message, reason string) error {
	reason = sanitize.Line(reason)
	if err := fault.Length("reason", reason, minReason, maxReason); err != nil {
		return err
	}
	if err := s.removeLine(ctx, tx, m, who.ID); err != nil {
		return err
	}
	if err := s.Paid.GiveBack(ctx, tx, m.ID, reason); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, TakenDown{m.ID, m.senderID, reason})
}

// Clear empties a room for everyone, if the caller moderates it, and a direct conversation for the
// caller alone.
func (s *Messages) Clear(ctx context.Context, who account.Caller, conversationID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, policy, err := s.read(ctx, tx, conversationID, who)
		if err != nil {
			return err
		}
		if c.other(who.ID) != "" {
			return s.inbox.clear(ctx, tx, c, who)
		}
		if c.direct() || !policy.MayModerate(c, who) {
			return account.ErrForbidden
		}
		if err := clearConversation(ctx, tx, c.ID, s.Now()); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.room.showCleared(c.ID) })
		return nil
	})
}
