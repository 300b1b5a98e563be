package paidmessages

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/notices"
)

// Opened is an unlock as its performer is told of it later.
type Opened struct {
	UnlockID string
	Net      money.Tokens
}

// Opened is the unlock as its performer is told of it later.
func (u Unlock) Opened() Opened { return Opened{u.ID, u.Shares.Net} }

// OpenedNotice tells a performer that a photo was paid for.
var OpenedNotice = notices.Declare("message_photo.opened", notices.Class{Group: notices.Purchase}, func(say lang.Teller, o Opened) notices.Letter {
	return notices.Letter{
		Subject: say("A photo that you have sent was opened"),
		Lines:   []string{say("You have received %s.", o.Net.String())},
		Link:    "/account/performer/earning", Label: say("My earnings"),
	}
}, Opened{"u1", money.Whole(14)}).Once(func(o Opened) string { return o.UnlockID })
