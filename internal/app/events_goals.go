package app

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/goals"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/messages"
	"limelight/internal/tips"
)

// roomGoal tells a public room how far its goal is.
var roomGoal = socket.Declare[goalPayload]("room/goal")

type goalPayload struct {
	ConversationID string       `json:"conversationId"`
	PerformerID    string       `json:"performerId"`
	Goal           *goals.View  `json:"goal,omitempty" doc:"the current goal; nothing: there is none"`
	Reached        []goals.View `json:"reached" doc:"those that have just been reached, first one first"`
}

func (h *house) subscribeGoals() {
	bus.On(h.bus, "goals.tip", h.countTip)
	bus.Tell(h.bus, "sockets.goal", h.tellGoal)
}

// countTip counts a tip for its performer's goal: those of her public room, or
// by the site's setting all of them.
func (h *house) countTip(ctx context.Context, tx *db.Tx, e tips.Sent) error {
	if h.settings.Get().GoalPublicOnly {
		if e.Tip.ConversationID == "" {
			return nil
		}
		room, err := h.messages.PublicIn(ctx, tx, e.Tip.PerformerID)
		if err != nil || room.ID != e.Tip.ConversationID {
			return err
		}
	}
	return h.goals.Count(ctx, tx, e.Tip.PerformerID, e.Tip.Gross)
}

// tellGoal tells the goal of now, not the event's: two quick tips may be delivered
// in either order.
func (h *house) tellGoal(ctx context.Context, e goals.Changed) error {
	room, err := h.messages.Public(ctx, account.Caller{ID: e.PerformerID, Role: account.Performer}, e.PerformerID)
	if err != nil {
		return err
	}
	payload := goalPayload{ConversationID: room.ID, PerformerID: e.PerformerID, Reached: make([]goals.View, len(e.Reached))}
	for i, g := range e.Reached {
		payload.Reached[i] = goals.Show(g)
	}
	err = h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		g, err := h.goals.Current(ctx, tx, e.PerformerID)
		if g != nil {
			shown := goals.Show(*g)
			payload.Goal = &shown
		}
		return err
	})
	if err != nil {
		return err
	}
	return socket.To(h.sockets, messages.RoomOf(room.ID), roomGoal, payload)
}

// targets are goals in the words of the room.
type targets struct{ *house }

func (t targets) RoomGoal(ctx context.Context, tx *db.Tx, performerID string) (*messages.Goal, error) {
	g, err := t.goals.Current(ctx, tx, performerID)
	if err != nil || g == nil {
		return nil, err
	}
	shown := messages.Goal(goals.Show(*g))
	return &shown, nil
}
