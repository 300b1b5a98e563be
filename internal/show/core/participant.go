package core

import (
	"time"

	"limelight/internal/account"
	"limelight/internal/show/lifecycle"
)

// Participant is a member in a group or private show, as the room sees them: by
// name, for an account id is nobody's business.
type Participant struct {
	Username string    `json:"username"`
	Avatar   string    `json:"avatar"`
	JoinedAt time.Time `json:"joinedAt"`
	Minutes  int       `json:"minutes" doc:"metered so far"`
}

// ParticipantOf is a seat's member as the room sees them; minutes are left to the caller.
func ParticipantOf(one lifecycle.Seat, card account.Card) Participant {
	return Participant{Username: card.Username, Avatar: card.AvatarURL, JoinedAt: one.TakenAt}
}
