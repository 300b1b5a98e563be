package messages

import (
	"fmt"

	"limelight/internal/account"
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// Told is a conversation in which something waits, as its reader is told of it later. It has nothing
// of what was written: that may be deleted.
type Told struct {
	ConversationID string
	Seq            int64
	Username       string
	Role           account.Role
	SenderID       string
}

// ReceivedNotice tells somebody that a conversation has lines to read: once, however many come until they have read them.
var ReceivedNotice = notices.Declare("message.received", notices.Class{Group: notices.Message}, func(say lang.Teller, t Told) notices.Letter {
	return notices.NewLetter(say("%s wrote to you", t.Username), say("There is something new in your conversation.")).
		WithLink(fmt.Sprintf("/messages?toSource=%s&toId=%s", t.Role, t.SenderID), say("Read them"))
}, Told{"c1", 1, "Sam", account.Member, "a1"}).Once(func(t Told) string { return fmt.Sprint(t.ConversationID, ":", t.Seq) })

// NoticesOf is the beginning of the keys of all notices of a conversation.
func NoticesOf(conversationID string) string { return conversationID + ":" }

// RefusedNotice tells somebody that staff have not let a line of theirs go.
var RefusedNotice = notices.Declare("message.refused", notices.Class{Group: notices.Message, Essential: true}, func(say lang.Teller, r Refused) notices.Letter {
	var l notices.Letter
	if r.IsSold {
		l = notices.NewLetter(say("Your photo was not approved"), say("We have looked at a photo that you wanted to sell in a message and did not approve it."))
	} else {
		l = notices.NewLetter(say("Your message was not delivered"), say("We have looked at a message of yours and did not deliver it."))
	}
	if r.IsPaid {
		l.Lines = append(l.Lines, say("What you paid for it is in your wallet again."))
	}
	if r.Reason != "" {
		l.Lines = append(l.Lines, say("The reason: %s", r.Reason))
	}
	return l
}, Refused{MessageID: "m1", SenderID: "a1", IsSold: true, Reason: "Somebody else is to be seen."}, Refused{MessageID: "m1", SenderID: "a1", IsPaid: true}).Once(func(r Refused) string { return r.MessageID })

// TakenDownNotice tells a performer that staff have deleted a photo of theirs that was paid for.
var TakenDownNotice = notices.Declare("message_photo.taken_down", notices.Class{Group: notices.Message, Essential: true}, func(say lang.Teller, t TakenDown) notices.Letter {
	return notices.NewLetter(say("Your photo was deleted"),
		say("We have deleted a photo that you sold in a message. Whoever had paid for it has the tokens back."), say("The reason: %s", t.Reason))
}, TakenDown{MessageID: "m1", SenderID: "a1", Reason: "Somebody else is to be seen."}).Once(func(t TakenDown) string { return t.MessageID })
