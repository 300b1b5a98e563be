package show

import (
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

// A media identity says who is behind a connection, so that it can be cut when
// the account, the session or the permission ends: kind:account:session:tab:country:place,
// where a seat's id stands in place of the tab.
type identity struct {
	kind    string
	account string
	session string
	tab     string
	country string // of the viewer's address when the identity was made; empty: not known
	place   string // of a guest: digests of the address and its network, with a dot between
}

// The kinds, and what may stand in place of an account and a session.
const (
	kindPublisher  = "pub"
	kindViewer     = "view"
	kindSeat       = "seat" // a member of a private or group show
	kindPeek       = "peek" // somebody who looks in, hidden from the room
	guestAccount   = "guest"
	programSession = "program" // in place of a session: a broadcasting program with a stream key
)

// publisherOf is the identity that publishes from a login. Two tabs of one
// browser are one publisher: the engine ends the first when the second comes.
func publisherOf(who account.Caller) string {
	return strings.Join([]string{kindPublisher, who.ID, who.SessionID}, ":")
}

func programOf(performerID string) string {
	return strings.Join([]string{kindPublisher, performerID, programSession}, ":")
}

// viewerOf is a new identity for every tab: a person may watch in two. The address is
// where a guest comes from.
func viewerOf(who account.Caller, address string) string {
	if who.Guest() {
		return strings.Join([]string{kindViewer, guestAccount, "", id.Ticket(), who.Country, placeOf(address)}, ":")
	}
	return strings.Join([]string{kindViewer, who.ID, who.SessionID, id.Ticket(), who.Country}, ":")
}

// seatOf is one identity for a seat and a login: who pays once watches once.
func seatOf(who account.Caller, one lifecycle.Seat) string {
	kind := kindSeat
	if one.Kind == lifecycle.PeekSeat {
		kind = kindPeek
	}
	return strings.Join([]string{kind, who.ID, who.SessionID, one.ID, who.Country}, ":")
}

func readIdentity(text string) identity {
	parts := append(strings.Split(text, ":"), "", "", "", "", "", "")
	return identity{kind: parts[0], account: parts[1], session: parts[2], tab: parts[3], country: parts[4], place: parts[5]}
}

func (i identity) viewer() bool { return i.kind == kindViewer }

func placeOf(address string) string {
	owners := limit.Owners(address)
	for i, owner := range owners {
		owners[i] = id.Hash(owner)[:12]
	}
	return strings.Join(owners, ".")
}

// person is the same for all tabs of an account; guests are told apart by tab.
func (i identity) person() string {
	if i.account == guestAccount {
		return guestAccount + ":" + i.tab
	}
	return i.account
}

// caller is who the identity stands for, as far as permissions need it.
func (i identity) caller() account.Caller {
	switch {
	case i.account == guestAccount:
		return account.Caller{Country: i.country}
	case i.kind == kindPublisher:
		return account.Caller{ID: i.account, Role: account.Performer, SessionID: i.session}
	}
	return account.Caller{ID: i.account, Role: account.Member, SessionID: i.session, Country: i.country}
}

// Bounded tells whether a connection to the media engine is one of those whose number
// on a node is bounded: to a public show, which anybody may watch. Whoever publishes, or
// sits in a paid show, is never refused because others have filled the node.
func Bounded(g sfu.Grant) bool {
	_, _, leg := lifecycle.ReadRoom(g.Room)
	return readIdentity(g.Identity).viewer() && leg == ""
}
