package audit

import (
	"cmp"
	"slices"

	"limelight/internal/kit/api"
)

// Action is a thing that staff do. The package in which it is done declares it, as
// a package variable: var suspended = audit.Declare("account.suspended", "Account: suspended").
type Action struct{ id, words string }

// ID is the action as it stands in the log: noun.verb.
func (a Action) ID() string { return a.id }

// Words name the action in the back office, in English.
func (a Action) Words() string { return a.words }

// ActionID is the id of an action in answers.
type ActionID = api.Word[Set]

// Set names the set of actions in the API's document.
type Set struct{}

// WordSet is the set's name.
func (Set) WordSet() string { return "auditAction" }

// declared is what package variables have declared before main began. It is a list
// that writes itself: an action that can be recorded cannot be missing from the API's
// document, nor from the back office.
var declared []Action

// Declare makes an action. Its id stands in the log for good: it is never changed.
func Declare(id, words string) Action {
	if id == "" || words == "" {
		panic("audit: an action needs an id and words: " + id + words)
	}
	if slices.ContainsFunc(declared, func(a Action) bool { return a.id == id }) {
		panic("audit: the action " + id + " is declared twice")
	}
	a := Action{id, words}
	declared = append(declared, a)
	return a
}

// Actions lists what has been declared, by id.
func Actions() []Action {
	return slices.SortedFunc(slices.Values(declared), func(a, b Action) int { return cmp.Compare(a.id, b.id) })
}
