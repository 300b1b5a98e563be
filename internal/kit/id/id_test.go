package id

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestIdsSortByTime(t *testing.T) {
	at := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	var ids []string
	for i := range 100 {
		ids = append(ids, New(at.Add(time.Duration(i)*time.Millisecond)))
	}
	if !slices.IsSorted(ids) {
		t.Error("ids made later do not sort later")
	}
	if len(ids[0]) != 26 {
		t.Errorf("an id has %d characters, want 26", len(ids[0]))
	}
}

func TestSecretsDiffer(t *testing.T) {
	first, second := Secret(), Secret()
	if first == second || len(first) != 43 || len(Ticket()) != 22 {
		t.Error("secrets repeat or have the wrong length")
	}
}

func TestFloorParts(t *testing.T) {
	at := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	floor := Floor(at)
	if before, then := New(at.Add(-time.Millisecond)), New(at); !(before < floor && floor <= then) {
		t.Errorf("%s does not lie between %s and %s", floor, before, then)
	}
	if Floor(time.Time{}) != "" {
		t.Error("the zero instant has a floor")
	}
}

// What is said in one millisecond is read in the order in which it was said.
func TestIDsOfOneMillisecondAreInOrder(t *testing.T) {
	at, before := time.UnixMilli(1_700_000_000_000), ""
	for range 10_000 {
		made := New(at)
		if made <= before || len(made) != 26 {
			t.Fatalf("%s was made after %s", made, before)
		}
		if when, ok := Time(made); !ok || !when.Equal(at.UTC()) {
			t.Fatalf("%s was made at %v", made, when)
		}
		before = made
	}
}

func TestValid(t *testing.T) {
	for text, want := range map[string]bool{
		New(time.Unix(1, 0)): true, "nina": true, "a-b_9": true, strings.Repeat("a", 64): true,
		"": false, strings.Repeat("a", 65): false, "a b": false, "\x00": false, "\xff": false, "ä": false, "../x": false,
	} {
		if Valid(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
