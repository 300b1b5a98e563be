package notices

import (
	"errors"

	"limelight/internal/kit/socket"
)

// Push is what somebody is told at once on every device that is connected: a tip, a request, how
// far an order is. Nobody is told later; what must not be missed is a kind with a letter, too.
type Push[D, P any] struct {
	event socket.Event[P]
	say   func(about D) P
}

// DeclarePush makes a push about a D. event is what clients call it, say makes its payload. The
// package that causes it declares it, as a package variable.
func DeclarePush[D, P any](event string, say func(about D) P) Push[D, P] {
	return Push[D, P]{socket.Declare[P](event), say}
}

// To tells accounts; an empty id is nobody.
func (p Push[D, P]) To(sockets *socket.Server, about D, accountIDs ...string) error {
	var failed []error
	for _, id := range accountIDs {
		if id != "" {
			failed = append(failed, socket.To(sockets, socket.AccountRoom(id), p.event, p.say(about)))
		}
	}
	return errors.Join(failed...)
}
