// Package messages is the talk of the house: conversations and their messages.
//
// A line is checked, written, and only then shown to the room, straight from the
// transaction's end: database work never happens on the delivery path, and what
// was shown can be read again. Invariants:
//   - who wrote a line is the session's account, never what a body says;
//   - the same clientId of the same sender is one message, however often sent;
//   - a deleted or cleared line leaves no text anywhere a reader can look.
package messages

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/plain"
	"limelight/internal/kit/socket"
)

// Limits of a line in a room (behaviours.md, Messages and deletion).
const (
	longestLine = 300 // user-perceived characters are not counted; code points are
	tombstone   = "Message deleted"
)

const paceRule = "messages.say"

// Limits are the rules that Pace is asked by: 5 lines in 10 seconds for a member
// in one room (behaviours.md, Messages and deletion).
func Limits() limit.Rules { return limit.Rules{paceRule: {Most: 5, Per: 10 * time.Second}} }

var (
	errNoConversation = fault.New(fault.NotFound, "This conversation does not exist.")
	errClosed         = fault.New(fault.Conflict, "This conversation is over.").Coded("conversation_closed")
	errNoMessage      = fault.New(fault.NotFound, "This message does not exist.")
)

// Type says what a message is.
type Type string

// The types.
const (
	Text  Type = "text"
	Tip   Type = "tip"
	Wheel Type = "wheel" // a spin: the text is what was drawn
)

// Sender is who a reader sees as the author. Usernames are shown to a room, account ids are not:
// only a performer's, which everybody knows.
type Sender struct {
	ID       string       `json:"_id,omitempty" doc:"of a performer alone"`
	Username string       `json:"username"`
	Avatar   string       `json:"avatar"`
	Role     account.Role `json:"role" enum:"user,performer,studio,admin,"`
}

// Message is one line of a conversation as a reader gets it.
type Message struct {
	ID             string        `json:"_id"`
	ConversationID string        `json:"conversationId"`
	Type           Type          `json:"type" enum:"text,tip,wheel"`
	Text           string        `json:"text"`
	Token          *money.Tokens `json:"token,omitempty" doc:"what was tipped or paid, in the line of a tip or a spin"`
	Label          string        `json:"label,omitempty" doc:"what of the tip menu a tip was for"`
	SenderInfo     Sender        `json:"senderInfo"`
	IsDeleted      bool          `json:"isDeleted"`
	CreatedAt      time.Time     `json:"createdAt"`
	ClientID       string        `json:"clientId,omitempty"`

	senderID  string
	anonymous bool
}

// People gives the faces beside the lines.
type People interface {
	Cards(ctx context.Context, tx *db.Tx, ids ...string) (map[string]account.Card, error)
}

// Performers knows whose rooms a person may enter: not an unknown performer's,
// and not the one who blocked this person.
type Performers interface {
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	StreamingStatus(ctx context.Context, tx *db.Tx, performerID string) (string, error)
}

// Pace refuses a sender who is too quick (behaviours.md: 5 lines in 10 s).
type Pace interface {
	Allow(ctx context.Context, name, key string) error
}

// Goals knows what a performer's public room collects for, nil for nothing.
type Goals interface {
	RoomGoal(ctx context.Context, tx *db.Tx, performerID string) (*Goal, error)
}

// Acts writes down what staff did, in the caller's transaction.
type Acts interface {
	RecordAct(ctx context.Context, tx *db.Tx, action, subject, reason string) error
}

// Deps are what the service is built from.
type Deps struct {
	DB         *db.DB
	People     People
	Performers Performers
	Goals      Goals // nil: no room has any
	Sockets    *socket.Server
	Pace       Pace
	Acts       Acts
	Log        *slog.Logger
	Now        func() time.Time
}

// Service keeps conversations.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Line is what somebody wants to say.
type Line struct {
	ConversationID string
	Text           string
	ClientID       string
}

