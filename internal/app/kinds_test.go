package app

import (
	"slices"
	"testing"
)

// What is posted is declared, once, with its words: whoever lists or names kinds forgets none.
func TestKindsAreDeclared(t *testing.T) {
	s, err := withoutDatabase()
	if err != nil {
		t.Fatal(err)
	}
	ids := kinds.IDs()
	for _, rule := range s.rules {
		for _, kind := range rule.Kinds {
			if !slices.Contains(ids, kind) {
				t.Errorf("%s is posted, and no kind of kinds.go", kind)
			}
		}
	}
	for i, kind := range kinds {
		if kind.One == "" || kind.Many == "" || slices.Contains(ids[:i], kind.ID) {
			t.Errorf("%+v is declared twice, or has no words", kind)
		}
	}
}
