// Package push tells somebody something at once, on every device that is connected: a tip, a
// request, how far an order is. Nobody is told later; what must not be missed is a notice with a
// letter, too (internal/notices).
package push

import (
	"errors"

	"limelight/internal/kit/socket"
)

// Kind is a kind of push about a D, whose payload is a P.
type Kind[D, P any] struct {
	event socket.Event[P]
	say   func(about D) P
}

// Declare makes a kind of push. event is what clients call it, say makes its payload. The package
// that causes it declares it, as a package variable.
func Declare[D, P any](event string, say func(about D) P) Kind[D, P] {
	return Kind[D, P]{socket.Declare[P](event), say}
}

// To tells accounts; an empty id is nobody.
func (k Kind[D, P]) To(sockets *socket.Server, about D, accountIDs ...string) error {
	var failed []error
	for _, id := range accountIDs {
		if id != "" {
			failed = append(failed, socket.To(sockets, socket.AccountRoom(id), k.event, k.say(about)))
		}
	}
	return errors.Join(failed...)
}
