package messages

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
)

// stay runs a change of who is in a talk, one instant after the last.
func (h fixture) stay(t *testing.T, do func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	h.clock.Advance(time.Second)
	if err := h.DB.Write(t.Context(), do); err != nil {
		t.Fatal(err)
	}
}

// A member of a group show reads what was said while they were there, in the
// history and in lastMessage: nothing of before, between or after.
func TestHistoryIsBoundedToTheStay(t *testing.T) {
	h := setup(t)
	var talk string
	h.stay(t, func(ctx context.Context, tx *db.Tx) (err error) {
		talk, err = h.OpenStream(ctx, tx, "group", "show", "nina")
		return err
	})
	h.room.ID = talk
	admit := func(ctx context.Context, tx *db.Tx) error { return h.Admit(ctx, tx, talk, "tom") }
	dismiss := func(ctx context.Context, tx *db.Tx) error { return h.Dismiss(ctx, tx, talk, "tom") }
	reads := func(want, last string) {
		t.Helper()
		if got := strings.Join(h.texts(t, h.tom), ","); got != want {
			t.Errorf("Tom reads %q, want %q", got, want)
		}
		c, err := h.Find(t.Context(), h.tom, talk)
		if err != nil || c.LastMessage != last {
			t.Errorf("Tom's last message is %q (%v), want %q", c.LastMessage, err, last)
		}
	}
	h.say(t, h.nina, "before")
	h.stay(t, admit)
	reads("", "")
	h.say(t, h.nina, "here")
	h.stay(t, dismiss)
	h.clock.Advance(time.Second)
	h.say(t, h.nina, "between")
	reads("here", "here")
	h.stay(t, admit)
	h.say(t, h.nina, "again")
	h.stay(t, dismiss)
	h.clock.Advance(time.Second)
	h.say(t, h.nina, "for those who pay")
	reads("again,here", "again")
	if c, err := h.Find(t.Context(), h.nina, talk); err != nil || c.LastMessage != "for those who pay" {
		t.Errorf("Nina's last message is %q (%v)", c.LastMessage, err)
	}
}

// A seat that only waited opens nothing, once it is given back.
func TestWithdrawnStayReadsNothing(t *testing.T) {
	h := setup(t)
	var talk string
	h.stay(t, func(ctx context.Context, tx *db.Tx) (err error) {
		if talk, err = h.OpenStream(ctx, tx, "group", "show", "nina"); err != nil {
			return err
		}
		return h.Admit(ctx, tx, talk, "tom")
	})
	if _, err := h.Find(t.Context(), h.tom, talk); err != nil {
		t.Fatalf("Tom waits and finds no talk: %v", err)
	}
	h.stay(t, func(ctx context.Context, tx *db.Tx) error { return h.Withdraw(ctx, tx, talk, "tom") })
	if _, err := h.Find(t.Context(), h.tom, talk); !errors.Is(err, errNoConversation) {
		t.Errorf("Tom finds the talk: %v", err)
	}
	if _, err := h.History(t.Context(), h.tom, talk, Choice{Limit: 25}); !errors.Is(err, errNoConversation) {
		t.Errorf("Tom reads the talk: %v", err)
	}
}
