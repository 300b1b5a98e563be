package messages

import (
	"context"
	"errors"
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
)

// Created tells a room of a new line. On a connection that is behind, lines are
// dropped: the client reads the history when it catches up.
var Created = socket.DeclareDroppable[Message]("message/created")

// Deleted turns a line into a tombstone on every screen.
var Deleted = socket.Declare[DeletedPayload]("message/deleted")

// Cleared empties a room's screen.
var Cleared = socket.Declare[ClearedPayload]("conversation/cleared")

// State says who is in a room.
var State = socket.DeclareDroppable[StatePayload]("room/state")

// Typing says that somebody is writing.
var Typing = socket.DeclareDroppable[TypingPayload]("room/typing")

// The payloads.
type (
	DeletedPayload struct {
		ID             string `json:"_id"`
		ConversationID string `json:"conversationId"`
	}
	ClearedPayload struct {
		ConversationID string `json:"conversationId"`
	}
	StatePayload struct {
		ConversationID  string   `json:"conversationId"`
		Total           int      `json:"total" doc:"people here, guests included"`
		Members         []Person `json:"members" doc:"the first of them, by name"`
		Guests          int      `json:"guests"`
		StreamingStatus string   `json:"streamingStatus"`
		Goal            *Goal    `json:"goal,omitempty" doc:"what a public room collects for"`
	}
	// Goal is what a room collects for.
	Goal struct {
		ID      string       `json:"_id"`
		Title   string       `json:"title"`
		Target  money.Tokens `json:"target"`
		Reached money.Tokens `json:"reached"`
		Done    bool         `json:"done"`
	}
	Person struct {
		ID       string `json:"_id,omitempty" doc:"of a performer alone"`
		Username string `json:"username"`
		Avatar   string `json:"avatar"`
		Role     string `json:"role"`
	}
	TypingPayload struct {
		ConversationID string `json:"conversationId"`
		Username       string `json:"username"`
	}
)

// maxListed bounds the names in a room's state; the counts are exact.
const maxListed = 200

const roomPrefix = "conversation:"

// RoomOf is the socket room of a conversation.
func RoomOf(conversationID string) string { return roomPrefix + conversationID }

// Room is where people are while they read and write: it knows who is there, and tells them.
type Room struct {
	*core
	conversations *Conversations
}

// listen registers the room events of clients and keeps everybody told of who is
// in the room.
func (s *Room) listen() {
	socket.Handle(s.Sockets, "room/join", s.join)
	socket.Handle(s.Sockets, "room/leave", s.leave)
	socket.Handle(s.Sockets, "room/typing", s.typing)
	s.Sockets.OnPresence(func(ctx context.Context, room string) {
		conversationID, ours := strings.CutPrefix(room, roomPrefix)
		if !ours {
			return
		}
		if err := s.tellState(ctx, conversationID); err != nil && !errors.Is(err, db.ErrNone) {
			s.Log.Error("tell a room who is there", "conversation", conversationID, "error", err)
		}
	})
}

type roomInput struct {
	ConversationID string `json:"conversationId"`
}

func (s *Room) join(ctx context.Context, c *socket.Conn, in roomInput) (StatePayload, error) {
	who := callerOf(c.Identity())
	found, err := s.conversations.Find(ctx, who, in.ConversationID)
	if err == nil {
		err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
			policy, err := s.policy(found)
			if err != nil {
				return err
			}
			return policy.MayEnter(ctx, tx, found, who)
		})
	}
	if err != nil {
		return StatePayload{}, err
	}
	if err := s.Sockets.Join(c, RoomOf(found.ID)); err != nil {
		return StatePayload{}, err
	}
	return s.state(ctx, found)
}

func (s *Room) leave(_ context.Context, c *socket.Conn, in roomInput) (struct{}, error) {
	s.Sockets.Leave(c, RoomOf(in.ConversationID))
	return struct{}{}, nil
}

func (s *Room) typing(_ context.Context, c *socket.Conn, in roomInput) (struct{}, error) {
	room, who := RoomOf(in.ConversationID), c.Identity()
	if who.Guest() || !c.In(room) {
		return struct{}{}, account.ErrNoSession
	}
	return struct{}{}, socket.ToOthers(s.Sockets, c, room, Typing, TypingPayload{in.ConversationID, who.Name})
}

