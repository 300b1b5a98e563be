package assets

import (
	"strconv"

	"limelight/internal/kit/lang"
	"limelight/internal/notices"
	"limelight/internal/notices/push"
)

// News is what became of something that a performer sells.
type News struct {
	ID     string `json:"_id"`
	Type   string `json:"type" enum:"gallery,video,product"`
	Status Status `json:"status" enum:"draft,pending,active,inactive,rejected,removed"`

	TakenDown bool `json:"takenDown,omitempty" doc:"by staff"`
	PutBack   bool `json:"putBack,omitempty" doc:"by staff, after it was taken down"`
}

// ChangedPush tells it to the performer's devices.
var ChangedPush = push.Declare("asset/changed", func(n News) News { return n })

// kindNames are the kinds within a sentence.
var kindNames = map[string]string{Gallery: lang.Mark("gallery"), Video: lang.Mark("video"), Product: lang.Mark("product")}

// pages are where performers look after their assets.
var pages = map[string]string{
	Gallery: "/account/performer/galleries/",
	Video:   "/account/performer/videos/",
	Product: "/account/performer/products/",
}

// DecidedNotice tells a performer what staff decided of a submission.
var DecidedNotice = notices.Declare("asset.decided", notices.Class{Group: notices.Verification, Essential: true}, func(say lang.Teller, e Decided) notices.Letter {
	kind, title := say(kindNames[e.Kind]), strconv.Quote(e.Title)
	l := notices.Letter{Link: pages[e.Kind] + e.AssetID, Label: say("Look at it")}
	switch {
	case !e.Approved:
		l.Subject = say("Your %s was not approved", kind)
		l.Lines = []string{
			say("We have looked at your %s %s and did not approve it. The reason:", kind, title), e.Reason,
			say("You can change it and submit it again."),
		}
	case e.Status == Inactive:
		l.Subject = say("Your %s is approved", kind)
		l.Lines = []string{say("Your %s %s was approved and goes on sale at the time that you chose.", kind, title)}
	default:
		l.Subject = say("Your %s is on sale", kind)
		l.Lines = []string{say("Your %s %s was approved and is on sale.", kind, title)}
	}
	return l
}, Decided{AssetID: "a1", Kind: Video, Title: "Evening", Approved: true, Status: Active}, Decided{AssetID: "a1", Kind: Gallery, Title: "Evening", Approved: true, Status: Inactive}, Decided{AssetID: "a1", Kind: Product, Title: "Evening", Reason: "The title is too long."})

// TakenDownNotice tells a performer that staff took something down, have changed why or for
// whom, or have put it back.
var TakenDownNotice = notices.Declare("asset.taken_down", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, e TakenDown) notices.Letter {
	kind, title := say(kindNames[e.Kind]), strconv.Quote(e.Title)
	buyers := say("Who has bought it keeps it.")
	if e.AccessEnded {
		buyers = say("Who has bought it has no access to it any more.")
	}
	l := notices.Letter{Link: "/contact", Label: say("If you think that this is a mistake, write to us")}
	switch {
	case e.PutBack:
		l.Subject = say("Your %s was put back", kind)
		l.Lines = []string{say("Your %s %s was put back by this site. It is what it was before it was taken down, also for who has bought it.", kind, title)}
	case e.Changed:
		l.Subject = say("Your %s stays down", kind)
		l.Lines = []string{say("Your %s %s stays taken down. This site has changed its decision about it.", kind, title) + " " + buyers}
	default:
		l.Subject = say("Your %s was taken down", kind)
		l.Lines = []string{say("Your %s %s was taken down by this site. Nobody can find or buy it, and you cannot change it.", kind, title) + " " + buyers}
	}
	l.Lines = append(l.Lines, say("The reason: %s", e.Reason))
	return l
}, TakenDown{AssetID: "a1", Kind: Video, Title: "Evening", Reason: "Somebody else owns it."}, TakenDown{AssetID: "a1", Kind: Video, Title: "Evening", Reason: "Somebody else owns it.", Changed: true, AccessEnded: true}, TakenDown{AssetID: "a1", Kind: Video, Title: "Evening", Reason: "It was a mistake.", PutBack: true})
