package core

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/store"
)

// News publishes what happens to shows.
type News struct{ *gate.Gate }

// Changed is published whenever the status of a show changes that is or was on
// stage.
type Changed struct {
	ShowID         string           `json:"showId"`
	PerformerID    string           `json:"performerId"`
	ConversationID string           `json:"conversationId"`
	Type           string           `json:"type"`
	Status         lifecycle.Status `json:"status"`
	Title          string           `json:"title"`
	Reason         lifecycle.Reason `json:"reason,omitempty"`
	MemberID       string           `json:"memberId,omitempty"`
	Cause          lifecycle.Cause  `json:"cause,omitempty"` // why it is paused
	At             time.Time        `json:"at"`
}

// EventName names the event on the bus.
func (Changed) EventName() string { return "show.changed" }

func (n *News) publishChange(ctx context.Context, tx *db.Tx, changed lifecycle.Show) error {
	return n.Events.Publish(ctx, tx, Changed{
		ShowID: changed.ID, PerformerID: changed.PerformerID, ConversationID: changed.ConversationID,
		Type: changed.Type, Status: changed.Status, Title: changed.Title, Reason: changed.EndReason,
		MemberID: changed.MemberID, Cause: changed.PausedBy(), At: n.Now(),
	})
}

// Seated is published when somebody takes or leaves a seat. Of peekers
// it carries the number alone.
type Seated struct {
	ShowID         string           `json:"showId"`
	ConversationID string           `json:"conversationId"`
	PerformerID    string           `json:"performerId"`
	MemberID       string           `json:"memberId,omitempty"` // empty for a peeker
	PeekerID       string           `json:"peekerId,omitempty"` // told to the peeker alone
	Kind           string           `json:"kind"`               // joined or left
	Reason         lifecycle.Reason `json:"reason,omitempty"`
	Participant    *Participant     `json:"participant,omitempty"`
	Total          int              `json:"total"`
	Peekers        int              `json:"peekers"`
}

// EventName names the event on the bus.
func (Seated) EventName() string { return "show.seated" }

func (n *News) publishSeat(ctx context.Context, tx *db.Tx, in lifecycle.Show, one lifecycle.Seat) error {
	members, peekers, err := store.CountSeats(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	told := Seated{
		ShowID: in.ID, ConversationID: in.ConversationID, PerformerID: in.PerformerID,
		Kind: "joined", Total: members, Peekers: peekers,
	}
	if !one.Taken() {
		told.Kind = "left"
	}
	told.Reason = one.Reason
	if one.Kind == lifecycle.PeekSeat {
		told.PeekerID = one.MemberID
		return n.Events.Publish(ctx, tx, told)
	}
	who, err := n.participant(ctx, tx, one)
	if err != nil {
		return err
	}
	told.MemberID, told.Participant = one.MemberID, &who
	return n.Events.Publish(ctx, tx, told)
}

func (n *News) participant(ctx context.Context, tx *db.Tx, one lifecycle.Seat) (Participant, error) {
	cards, err := n.Accounts.Cards(ctx, tx, one.MemberID)
	if err != nil {
		return Participant{}, err
	}
	who := ParticipantOf(one, cards[one.MemberID])
	if !one.Metered {
		return who, nil
	}
	found, err := n.Meters.Get(ctx, tx, one.ID)
	who.Minutes = found.Periods
	return who, err
}

// Ticked is published when a meter was looked at: for the member alone.
type Ticked struct {
	ShowID         string       `json:"showId"`
	ConversationID string       `json:"conversationId"`
	PerformerID    string       `json:"performerId"`
	MemberID       string       `json:"memberId"`
	Peek           bool         `json:"peek"`
	Minutes        int          `json:"minutes"`
	Captured       int          `json:"captured"`
	Spent          money.Tokens `json:"spent"`
	Balance        money.Tokens `json:"balance"`
	SecondsLeft    int          `json:"secondsLeft"`
	Low            int          `json:"low"` // a warning that is newly due, in seconds
	Missing        money.Tokens `json:"missing"`
}

// EventName names the event on the bus.
func (Ticked) EventName() string { return "show.ticked" }

// PublishTick tells the member what a look at the meter found. The end of a peek's window is
// stored with it.
func (n *News) PublishTick(ctx context.Context, tx *db.Tx, current lifecycle.Show, one lifecycle.Seat, found meter.Tick) error {
	if one.Kind == lifecycle.PeekSeat && found.Captured > 0 {
		one.EndsAt = found.Meter.PaidUntil()
		if err := store.UpdateSeat(ctx, tx, one); err != nil {
			return err
		}
	}
	return n.Events.Publish(ctx, tx, Ticked{
		ShowID: current.ID, ConversationID: current.ConversationID, PerformerID: current.PerformerID,
		MemberID: one.MemberID, Peek: one.Kind == lifecycle.PeekSeat, Minutes: found.Meter.Periods, Captured: found.Captured,
		Spent: found.Meter.Spent(), Balance: found.Balance, SecondsLeft: found.SecondsLeft, Low: found.Low,
		Missing: found.Missing,
	})
}

// Decided is published when a request is answered, taken back, or too late, and
// when its performer is busy meanwhile. Status is accepted, declined, cancelled,
// expired or busy.
type Decided struct {
	ID             string `json:"id"`
	ConversationID string `json:"conversationId"`
	PerformerID    string `json:"performerId"`
	MemberID       string `json:"memberId"`
	Status         string `json:"status"`
	Elsewhere      bool   `json:"elsewhere,omitempty"` // the member was accepted by somebody else
}

// EventName names the event on the bus.
func (Decided) EventName() string { return "show.decided" }

// The statuses of Decided that are no Reason.
const (
	Accepted = "accepted"
	Busy     = "busy"
)

// PublishDecision tells the two of a request what became of it; elsewhere says that another
// performer accepted the member.
func (n *News) PublishDecision(ctx context.Context, tx *db.Tx, asked lifecycle.Show, status string, elsewhere bool) error {
	return n.Events.Publish(ctx, tx, Decided{
		ID: asked.ID, ConversationID: asked.ConversationID, PerformerID: asked.PerformerID, MemberID: asked.MemberID,
		Status: status, Elsewhere: elsewhere,
	})
}

func (n *News) publishRefusal(ctx context.Context, tx *db.Tx, asked lifecycle.Show) error {
	return n.PublishDecision(ctx, tx, asked, string(asked.EndReason), false)
}
