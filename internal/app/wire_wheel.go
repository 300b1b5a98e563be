package app

import (
	"context"

	"limelight/internal/demosite"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/messages"
	"limelight/internal/wheel"
)

// The events of the wheel. A spin is told to the room, a result to the room when it
// is decided and to its performer at once.
var (
	wheelSpin   = socket.Declare[spinPayload]("wheel/spin")
	wheelResult = socket.Declare[resultPayload]("wheel/result")
)

type (
	spinPayload struct {
		ConversationID string       `json:"conversationId"`
		PerformerID    string       `json:"performerId"`
		ResultID       string       `json:"resultId"`
		Username       string       `json:"username"`
		Token          money.Tokens `json:"token"`
		Version        string       `json:"version" doc:"of the wheel that was spun"`
		Segment        int          `json:"segment" doc:"from 0"`
		Label          string       `json:"label"`
		Color          string       `json:"color"`
	}
	resultPayload struct {
		ID             string       `json:"_id"`
		ConversationID string       `json:"conversationId"`
		PerformerID    string       `json:"performerId"`
		Username       string       `json:"username" doc:"who spun"`
		Token          money.Tokens `json:"token"`
		Label          string       `json:"label"`
		Status         wheel.Status `json:"status" enum:"pending,done,rejected"`
	}
)

// wireWheel builds the wheel of fortune: the room sees each spin.
func wireWheel(s *Services) {
	s.limits.Add(wheel.Limits())
	s.wheel = wheel.New(wheel.Deps{
		DB: s.db, Ledger: s.ledger, Performers: s.performers, Rooms: conversations{s.messages}, Rates: s.terms,
		People: s.accounts, Events: s.bus, Limiter: s.limits, Now: s.now,
	})
	s.section("wheel", "The wheel of fortune", s.wheel.Routes)
	s.rule(wheel.Rule())
	s.demoPart(demosite.Wheel(s.wheel))
	news := wheelNews{s.messages, s.messages.Declare("wheel"), s.sockets}
	bus.On(s.bus, "messages.spin", news.post)
	bus.Tell(s.bus, "sockets.spin", news.spun)
	bus.Tell(s.bus, "sockets.result", news.decided)
}

// wheelNews tells of spins.
type wheelNews struct {
	messages *messages.Service
	line     messages.LineKind
	sockets  *socket.Server
}

// post writes a spin into its room.
func (n wheelNews) post(ctx context.Context, tx *db.Tx, e wheel.Spun) error {
	r := e.Result
	_, _, err := n.messages.Post(ctx, tx, messages.Line{
		Kind: n.line, Key: r.ID, ConversationID: r.ConversationID, SenderID: r.MemberID,
		Text: r.Drawn().Label, Payload: messages.Payload{Token: &r.Version.Price}, At: r.CreatedAt,
	})
	return err
}

// spun tells the room and the performer of a spin.
func (n wheelNews) spun(_ context.Context, e wheel.Spun) error {
	r := e.Result
	err := socket.To(n.sockets, messages.RoomOf(r.ConversationID), wheelSpin, spinPayload{
		ConversationID: r.ConversationID, PerformerID: r.PerformerID, ResultID: r.ID, Username: r.MemberName,
		Token: r.Version.Price, Version: r.Version.ID, Segment: r.Segment, Label: r.Drawn().Label, Color: r.Drawn().Color,
	})
	if err != nil {
		return err
	}
	return socket.To(n.sockets, socket.AccountRoom(r.PerformerID), wheelResult, told(r))
}

// decided tells everybody concerned of a decision.
func (n wheelNews) decided(_ context.Context, e wheel.Decided) error {
	r := e.Result
	for _, room := range []string{
		messages.RoomOf(r.ConversationID), socket.AccountRoom(r.MemberID), socket.AccountRoom(r.PerformerID),
	} {
		if err := socket.To(n.sockets, room, wheelResult, told(r)); err != nil {
			return err
		}
	}
	return nil
}

func told(r wheel.Result) resultPayload {
	return resultPayload{
		ID: r.ID, ConversationID: r.ConversationID, PerformerID: r.PerformerID, Username: r.MemberName,
		Token: r.Version.Price, Label: r.Drawn().Label, Status: r.Status,
	}
}
