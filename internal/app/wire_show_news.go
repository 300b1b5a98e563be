package app

import (
	"context"
	"errors"
	"log/slog"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/messages"
	"limelight/internal/show"
)

// The events of shows. What costs money or takes a right away is never dropped.
var (
	showChanged     = socket.Declare[showPayload]("show/changed")
	showEnded       = socket.Declare[endedPayload]("show/ended")
	showViewers     = socket.DeclareDroppable[viewersPayload]("show/viewers")
	showParticipant = socket.Declare[participantPayload]("show/participant")
	meterTick       = socket.Declare[tickPayload]("meter/tick")
	meterLow        = socket.Declare[lowPayload]("meter/low")
	peekEnded       = socket.Declare[peekEndedPayload]("peek-in/ended")
)

type (
	showPayload struct {
		PerformerID    string `json:"performerId"`
		ConversationID string `json:"conversationId"`
		Type           string `json:"type" enum:"public,private,group"`
		Status         string `json:"status" enum:"starting,live,paused,held,ended"`
		Title          string `json:"title"`
		SessionID      string `json:"sessionId"`
		Cause          string `json:"cause,omitempty" enum:"camera_off,no_frames,line_lost,member_lost" doc:"why it is paused, and the meters stand still"`
	}
	endedPayload struct {
		ConversationID string `json:"conversationId"`
		Reason         string `json:"reason"`
		SessionID      string `json:"sessionId"`
	}
	viewersPayload struct {
		PerformerID string `json:"performerId"`
		Viewers     int    `json:"viewers"`
	}
	participantPayload struct {
		ConversationID string            `json:"conversationId"`
		Kind           string            `json:"kind" enum:"joined,left"`
		Participant    *show.Participant `json:"participant,omitempty" doc:"absent for who looks in"`
		Total          int               `json:"total" doc:"members in the show"`
		Peekers        int               `json:"peekers" doc:"how many look in"`
	}
	tickPayload struct {
		ConversationID string       `json:"conversationId" doc:"empty for who looks in"`
		PerformerID    string       `json:"performerId"`
		Minutes        int          `json:"minutes"`
		Spent          money.Tokens `json:"spent"`
		Balance        money.Tokens `json:"balance"`
		SecondsLeft    int          `json:"secondsLeft"`
	}
	lowPayload struct {
		ConversationID string       `json:"conversationId"`
		SecondsLeft    int          `json:"secondsLeft"`
		Missing        money.Tokens `json:"missing" doc:"tokens short of the next minute"`
	}
	peekEndedPayload struct {
		PerformerID string `json:"performerId"`
		Reason      string `json:"reason"`
	}
)

// showNews tell of shows.
type showNews struct {
	messages *messages.Service
	sockets  *socket.Server
	log      *slog.Logger
}

// pushShow tells those in the show, and of a paid one also the public room: its
// viewers learn there why the picture is gone.
func (n showNews) pushShow(ctx context.Context, e show.Changed) error {
	told := showPayload{e.PerformerID, e.ConversationID, e.Type, string(e.Status), e.Title, e.ShowID, string(e.Cause)}
	room := messages.RoomOf(e.ConversationID)
	failed := []error{socket.To(n.sockets, room, showChanged, told)}
	if e.Status == show.Ended {
		failed = append(failed, socket.To(n.sockets, room, showEnded, endedPayload{e.ConversationID, string(e.Reason), e.ShowID}))
	}
	if e.Type != show.Public {
		public, err := n.messages.Public(ctx, account.Caller{ID: e.PerformerID, Role: account.Performer}, e.PerformerID)
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		told.ConversationID, told.SessionID = public.ID, ""
		failed = append(failed, socket.To(n.sockets, messages.RoomOf(public.ID), showChanged, told))
	}
	return errors.Join(failed...)
}

// pushSeat tells those in the show; who lost a seat is told alone, since they are
// out of the room by now.
func (n showNews) pushSeat(_ context.Context, e show.Seated) error {
	failed := []error{socket.To(n.sockets, messages.RoomOf(e.ConversationID), showParticipant, participantPayload{
		ConversationID: e.ConversationID, Kind: e.Kind, Participant: (*show.Participant)(e.Participant), Total: e.Total, Peekers: e.Peekers,
	})}
	switch {
	case e.Reason == "":
	case e.PeekerID != "":
		failed = append(failed, socket.To(n.sockets, socket.AccountRoom(e.PeekerID), peekEnded, peekEndedPayload{e.PerformerID, string(e.Reason)}))
	case e.MemberID != "":
		failed = append(failed, socket.To(n.sockets, socket.AccountRoom(e.MemberID), showEnded, endedPayload{e.ConversationID, string(e.Reason), e.ShowID}))
	}
	return errors.Join(failed...)
}

func (n showNews) pushMeter(_ context.Context, e show.Ticked) error {
	mine := socket.AccountRoom(e.MemberID)
	tick := tickPayload{e.ConversationID, e.PerformerID, e.Minutes, e.Spent, e.Balance, e.SecondsLeft}
	if e.Peek {
		tick.ConversationID = ""
	}
	failed := []error{socket.To(n.sockets, mine, meterTick, tick)}
	if e.Low > 0 {
		failed = append(failed, socket.To(n.sockets, mine, meterLow, lowPayload{tick.ConversationID, e.SecondsLeft, e.Missing}))
	}
	return errors.Join(failed...)
}

func (n showNews) pushRequest(_ context.Context, e show.Requested) error {
	return show.RequestPush.To(n.sockets, e, e.PerformerID)
}

// pushDecided tells the member the answer, and the performer's devices that the
// request needs none any more.
func (n showNews) pushDecided(_ context.Context, e show.Decided) error {
	err := show.DecidedPush.To(n.sockets, e, e.MemberID)
	if e.Status != show.Busy {
		err = errors.Join(err, show.ClosedPush.To(n.sockets, e, e.PerformerID))
	}
	return err
}

// pushViewers is no stored event: a count that is lost is corrected by the next.
func (n showNews) pushViewers(s show.Show) {
	err := socket.To(n.sockets, messages.RoomOf(s.ConversationID), showViewers, viewersPayload{s.PerformerID, s.Viewers})
	if err != nil {
		n.log.Error("tell a room its viewers", "error", err)
	}
}
