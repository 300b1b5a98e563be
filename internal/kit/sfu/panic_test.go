package sfu_test

import (
	"context"
	"testing"

	"limelight/internal/kit/sfu"
	"limelight/internal/testkit"
)

// What breaks in a goroutine of the client library's, or of the feed of events,
// ends that bot alone: the program lives, the panic is counted, and the others
// in the room see on.
func TestPanicsEndOneStay(t *testing.T) {
	h := setup(t)
	h.OnEvent(func(_ context.Context, ev sfu.Event) {
		if ev.Identity == "view:bomb" {
			panic("an event")
		}
	})
	h.perform(t, "stage")
	tom := h.watch(t, "stage", "view:tom")
	all := func(string) bool { return true }
	for what, try := range map[string]func() error{
		"choosing": func() error {
			return h.Receive(t.Context(), "stage", func(string) bool { panic("who is this") }, func(sfu.Unit) {})
		},
		"taking": func() error {
			return h.Receive(t.Context(), "stage", all, func(sfu.Unit) { panic("what is this") })
		},
	} {
		before := testkit.Panics(t, "sfu.receive")
		if err := try(); err == nil {
			t.Errorf("%s: no error", what)
		}
		if testkit.Panics(t, "sfu.receive") == before {
			t.Errorf("%s: not counted", what)
		}
	}
	before := testkit.Panics(t, "sfu.event")
	h.watch(t, "stage", "view:bomb")
	testkit.Eventually(t, "the panic over an event is counted", func() bool { return testkit.Panics(t, "sfu.event") > before })
	h.watch(t, "stage", "view:later")
	testkit.Eventually(t, "later events are told", func() bool { return h.events.has(sfu.Joined, "view:later", "") })
	seen := tom.Frames()
	testkit.Eventually(t, "tom sees on", func() bool { return tom.Frames() > seen+24 })
}
