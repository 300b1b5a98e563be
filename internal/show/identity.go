package show

import (
	"fmt"
	"strconv"
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/id"
)

// A media identity says who is behind a connection, so that it can be cut when
// the account, the session or the permission ends: kind:account:session:tab.
type identity struct {
	kind    string
	account string
	session string
}

const (
	publishing = "pub"
	watching   = "view"
	guest      = "guest"
	program    = "program" // in place of a session: a broadcasting program with a stream key
)

// publisherOf is the identity that publishes from a login. Two tabs of one
// browser are one publisher: the engine ends the first when the second comes.
func publisherOf(who account.Caller) string {
	return strings.Join([]string{publishing, who.ID, who.SessionID}, ":")
}

func programOf(performerID string) string {
	return strings.Join([]string{publishing, performerID, program}, ":")
}

// viewerOf is a new identity for every tab: a person may watch in two.
func viewerOf(who account.Caller) string {
	if who.Guest() {
		return strings.Join([]string{watching, guest, "", id.Ticket()}, ":")
	}
	return strings.Join([]string{watching, who.ID, who.SessionID, id.Ticket()}, ":")
}

func readIdentity(text string) identity {
	parts := append(strings.Split(text, ":"), "", "", "")
	return identity{kind: parts[0], account: parts[1], session: parts[2]}
}

func (i identity) viewer() bool { return i.kind == watching }

// caller is who the identity stands for, as far as permissions need it.
func (i identity) caller() account.Caller {
	switch {
	case i.account == guest:
		return account.Caller{}
	case i.kind == publishing:
		return account.Caller{ID: i.account, Role: account.Performer, SessionID: i.session}
	}
	return account.Caller{ID: i.account, Role: account.Member, SessionID: i.session}
}

func roomName(showID string, epoch int) string { return fmt.Sprintf("%s.%d", showID, epoch) }

// readRoom is the inverse of roomName; a foreign name gives epoch 0, which no
// show has.
func readRoom(name string) (showID string, epoch int) {
	showID, number, _ := strings.Cut(name, ".")
	epoch, err := strconv.Atoi(number)
	if err != nil {
		return showID, 0
	}
	return showID, epoch
}
