package tips

import (
	"limelight/internal/kit/money"
	"limelight/internal/notices/push"
)

// ReceivedPush tells a performer of a tip, by the spec's name (§7).
var ReceivedPush = push.Declare("tipped", func(t Tip) receivedPayload {
	return receivedPayload{tipper{t.SenderName}, t.Gross, t.Shares.Net, t.ConversationID}
})

type (
	receivedPayload struct {
		SenderInfo     tipper       `json:"senderInfo"`
		Token          money.Tokens `json:"token"`
		NetPrice       money.Tokens `json:"netPrice"`
		ConversationID string       `json:"conversationId"`
	}
	tipper struct {
		Username string `json:"username"`
	}
)
