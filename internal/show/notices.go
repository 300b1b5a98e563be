package show

import (
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
	"limelight/internal/notices/push"
)

// What the two sides of a request for a private show are told at once.
var (
	// RequestPush tells the performer, by the spec's name (§7).
	RequestPush = push.Declare("private-chat-request", func(e Requested) Request { return e.Request })
	// DecidedPush tells the member the answer.
	DecidedPush = push.Declare("private-chat/decided", func(e Decided) decidedPayload {
		return decidedPayload{e.ID, e.ConversationID, e.PerformerID, e.Status}
	})
	// ClosedPush tells the performer's devices that the request needs no answer any more.
	ClosedPush = push.Declare("private-chat/closed", func(e Decided) closedPayload {
		if e.Elsewhere {
			return closedPayload{e.ID, e.ConversationID, "accepted_elsewhere"}
		}
		return closedPayload{e.ID, e.ConversationID, e.Status}
	})
)

// Asked is a request as its performer is told of it later.
type Asked struct{ RequestID, Username string }

// RequestNotice tells a performer that a member asked for a private show.
var RequestNotice = notices.Declare("request.received", notices.Class{Group: notices.Request}, func(say lang.Teller, a Asked) notices.Letter {
	return notices.Letter{
		Subject: say("%s has sent you a private chat request", a.Username),
		Lines:   []string{say("A request does not wait long for an answer. While you are online you can be asked again.")},
	}
}, Asked{"r1", "Sam"}).Once(func(a Asked) string { return a.RequestID })

type (
	decidedPayload struct {
		ID             string `json:"id"`
		ConversationID string `json:"conversationId"`
		PerformerID    string `json:"performerId"`
		Status         string `json:"status" enum:"accepted,declined,cancelled,expired,busy"`
	}
	closedPayload struct {
		ID             string `json:"id"`
		ConversationID string `json:"conversationId"`
		Status         string `json:"status" enum:"accepted,declined,cancelled,expired,accepted_elsewhere"`
	}
)
