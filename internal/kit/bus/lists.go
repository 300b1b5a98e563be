package bus

import (
	"slices"
	"strings"
)

// A row is delivered by a node that knows everyone on its list. The lists that
// exist are those of whole events, those of what is left of an event when one of
// its subscribers failed, and single names.

type lists struct {
	settled []string // that name Tell subscribers only
	inside  []string // that name an On subscriber
}

// known are the lists that this node delivers. They are found once: everyone has
// subscribed before anything is delivered.
func (b *Bus) known() lists {
	if l := b.lists.Load(); l != nil {
		return *l
	}
	var l lists
	for _, event := range b.events() {
		if names := b.namesOf(event, told); len(names) > 0 {
			l.settled = append(l.settled, strings.Join(names, separator))
		}
		if len(b.namesOf(event, inside)) > 0 {
			l.inside = append(l.inside, strings.Join(b.namesOf(event, nil), separator))
		}
	}
	l = lists{b.withSingle(l.settled, told), b.withSingle(l.inside, inside)}
	b.lists.Store(&l)
	return l
}

func told(s subscriber) bool   { return s.settled }
func inside(s subscriber) bool { return !s.settled }

// withSingle adds the lists of one name.
func (b *Bus) withSingle(lists []string, which func(subscriber) bool) []string {
	for _, s := range b.subscribers {
		if which(s) {
			lists = append(lists, s.name)
		}
	}
	slices.Sort(lists)
	return slices.Compact(lists)
}

// namesOf are the subscribers of an event in the order in which they subscribed;
// all of them when which is nil.
func (b *Bus) namesOf(event string, which func(subscriber) bool) (names []string) {
	for _, s := range b.subscribers {
		if s.event == event && (which == nil || which(s)) {
			names = append(names, s.name)
		}
	}
	return names
}

func (b *Bus) events() (events []string) {
	for _, s := range b.subscribers {
		if !slices.Contains(events, s.event) {
			events = append(events, s.event)
		}
	}
	return events
}

func (b *Bus) named(name string) *subscriber {
	for i := range b.subscribers {
		if b.subscribers[i].name == name {
			return &b.subscribers[i]
		}
	}
	return nil
}