// Say writes a line into a show's talk and shows it to the room.
func (s *Service) Say(ctx context.Context, who account.Caller, line Line) (said Message, err error) {
	text := plain.Line(line.Text)
	switch n := len([]rune(text)); {
	case n == 0:
		return said, fault.Missing("text")
	case n > longestLine:
		return said, fault.Between("text", 1, longestLine)
	}
	if who.Role == account.Studio {
		return said, account.ErrForbidden // a room is for its performer, members and staff
	}
	if who.Role != account.Performer { // who performs talks in her own room, or is refused
		if refused := s.Pace.Allow(ctx, paceRule, who.ID+" "+line.ConversationID); refused != nil {
			return s.said(ctx, who, line, refused)
		}
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := s.enter(ctx, tx, line.ConversationID, who)
		if err != nil {
			return err
		}
		if who.Role == account.Performer && c.PerformerID != who.ID {
			return account.ErrForbidden // a performer talks in her own room
		}
		if err := s.mayWrite(ctx, tx, c, who); err != nil {
			return err
		}
		now := s.Now()
		m := Message{
			ID: id.New(now), ConversationID: c.ID, Type: Text, Text: text,
			CreatedAt: now, ClientID: line.ClientID, senderID: who.ID,
		}
		said, err = s.write(ctx, tx, m)
		return err
	})
	return said, err
}

// said is the line as it was stored when its answer was lost: saying it again is
// no haste. Otherwise the refusal stands.
func (s *Service) said(ctx context.Context, who account.Caller, line Line, refused error) (m Message, err error) {
	if line.ClientID == "" {
		return m, refused
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := s.enter(ctx, tx, line.ConversationID, who)
		if err != nil {
			return err
		}
		earlier, err := selectByClientID(ctx, tx, c.ID, who.ID, line.ClientID)
		if errors.Is(err, db.ErrNone) {
			return refused
		}
		if err != nil {
			return err
		}
		m, err = s.dressed(ctx, tx, earlier)
		return err
	})
	return m, err
}

// TipNotice is the line that a tip leaves in the room.
type TipNotice struct {
	TipID          string
	ConversationID string
	SenderID       string
	Anonymous      bool
	Note           string
	Label          string // what of the tip menu it was for; empty for nothing
	Token          money.Tokens
	At             time.Time
}

// Thank writes a tip's line; the tip's id makes it one line however often the
// event is delivered.
func (s *Service) Thank(ctx context.Context, tx *db.Tx, n TipNotice) error {
	_, err := s.write(ctx, tx, Message{
		ID: id.New(n.At), ConversationID: n.ConversationID, Type: Tip, Text: plain.Line(n.Note), Label: n.Label, Token: &n.Token,
		CreatedAt: n.At, ClientID: "tip-" + n.TipID, senderID: n.SenderID, anonymous: n.Anonymous,
	})
	return err
}

// SpinNotice is the line that a spin of the wheel leaves in the room.
type SpinNotice struct {
	ResultID       string
	ConversationID string
	SenderID       string
	Label          string // what was drawn
	Token          money.Tokens
	At             time.Time
}

// TellSpin writes a spin's line; the result's id makes it one line however often
// the event is delivered.
func (s *Service) TellSpin(ctx context.Context, tx *db.Tx, n SpinNotice) error {
	_, err := s.write(ctx, tx, Message{
		ID: id.New(n.At), ConversationID: n.ConversationID, Type: Wheel, Text: n.Label, Token: &n.Token,
		CreatedAt: n.At, ClientID: "wheel-" + n.ResultID, senderID: n.SenderID,
	})
	return err
}

// Recall writes a line that was said earlier, as an import from elsewhere does.
// Nobody is told: it is history already.
func (s *Service) Recall(ctx context.Context, conversationID, senderID, text string, at time.Time) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		m := Message{ID: id.New(at), ConversationID: conversationID, Type: Text, Text: plain.Line(text), CreatedAt: at, senderID: senderID}
		if _, err := insertMessage(ctx, tx, m); err != nil {
			return err
		}
		return touchConversation(ctx, tx, m)
	})
}

