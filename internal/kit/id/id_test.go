package id

import (
	"slices"
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
