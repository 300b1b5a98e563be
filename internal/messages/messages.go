// Package messages keeps conversations and their messages.
//
// A line is checked, written, and only then shown to the room, straight from the
// transaction's end: database work never happens on the delivery path, and what
// was shown can be read again. Invariants:
//   - who wrote a line is the session's account, never what a body says;
//   - the same clientId of the same sender is one message, however often sent;
//   - a deleted or cleared line leaves no text anywhere a reader can look.
//
// What may be done in a conversation is decided by the policy of its kind (kinds.go).
// Other packages write lines of their own by Post, and declare them first by Declare.
package messages

import (
	"context"
	"log/slog"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
)

// Limits of a line in a room (behaviours.md, Messages and deletion).
const (
	maxLine   = 300 // Unicode code points
	tombstone = "Message deleted"
)

const rateRule = "messages.say"

// Limits are the rules that the limiter is asked by: 5 lines in 10 seconds for a member
// in one room (behaviours.md, Messages and deletion).
func Limits() limit.Rules { return limit.Rules{rateRule: {Max: 5, Per: 10 * time.Second}} }

var (
	errNoConversation = fault.New(fault.NotFound, "This conversation does not exist.")
	errClosed         = fault.New(fault.Conflict, "This conversation is over.").Coded("conversation_closed")
	errNoMessage      = fault.New(fault.NotFound, "This message does not exist.")
)

// Lines names the set of kinds of line in the API's document.
type Lines struct{}

// WordSet is the set's name.
func (Lines) WordSet() string { return "line" }

// LineKind says what a message is: Text, or what another package declares (Declare).
type LineKind = api.Word[Lines]

// Text is what somebody wrote.
const Text LineKind = "text"

// Sender is who a reader sees as the author. Usernames are shown to a room, account ids are not:
// only a performer's, which everybody knows.
type Sender struct {
	ID       string       `json:"_id,omitempty" doc:"of a performer alone"`
	Username string       `json:"username"`
	Avatar   string       `json:"avatar"`
	Role     account.Role `json:"role" enum:"user,performer,studio,admin,"`
}

// Payload is what a line of another package says beside its text. It is stored as JSON.
type Payload struct {
	Token *money.Tokens `json:"token,omitempty" doc:"what was tipped or paid, in the line of a tip or a spin"`
	Label string        `json:"label,omitempty" doc:"what of the tip menu a tip was for"`
}

// Message is one line of a conversation as a reader gets it.
type Message struct {
	ID             string   `json:"_id"`
	ConversationID string   `json:"conversationId"`
	Kind           LineKind `json:"type"`
	Text           string   `json:"text"`
	Payload
	SenderInfo Sender    `json:"senderInfo"`
	IsDeleted  bool      `json:"isDeleted"`
	CreatedAt  time.Time `json:"createdAt"`
	ClientID   string    `json:"clientId,omitempty"`

	senderID  string
	anonymous bool
}

// People gives the names and pictures beside the lines.
type People interface {
	Cards(ctx context.Context, tx *db.Tx, ids ...string) (map[string]account.Card, error)
}

// Performers knows whose rooms a person may enter: not an unknown performer's,
// and not the one who blocked this person.
type Performers interface {
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	StreamingStatus(ctx context.Context, tx *db.Tx, performerID string) (string, error)
}

// Limiter refuses a sender who is too quick (behaviours.md: 5 lines in 10 s).
type Limiter interface {
	Allow(ctx context.Context, name, key string) error
}

// Goals knows what a performer's public room collects for, nil for nothing.
type Goals interface {
	RoomGoal(ctx context.Context, tx *db.Tx, performerID string) (*Goal, error)
}

// Deps are what the service is built from.
type Deps struct {
	DB         *db.DB
	People     People
	Performers Performers
	Goals      Goals // nil: no room has any
	Sockets    *socket.Server
	Limiter    Limiter
	Audit      *audit.Log
	Log        *slog.Logger
	Now        func() time.Time
}

// core is what every part of the messages has.
type core struct {
	Deps
	kinds map[string]Policy
}

// Service keeps conversations: its parts behind one door. Each part stands on those before it.
type Service struct {
	*core
	*Conversations
	*Participants
	*Room
	*Messages
}

// New makes the service.
func New(d Deps) *Service {
	c := &core{d, showKinds(d.Performers)}
	conversations := &Conversations{c}
	room := &Room{c, conversations}
	return &Service{c, conversations, &Participants{c}, room, &Messages{c, room, []LineKind{Text}}}
}

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	s.Conversations.routes(r)
	s.Messages.routes(r)
}
