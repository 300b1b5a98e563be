package socket

import (
	"reflect"
	"slices"
)

// Declared is an event that this program's sockets send.
type Declared struct {
	Name    string
	Payload reflect.Type
}

// declared is what package variables have declared before main began. It is a list that
// writes itself: an event that can be sent cannot be missing from the API's document.
var declared []Declared

// Declare makes an event that is never dropped.
func Declare[T any](name string) Event[T] { return declare[T](name, Critical) }

// DeclareDroppable makes an event that a slow connection may miss.
func DeclareDroppable[T any](name string) Event[T] { return declare[T](name, Droppable) }

func declare[T any](name string, class Class) Event[T] {
	if slices.ContainsFunc(declared, func(d Declared) bool { return d.Name == name }) {
		panic("socket: the event " + name + " is declared twice")
	}
	declared = append(declared, Declared{name, reflect.TypeFor[T]()})
	return Event[T]{name, class}
}

// Events lists what has been declared.
func Events() []Declared {
	return slices.Clone(declared)
}
