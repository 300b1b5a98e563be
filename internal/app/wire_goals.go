package app

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/demosite"
	"limelight/internal/goals"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/messages"
)

// roomGoal tells a public room how far its goal is.
var roomGoal = socket.Declare[goalPayload]("room/goal")

type goalPayload struct {
	ConversationID string       `json:"conversationId"`
	PerformerID    string       `json:"performerId"`
	Goal           *goals.View  `json:"goal,omitempty" doc:"the current goal; nothing: there is none"`
	Reached        []goals.View `json:"reached" doc:"those that have just been reached, first one first"`
}

// wireGoals builds the goals of public shows, which the room sees.
func wireGoals(s *Services) {
	s.goals = goals.New(goals.Deps{DB: s.db, Performers: s.performers, Events: s.bus, Now: s.now})
	s.section("goals", "Goals of a public show", s.goals.Routes)
	s.demoPart(demosite.Goals(s.goals))
	s.messages.Goals = roomGoals{s.goals}
	wireTipsGoals(s)
	bus.Tell(s.bus, "sockets.goal", goalNews{s.db, s.goals, s.messages, s.sockets}.push)
}

// goalNews tells of goals.
type goalNews struct {
	db       *db.DB
	goals    *goals.Service
	messages *messages.Service
	sockets  *socket.Server
}

// push tells the goal of now, not the event's: two quick tips may be delivered
// in either order.
func (n goalNews) push(ctx context.Context, e goals.Changed) error {
	room, err := n.messages.Public(ctx, account.Caller{ID: e.PerformerID, Role: account.Performer}, e.PerformerID)
	if err != nil {
		return err
	}
	payload := goalPayload{ConversationID: room.ID, PerformerID: e.PerformerID, Reached: make([]goals.View, len(e.Reached))}
	for i, g := range e.Reached {
		payload.Reached[i] = goals.Show(g)
	}
	err = n.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		g, err := n.goals.Current(ctx, tx, e.PerformerID)
		if g != nil {
			shown := goals.Show(*g)
			payload.Goal = &shown
		}
		return err
	})
	if err != nil {
		return err
	}
	return socket.To(n.sockets, messages.RoomOf(room.ID), roomGoal, payload)
}

// roomGoals are goals in the words of the room.
type roomGoals struct{ *goals.Service }

func (r roomGoals) RoomGoal(ctx context.Context, tx *db.Tx, performerID string) (*messages.Goal, error) {
	g, err := r.Current(ctx, tx, performerID)
	if err != nil || g == nil {
		return nil, err
	}
	shown := messages.Goal(goals.Show(*g))
	return &shown, nil
}
