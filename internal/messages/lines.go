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
	"limelight/internal/kit/sanitize"
)

// Messages are the lines of conversations.
type Messages struct {
	*core
	room     *Room
	declared []LineKind // kinds of line: Text and what others have
}

// Draft is what somebody wants to say.
type Draft struct {
	ConversationID string
	Text           string
	ClientID       string
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
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, policy, err := s.read(ctx, tx, draft.ConversationID, who)
		if err != nil {
			return err
		}
		if err := policy.MayWrite(ctx, tx, c, who); err != nil {
			return err
		}
		now := s.Now()
		said, _, err = s.write(ctx, tx, Message{
			ID: id.New(now), ConversationID: c.ID, Kind: Text, Text: text,
			CreatedAt: now, ClientID: draft.ClientID, senderID: who.ID,
		})
		return err
	})
	return said, err
}

// said is the line as it was stored when its answer was lost: saying it again is
// no haste. Otherwise the refusal stands.
func (s *Messages) said(ctx context.Context, who account.Caller, draft Draft, refused error) (m Message, err error) {
	if draft.ClientID == "" {
		return m, refused
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, _, err := s.read(ctx, tx, draft.ConversationID, who)
		if err != nil {
			return err
		}
		earlier, err := selectByClientID(ctx, tx, c.ID, who.ID, draft.ClientID)
		if errors.Is(err, db.ErrNone) {
			return refused
		}
		if err != nil {
			return err
		}
		m, err = s.withSender(ctx, tx, earlier)
		return err
	})
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
	return s.write(ctx, tx, Message{
		ID: id.New(l.At), ConversationID: l.ConversationID, Kind: l.Kind, Text: sanitize.Line(l.Text), Payload: l.Payload,
		CreatedAt: l.At, ClientID: string(l.Kind) + "-" + l.Key, senderID: l.SenderID, anonymous: l.Anonymous,
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
	if err := touchConversation(ctx, tx, m); err != nil {
		return m, false, err
	}
	if m, err = s.withSender(ctx, tx, m); err != nil {
		return m, false, err
	}
	tx.AfterCommit(func() { s.room.showCreated(m) })
	return m, true, nil
}

// Remove turns a message into a tombstone. The sender may, and who moderates the
// conversation; to everybody else who may read it, it is forbidden.
func (s *Messages) Remove(ctx context.Context, who account.Caller, messageID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		m, err := selectMessage(ctx, tx, messageID)
		if errors.Is(err, db.ErrNone) {
			return errNoMessage
		}
		if err != nil {
			return err
		}
		c, policy, err := s.read(ctx, tx, m.ConversationID, who)
		if errors.Is(err, errNoConversation) {
			return errNoMessage // a conversation that is closed to the caller hides its lines too
		}
		if err != nil {
			return err
		}
		if who.ID != m.senderID && !policy.MayModerate(c, who) {
			return account.ErrForbidden
		}
		if err := markDeleted(ctx, tx, m.ID, who.ID, s.Now()); err != nil {
			return err
		}
		if err := refreshLast(ctx, tx, m.ConversationID); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.room.showDeleted(m) })
		return nil
	})
}

// Clear empties a conversation for everyone. Who moderates it may.
func (s *Messages) Clear(ctx context.Context, who account.Caller, conversationID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, policy, err := s.read(ctx, tx, conversationID, who)
		if err != nil {
			return err
		}
		if !policy.MayModerate(c, who) {
			return account.ErrForbidden
		}
		if err := clearConversation(ctx, tx, c.ID, s.Now()); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.room.showCleared(c.ID) })
		return nil
	})
}
