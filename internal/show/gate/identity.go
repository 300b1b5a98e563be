package gate

import (
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

// Identity names the account behind a connection, so that it can be cut when
// the account, the session or the permission ends: kind:account:session:tab:country:place,
// where a seat's id stands in place of the tab.
type Identity struct {
	Kind    string
	Account string
	session string
	tab     string
	Country string // of the viewer's address when the identity was made; empty: not known
	Place   string // of a guest: digests of the address and its network, with a dot between
}

// The kinds, and what may stand in place of an account and a session.
const (
	KindPublisher  = "pub"
	kindViewer     = "view"
	KindSeat       = "seat" // a member of a private or group show
	KindPeek       = "peek" // a peeker, hidden from the room
	GuestAccount   = "guest"
	programSession = "program" // in place of a session: a broadcasting program with a stream key
)

// PublisherOf is the identity that publishes from a login. Two tabs of one
// browser are one publisher: the engine ends the first when the second comes.
func PublisherOf(who account.Caller) string {
	return strings.Join([]string{KindPublisher, who.ID, who.SessionID}, ":")
}

// ProgramOf is the identity of a performer's broadcasting program.
func ProgramOf(performerID string) string {
	return strings.Join([]string{KindPublisher, performerID, programSession}, ":")
}

// ViewerOf is a new identity for every tab: a person may watch in two. The address is
// where a guest comes from.
func ViewerOf(who account.Caller, address string) string {
	if who.Guest() {
		return strings.Join([]string{kindViewer, GuestAccount, "", id.Ticket(), who.Country, placeOf(address)}, ":")
	}
	return strings.Join([]string{kindViewer, who.ID, who.SessionID, id.Ticket(), who.Country}, ":")
}

// SeatOf is one identity for a seat and a login: one payment watches on one device.
func SeatOf(who account.Caller, one lifecycle.Seat) string {
	kind := KindSeat
	if one.Kind == lifecycle.PeekSeat {
		kind = KindPeek
	}
	return strings.Join([]string{kind, who.ID, who.SessionID, one.ID, who.Country}, ":")
}

// ReadIdentity reads what PublisherOf, ProgramOf, ViewerOf and SeatOf write; of a foreign text
// the parts that are missing are empty.
func ReadIdentity(text string) Identity {
	parts := append(strings.Split(text, ":"), "", "", "", "", "", "")
	return Identity{Kind: parts[0], Account: parts[1], session: parts[2], tab: parts[3], Country: parts[4], Place: parts[5]}
}

// Viewer reports whether it watches a public show.
func (i Identity) Viewer() bool { return i.Kind == kindViewer }

func placeOf(address string) string {
	owners := limit.Owners(address)
	for i, owner := range owners {
		owners[i] = id.Hash(owner)[:12]
	}
	return strings.Join(owners, ".")
}

// Person is the same for all tabs of an account; guests are told apart by tab.
func (i Identity) Person() string {
	if i.Account == GuestAccount {
		return GuestAccount + ":" + i.tab
	}
	return i.Account
}

// caller is the identity's person, as far as permissions need it.
func (i Identity) caller() account.Caller {
	switch {
	case i.Account == GuestAccount:
		return account.Caller{Country: i.Country}
	case i.Kind == KindPublisher:
		return account.Caller{ID: i.Account, Role: account.Performer, SessionID: i.session}
	}
	return account.Caller{ID: i.Account, Role: account.Member, SessionID: i.session, Country: i.Country}
}

// Bounded tells whether a connection to the media engine is one of those whose number
// on a node is bounded: to a public show, which anybody may watch. A publisher, or a
// member with a seat, is never refused because others have filled the node.
func Bounded(g sfu.Grant) bool {
	_, _, leg := lifecycle.ReadRoom(g.Room)
	return ReadIdentity(g.Identity).Viewer() && leg == ""
}
