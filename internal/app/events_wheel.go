package app

import (
	"context"

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

// subscribeWheel is the wheel's line of the score.
func (h *house) subscribeWheel() {
	bus.On(h.bus, "messages.spin", func(ctx context.Context, tx *db.Tx, e wheel.Spun) error {
		r := e.Result
		return h.messages.TellSpin(ctx, tx, messages.SpinNotice{
			ResultID: r.ID, ConversationID: r.ConversationID, SenderID: r.MemberID,
			Label: r.Drawn().Label, Token: r.Version.Price, At: r.CreatedAt,
		})
	})
	bus.Tell(h.bus, "sockets.spin", h.tellSpin)
	bus.Tell(h.bus, "sockets.result", h.tellResult)
}

func (h *house) tellSpin(_ context.Context, e wheel.Spun) error {
	r := e.Result
	err := socket.To(h.sockets, messages.RoomOf(r.ConversationID), wheelSpin, spinPayload{
		ConversationID: r.ConversationID, PerformerID: r.PerformerID, ResultID: r.ID, Username: r.MemberName,
		Token: r.Version.Price, Version: r.Version.ID, Segment: r.Segment, Label: r.Drawn().Label, Color: r.Drawn().Color,
	})
	if err != nil {
		return err
	}
	return socket.To(h.sockets, socket.AccountRoom(r.PerformerID), wheelResult, told(r))
}

func (h *house) tellResult(_ context.Context, e wheel.Decided) error {
	r := e.Result
	for _, room := range []string{
		messages.RoomOf(r.ConversationID), socket.AccountRoom(r.MemberID), socket.AccountRoom(r.PerformerID),
	} {
		if err := socket.To(h.sockets, room, wheelResult, told(r)); err != nil {
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