// write stores the line and shows it once it is durable. A line already stored
// under the same clientId is returned as it was.
func (s *Service) write(ctx context.Context, tx *db.Tx, m Message) (Message, error) {
	fresh, err := insertMessage(ctx, tx, m)
	if err != nil {
		return m, err
	}
	if !fresh {
		earlier, err := selectByClientID(ctx, tx, m.ConversationID, m.senderID, m.ClientID)
		if err != nil {
			return m, err
		}
		return s.dressed(ctx, tx, earlier)
	}
	if err := touchConversation(ctx, tx, m); err != nil {
		return m, err
	}
	if m, err = s.dressed(ctx, tx, m); err != nil {
		return m, err
	}
	tx.AfterCommit(func() { s.showCreated(m) })
	return m, nil
}

// Remove turns a message into a tombstone. The sender may, the owner of the
// room, and an admin; to everybody else who may read it, it is forbidden.
func (s *Service) Remove(ctx context.Context, who account.Caller, messageID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		m, err := selectMessage(ctx, tx, messageID)
		if errors.Is(err, db.ErrNone) {
			return errNoMessage
		}
		if err != nil {
			return err
		}
		c, err := s.enter(ctx, tx, m.ConversationID, who)
		if errors.Is(err, errNoConversation) {
			return errNoMessage // a talk that is closed to the caller hides its lines too
		}
		if err != nil {
			return err
		}
		if who.ID != m.senderID && !c.moderatedBy(who) {
			return account.ErrForbidden
		}
		if err := markDeleted(ctx, tx, m.ID, who.ID, s.Now()); err != nil {
			return err
		}
		if err := refreshLast(ctx, tx, m.ConversationID); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.showDeleted(m) })
		return nil
	})
}

// Clear empties a room for everyone. Its owner may, and an admin.
func (s *Service) Clear(ctx context.Context, who account.Caller, conversationID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := s.enter(ctx, tx, conversationID, who)
		if err != nil {
			return err
		}
		if !c.moderatedBy(who) {
			return account.ErrForbidden
		}
		if err := clearConversation(ctx, tx, c.ID, s.Now()); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.showCleared(c.ID) })
		return nil
	})
}

// Choice chooses a page of a conversation, newest first unless OldestFirst.
type Choice struct {
	After       string // the line before the page; empty: Offset says where it begins
	Offset      int
	Limit       int
	OldestFirst bool
}

// History is a page of a conversation.
type History struct {
	Messages []Message
	Total    int  // how many lines there are in all; not counted after a line
	More     bool // there are lines after these
}

// History is one page of a room.
func (s *Service) History(ctx context.Context, who account.Caller, conversationID string, page Choice) (found History, err error) {
	var c Conversation
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if c, err = s.enter(ctx, tx, conversationID, who); err != nil {
			return err
		}
		if found, err = selectHistory(ctx, tx, c, c.boundReader(who), page); err != nil {
			return err
		}
		found.Messages, err = s.dress(ctx, tx, found.Messages)
		return err
	})
	if err == nil {
		err = s.witnessed(ctx, who, c)
	}
	if err != nil {
		return History{}, err
	}
	return found, nil
}

// witnessed puts on record that an admin looks into a talk among members: who
// cannot be put on record sees nothing.
func (s *Service) witnessed(ctx context.Context, who account.Caller, c Conversation) error {
	if who.Role != account.Admin || !c.forMembers() {
		return nil
	}
	return s.DB.Write(account.WithCaller(ctx, who), func(ctx context.Context, tx *db.Tx) error {
		return s.Acts.RecordAct(ctx, tx, "conversation.viewed", "conversation:"+c.ID, "")
	})
}
