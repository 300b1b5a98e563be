package show

import (
	"limelight/internal/kit/sfu"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/seams"
	"limelight/internal/show/store"
)

// Callers of this package need no other: here is what they name of its parts.
type (
	Show   = lifecycle.Show
	Reason = lifecycle.Reason
	Cut    = store.Cut

	Deps   = seams.Deps
	Rules  = seams.Rules
	Offer  = seams.Offer
	Engine = seams.Engine
	Rooms  = seams.Rooms

	// The events, which Requested completes.
	Changed = core.Changed
	Seated  = core.Seated
	Ticked  = core.Ticked
	Decided = core.Decided
)

// Types, statuses and reasons of a show, and a status of Decided.
const (
	Public        = lifecycle.Public
	Live          = lifecycle.Live
	Ended         = lifecycle.Ended
	PerformerLeft = lifecycle.PerformerLeft
	Moderator     = lifecycle.Moderator
	Maintenance   = lifecycle.Maintenance
	Busy          = core.Busy
)

// The refusals of AdmitPlaylist.
var (
	ErrNotAdmitted = gate.ErrNotAdmitted
	ErrEpochOver   = gate.ErrEpochOver
)

// PersonOf is the person behind a media identity: the same in every tab of an account.
func PersonOf(viewer string) string { return gate.PersonOf(viewer) }

// Bounded tells whether a connection to the media engine is one of those whose number on a
// node is bounded (gate.Bounded).
func Bounded(g sfu.Grant) bool { return gate.Bounded(g) }
