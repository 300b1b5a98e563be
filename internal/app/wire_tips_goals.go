package app

import (
	"context"

	"limelight/internal/goals"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/messages"
	"limelight/internal/settings"
	"limelight/internal/tips"
)

// wireTipsGoals has tips count for goals.
func wireTipsGoals(s *Services) {
	bus.On(s.bus, "goals.tip", tipGoals{s.goals, s.messages, s.settings}.count)
}

// tipGoals counts tips.
type tipGoals struct {
	goals    *goals.Service
	messages *messages.Service
	settings *settings.Service
}

// count counts a tip for its performer's goal: those of their public room, or
// by the site's setting all of them.
func (t tipGoals) count(ctx context.Context, tx *db.Tx, e tips.Sent) error {
	if t.settings.Get().GoalPublicOnly {
		if e.Tip.ConversationID == "" {
			return nil
		}
		room, err := t.messages.PublicIn(ctx, tx, e.Tip.PerformerID)
		if err != nil || room.ID != e.Tip.ConversationID {
			return err
		}
	}
	return t.goals.Count(ctx, tx, e.Tip.PerformerID, e.Tip.Gross)
}
