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
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
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
func Limits() limit.Rules {
	return limit.Rules{
		rateRule:    {Max: 5, Per: 10 * time.Second},
		directRate:  {Max: 5, Per: 10 * time.Second},
		openingRate: {Max: 30, Per: time.Minute},
		reportRate:  {Max: 20, Per: time.Hour},
		unlockRate:  {Max: 10, Per: 10 * time.Second},
		saleRate:    {Max: 60, Per: time.Minute}, // each waits for staff
	}
}

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

// The kinds of line that people write.
const (
	Text  LineKind = "text"
	Photo LineKind = "photo"
)

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
	Token *money.Tokens `json:"token,omitempty" doc:"what was tipped or paid: in the line of a tip or a spin, and what its writer paid for any other"`
	Label string        `json:"label,omitempty" doc:"what of the tip menu a tip was for"`
	Photo *Picture      `json:"photo,omitempty" doc:"of a line of the type photo"`
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
	Seq        int64     `json:"seq,omitempty" doc:"the number of the line in a direct conversation"`
	ReplyTo    *Quote    `json:"replyTo,omitempty" doc:"the line that it answers"`
	IsHeld     bool      `json:"isHeld,omitempty" doc:"it waits for staff, and its recipient does not see it"`

	senderID    string
	anonymous   bool
	recipientID string // of a line of a direct conversation
	replyTo     string // the line that it answers
	fileID      string // the picture of a photo
	heldAt      time.Time
	isSeen      bool // of a direct line: whoever wrote it exists for its recipient
	isPosted    bool // by another package, which tells of it itself
	price       money.Tokens
	offer       *Offer        // of a photo that costs something, before it is written
	isWithdrawn bool          // its sender has deleted it, and whoever paid for it keeps it
	balance     *money.Tokens // what is left to whoever paid for it
}

// Quote is a line that another one answers.
type Quote struct {
	ID        string   `json:"_id"`
	Kind      LineKind `json:"type"`
	Username  string   `json:"username"`
	Text      string   `json:"text" doc:"its beginning; empty when the reader has cleared it"`
	IsDeleted bool     `json:"isDeleted"`
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
	DB          *db.DB
	People      People
	Performers  Performers
	Contacts    Contacts
	Paid        Paid
	Goals       Goals // nil: no room has any
	Sockets     *socket.Server
	Limiter     Limiter
	Events      *bus.Bus
	Files       *files.Service
	PhotoLimits func() files.Limits
	Audit       *audit.Log
	Log         *slog.Logger
	Now         func() time.Time
}

// core is what every part of the messages has.
type core struct {
	Deps
	kinds   map[string]Policy
	showing ShowRooms
}

// Service keeps conversations: its parts behind one door. Each part stands on those before it.
type Service struct {
	*core
	*Conversations
	*Participants
	*Room
	*Inbox
	*Messages
	*Photos
	*Moderation
}

// New makes the service.
func New(d Deps) *Service {
	c := &core{Deps: d, kinds: showKinds(d.Performers), showing: func(context.Context, *db.Tx, string) (string, error) { return "", db.ErrNone }}
	c.kinds[directTalk] = directPolicy{d.Contacts, d.People}
	conversations := &Conversations{c}
	room := &Room{c, conversations}
	inbox := &Inbox{c, room}
	messages := &Messages{c, room, inbox, []LineKind{Text, Photo}}
	return &Service{c, conversations, &Participants{c}, room, inbox, messages, &Photos{c, messages}, &Moderation{c, messages}}
}

// Listen registers what clients tell. Call it before the sockets serve.
func (s *Service) Listen() {
	s.Room.listen()
	s.Inbox.listen()
}

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	s.Conversations.routes(r)
	s.Inbox.routes(r)
	s.Messages.routes(r)
	s.Photos.routes(r)
	s.Moderation.routes(r)
}