// TellState tells a performer's public room its state, after the performer's status changed.
func (s *Room) TellState(ctx context.Context, conversationID string) error {
	found, err := s.stateByID(ctx, conversationID)
	if err != nil {
		return err
	}
	return socket.To(s.Sockets, RoomOf(conversationID), State, found)
}

func (s *Room) tellState(ctx context.Context, conversationID string) error {
	found, err := s.stateByID(ctx, conversationID)
	if err != nil {
		return err
	}
	return socket.Here(s.Sockets, RoomOf(conversationID), State, found)
}

func (s *Room) stateByID(ctx context.Context, conversationID string) (StatePayload, error) {
	var c Conversation
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		c, err = selectConversation(ctx, tx, conversationID)
		return err
	})
	if err != nil {
		return StatePayload{}, err
	}
	return s.state(ctx, c)
}

func (s *Room) state(ctx context.Context, c Conversation) (state StatePayload, err error) {
	members, guests := s.Sockets.Members(RoomOf(c.ID))
	state = StatePayload{ConversationID: c.ID, Total: len(members) + guests, Guests: guests, Members: []Person{}}
	for _, m := range members[:min(len(members), maxListed)] {
		state.Members = append(state.Members, Person{ID: m.AccountID, Username: m.Name, Role: m.Role})
	}
	policy, err := s.policy(c)
	if err != nil {
		return state, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.addPictures(ctx, tx, state.Members); err != nil {
			return err
		}
		if c.direct() {
			return nil
		}
		state.StreamingStatus, err = s.Performers.StreamingStatus(ctx, tx, c.OwnerID)
		if err != nil || s.Goals == nil || !policy.ShowsGoal() {
			return err
		}
		state.Goal, err = s.Goals.RoomGoal(ctx, tx, c.OwnerID)
		return err
	})
	return state, err
}

// addPictures gives the people of a room their pictures, and takes from the members what
// the room need not know.
func (s *Room) addPictures(ctx context.Context, tx *db.Tx, members []Person) error {
	if len(members) == 0 {
		return nil
	}
	ids := make([]string, len(members))
	for i, m := range members {
		ids[i] = m.ID
	}
	cards, err := s.People.Cards(ctx, tx, ids...)
	for i, m := range members {
		members[i].Avatar, members[i].ID = cards[m.ID].AvatarURL, publicID(m.ID, m.Role)
	}
	return err
}

func callerOf(who socket.Identity) account.Caller {
	return account.Caller{ID: who.AccountID, Role: account.Role(who.Role), Username: who.Name, SessionID: who.SessionID}
}

// show runs after a commit, where an error has nobody to go to but the log.
func (s *Room) show(what string, err error) {
	if err != nil {
		s.Log.Error("tell a room", "event", what, "error", err)
	}
}

// showCreated shows a line, and its sender their own view of it.
func (s *Room) showCreated(m, own Message) {
	for _, room := range m.audience() {
		shown := m
		if room == socket.AccountRoom(m.senderID) {
			shown = own
		}
		s.show(Created.Name(), socket.To(s.Sockets, room, Created, shown))
	}
}

func (s *Room) showDeleted(m Message) {
	for _, room := range m.audience() {
		s.show(Deleted.Name(), socket.To(s.Sockets, room, Deleted, DeletedPayload{m.ID, m.ConversationID}))
	}
}

// audience are the socket rooms that hear of a line: a direct one reaches every device of both
// people, whether its conversation is open there or not.
func (m Message) audience() []string {
	if m.recipientID == "" {
		return []string{RoomOf(m.ConversationID)}
	}
	if !m.heldAt.IsZero() || !m.isSeen {
		return []string{socket.AccountRoom(m.senderID)}
	}
	return []string{socket.AccountRoom(m.senderID), socket.AccountRoom(m.recipientID)}
}

func (s *Room) showCleared(conversationID string) {
	s.show(Cleared.Name(), socket.To(s.Sockets, RoomOf(conversationID), Cleared, ClearedPayload{conversationID}))
}
