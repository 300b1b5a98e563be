package studio

import (
	"time"

	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// What a studio and its performer are told of each other's offers; the notice is about the
// name of the other one.
var (
	OfferedNotice = notices.Declare("studio.share_offered", notices.Class{Group: notices.Payout, Essential: true}, func(say lang.Teller, studio string) notices.Letter {
		return notices.NewLetter(say("Your studio would like to change your share"),
			say("%s would like to change what you get of its income. Nothing changes until you say yes: please log in and look at your account settings.", studio))
	}, "Studio Nine")
	AcceptedNotice = notices.Declare("studio.share_accepted", notices.Class{Group: notices.Payout, Essential: true}, func(say lang.Teller, performer string) notices.Letter {
		return notices.NewLetter(say("Your offer was accepted"),
			say("%s has accepted the shares you offered. They hold from now on.", performer))
	}, "Nina")
	DeclinedNotice = notices.Declare("studio.share_declined", notices.Class{Group: notices.Payout, Essential: true}, func(say lang.Teller, performer string) notices.Letter {
		return notices.NewLetter(say("Your offer was declined"),
			say("%s has declined the shares you offered. What was agreed before goes on.", performer))
	}, "Nina")
)

// BelongingPath is where a performer reads of her studio.
const BelongingPath = "/account/performer/studio"

// Away is a parting as one side is told of it: Name is the other side's.
type Away struct {
	Name string
	At   time.Time
}

// What performers are told of studios that want them, or do not want them any more.
var (
	InvitedNotice = notices.Declare("studio.invited", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, studio string) notices.Letter {
		return notices.NewLetter(say("A studio invites you"),
			say("%s would like you to join it. Look at the shares that it offers, and accept or decline: nothing changes until you say yes.", studio)).
			WithLink(BelongingPath, say("Look at the invitation"))
	}, "Studio Nine")
	ReleaseNotice = notices.Declare("studio.release_asked", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, a Away) notices.Letter {
		return notices.NewLetter(say("Your studio would like to let you go"),
			say("%s asks you to leave the studio. Agree or refuse: without an answer until %s you leave it.", a.Name, say.Moment(a.At))).
			WithLink(BelongingPath, say("Answer"))
	}, Away{"Studio Nine", time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)})
	LeftNotice = notices.Declare("studio.left", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, studio string) notices.Letter {
		return notices.NewLetter(say("You have left your studio"),
			say("You do not belong to %s any more. What you earn from now on is yours alone; payout requests that you have made stay with the studio.", studio))
	}, "Studio Nine")
	StayNotice = notices.Declare("studio.leave_refused", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, studio string) notices.Letter {
		return notices.NewLetter(say("Your studio does not let you go"),
			say("%s does not agree that you leave. The reason is on your studio page, where you can ask again.", studio)).
			WithLink(BelongingPath, say("Read the reason"))
	}, "Studio Nine")
)

// SignNotice asks a performer to sign a document of her studio.
var SignNotice = notices.Declare("studio.document_to_sign", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, studio string) notices.Letter {
	return notices.NewLetter(say("Your studio asks you to sign a document"),
		say("%s keeps a document about you and asks you to read and sign it.", studio)).
		WithLink(BelongingPath, say("Look at the document"))
}, "Studio Nine")

// What studios are told of performers.
var (
	JoinedNotice = notices.Declare("studio.invitation_accepted", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, performer string) notices.Letter {
		return notices.NewLetter(say("Your invitation was accepted"),
			say("%s belongs to your studio from now on, on the shares that you offered.", performer)).
			WithLink("/studio/models", say("Go to my studio"))
	}, "Nina")
	NotJoinedNotice = notices.Declare("studio.invitation_declined", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, to string) notices.Letter {
		return notices.NewLetter(say("Your invitation was declined"),
			say("Your invitation to %s was declined.", to))
	}, "nina")
	LeavingNotice = notices.Declare("studio.leave_asked", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, a Away) notices.Letter {
		return notices.NewLetter(say("A member of your studio would like to leave"),
			say("%s asks to leave your studio. Agree or refuse: without an answer until %s the membership ends.", a.Name, say.Moment(a.At))).
			WithLink("/studio/models", say("Answer"))
	}, Away{"Nina", time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)})
	GoneNotice = notices.Declare("studio.member_left", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, performer string) notices.Letter {
		return notices.NewLetter(say("A member has left your studio"), say("%s does not belong to your studio any more.", performer))
	}, "Nina")
	KeptNotice = notices.Declare("studio.release_refused", notices.Class{Group: notices.Request, Essential: true}, func(say lang.Teller, performer string) notices.Letter {
		return notices.NewLetter(say("A member does not want to leave your studio"), say("%s does not agree to leave your studio.", performer))
	}, "Nina")
)
