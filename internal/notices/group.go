package notices

import (
	"slices"

	"limelight/internal/kit/api"
)

// Group is what a kind of notice is about. People choose by groups how they are told.
type Group = api.Word[groupSet]

type groupSet struct{}

// WordSet is the set's name in the API's document.
func (groupSet) WordSet() string { return "noticeGroup" }

// The groups.
const (
	Request      Group = "request"
	Tip          Group = "tip"
	Purchase     Group = "purchase"
	Message      Group = "message"
	Payout       Group = "payout"
	Verification Group = "verification"
	Favourite    Group = "favourite"
	Reminder     Group = "reminder"
	Order        Group = "order"
	Refund       Group = "refund"
	System       Group = "system"
)

// Channels are the ways in which somebody is told.
type Channels struct {
	App  bool `json:"app" doc:"in the list of notices"`
	Mail bool `json:"mail" doc:"what is essential is mailed all the same"`
	Push bool `json:"push" doc:"on the devices that have allowed it"`
}

// defaults are the groups in the order in which they are offered, and how those are told who
// have not chosen. A tip is mailed to nobody who has not asked for it: it is one of many. Nor is
// a request: it is over before its mail is read.
var defaults = []struct {
	group    Group
	channels Channels
	often    bool // it comes often: its mails are gathered
}{
	{Request, Channels{App: true, Push: true}, true},
	{Tip, Channels{App: true, Push: true}, true},
	{Purchase, Channels{App: true, Mail: true, Push: true}, true},
	{Message, Channels{App: true, Mail: true, Push: true}, true},
	{Favourite, Channels{App: true, Mail: true, Push: true}, false},
	{Reminder, Channels{App: true, Mail: true, Push: true}, false},
	{Order, Channels{App: true, Mail: true, Push: true}, false},
	{Payout, Channels{App: true, Mail: true, Push: true}, false},
	{Refund, Channels{App: true, Mail: true, Push: true}, false},
	{Verification, Channels{App: true, Mail: true, Push: true}, false},
	{System, Channels{App: true, Mail: true, Push: true}, false},
}

// Groups lists the groups in the order in which they are offered.
func Groups() (list []Group) {
	for _, d := range defaults {
		list = append(list, d.group)
	}
	return list
}

func known(g Group) bool { return slices.Contains(Groups(), g) }

// essentialGroups lists the groups of whose kinds nobody can do without any.
func essentialGroups() []Group {
	return slices.DeleteFunc(Groups(), func(g Group) bool {
		of := func(d declaration) bool { return d.class.Group == g }
		canMiss := func(d declaration) bool { return of(d) && !d.class.Essential }
		return !slices.ContainsFunc(declared, of) || slices.ContainsFunc(declared, canMiss)
	})
}

// passes reports whether a group is worth nothing later: when quiet hours end, who asks for a
// private show has gone elsewhere, a performer's show is over, and what one is reminded of has begun.
func passes(g Group) bool { return g == Request || g == Favourite || g == Reminder }

// often reports whether the mails of a group are gathered.
func often(g Group) bool {
	for _, d := range defaults {
		if d.group == g {
			return d.often
		}
	}
	return false
}
