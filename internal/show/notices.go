package show

import "limelight/internal/notices/push"

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
