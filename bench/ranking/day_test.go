package main

import (
	"slices"
	"testing"

	"limelight/internal/testkit"
)

// orderOfTheDay is the list at the end of the day, whatever the engine. A new version of the formula
// has another one.
const orderOfTheDay = "28c589bd475d34fd"

// In a day everybody is shown, the last one too, and both engines come to the same list.
func TestDay(t *testing.T) {
	s, err := newDay(t.Context(), testkit.DB(t), 20)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.pass(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	shown, err := s.impressions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := slices.Index(shown, 0); n >= 0 {
		t.Errorf("performer %d was never shown", n)
	}
	if g := gini(shown); g > 500 {
		t.Errorf("impressions have a Gini coefficient of 0.%03d, want at most 0.5", g)
	}
	order, err := s.order(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if order != orderOfTheDay {
		t.Errorf("the day ends with the list %s, want %s", order, orderOfTheDay)
	}
}

func TestGini(t *testing.T) {
	for _, one := range []struct {
		list []int64
		want int64
	}{{[]int64{5, 5, 5, 5}, 0}, {[]int64{0, 0, 0, 8}, 750}, {[]int64{3, 1}, 250}, {nil, 0}, {[]int64{0, 0}, 0}} {
		if got := gini(one.list); got != one.want {
			t.Errorf("the Gini coefficient of %v is %d thousandths, want %d", one.list, got, one.want)
		}
	}
}
