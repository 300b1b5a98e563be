package core

import (
	"time"

	"limelight/internal/account"
	"limelight/internal/show/lifecycle"
)

// Person is a face in a session.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
	Name     string `json:"name" doc:"a performer's stage name; a member's username"`
	Avatar   string `json:"avatar"`
}

// PersonOf is an account's face: a performer by the stage name, a member by the username.
func PersonOf(card account.Card) Person {
	p := Person{ID: card.ID, Username: card.Username, Name: card.Username, Avatar: card.AvatarURL}
	if card.Role == account.Performer {
		p.Name = card.Name
	}
	return p
}

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
