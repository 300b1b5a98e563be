package tips

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/notices"
	"limelight/internal/notices/push"
)

// ReceivedPush tells a performer of a tip, by the spec's name (§7).
var ReceivedPush = push.Declare("tipped", func(t Tip) receivedPayload {
	return receivedPayload{tipper{t.SenderName}, t.Gross, t.Shares.Net, t.ConversationID}
})

// Told is a tip as its performer is told of it later. Its note is shown in the room alone, where
// it can be deleted.
type Told struct {
	TipID      string
	Username   string
	Token, Net money.Tokens
}

// Told is the tip as its performer is told of it later.
func (t Tip) Told() Told { return Told{t.ID, t.SenderName, t.Gross, t.Shares.Net} }

// ReceivedNotice tells a performer of a tip.
var ReceivedNotice = notices.Declare("tip.received", notices.Class{Group: notices.Tip}, func(say lang.Teller, t Told) notices.Letter {
	return notices.Letter{
		Subject: say("%s has tipped %s tokens", t.Username, t.Token.Brief()),
		Lines:   []string{say("You have received %s.", t.Net.String())},
		Link:    "/account/performer/earning", Label: say("My earnings"),
	}
}, Told{"t1", "Sam", money.Whole(20), money.Whole(14)}).Once(func(t Told) string { return t.TipID })

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
