// Package show is what happens on stage: a performer goes live, people watch,
// the show ends. In a private or group show the members pay by the minute, and
// nobody else sees them. The rights to publish and to watch are decided here, again
// at every connection (package gate), and enforced by the media engine.
//
// Invariants:
//   - a performer has at most one show on stage, and a member at most one seat in
//     a paid show (unique indices say so);
//   - only the identity named as the show's publisher may publish the performer,
//     and only the identity named in a seat may use that seat;
//   - the public show is held while its performer is in a paid one: its epoch is
//     over, its media room deleted, every older token dark (gate/evict.go);
//   - a token opens one room of one epoch and dies with the show, the seat, the
//     session, a block or a suspension, whichever is first;
//   - a seat's meter runs only while the performer's picture and the member are
//     both in the room of a live show whose lease a node holds (core/settle.go): what
//     nobody could see is never billed;
//   - a show without media for its grace ends by itself.
package show

import (
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/runner"
	"limelight/internal/show/seams"
	"limelight/internal/show/snapshots"
)

// tokenLife is how long a token may be used to connect. Reconnection asks for a new
// one, so it can be short.
const tokenLife = 15 * time.Minute

// PolicyVersion numbers the rules of metering and refunding that a receipt names
// (docs/behaviours: private show 6). It grows when they change.
const PolicyVersion = 1

// Refusals.
var (
	ErrOffline     = fault.New(fault.Conflict, "This {performer} is offline.").Coded("offline")
	ErrInPrivate   = fault.New(fault.Conflict, "This {performer} is in a private show.").Coded("in_private")
	ErrInGroup     = fault.New(fault.Conflict, "This {performer} is in a group show.").Coded("in_group")
	ErrAway        = fault.New(fault.Conflict, "This {performer} is away for a moment.").Coded("away")
	ErrAlreadyLive = fault.New(fault.Conflict, "You are already live on another device.").Coded("already_live")
	ErrInShow      = fault.New(fault.Conflict, "You are in a paid show. End it first.").Coded("in_show")
)

// Service runs shows. It is the sum of its parts, each of which has the verbs of one
// concern.
type Service struct {
	*core.Core             // puts shows on stage and ends them; stands on Gate, which admits connections
	*publicShows           // going live
	*privateShows          // asking for a private show, accepting, ending
	*groupShows            // starting a group show, taking a seat
	*peekIns               // looking into a private show
	*quotes                // what a private show would cost
	*clientSessions        // what clients get of a show
	*receipts              // what a show came to
	*runner.Runner         // leases, clocks, deadlines
	*runner.Listener       // what the media engine tells
	*snapshots.Snapshotter // pictures for the cards
	*monitor               // what staff see
}

// New makes the service. Run watches shows; the engine's events go to HandleEngineEvent.
func New(d seams.Deps) *Service {
	shows := core.New(gate.New(&d))
	sessions := &clientSessions{shows}
	pictures := snapshots.New(shows.Gate)
	asked := &quotes{shows}
	return &Service{
		Core: shows, publicShows: &publicShows{sessions}, privateShows: &privateShows{sessions, asked},
		groupShows: &groupShows{sessions}, peekIns: &peekIns{sessions}, quotes: asked, clientSessions: sessions,
		receipts: &receipts{shows}, Runner: runner.New(shows, pictures), Listener: runner.NewListener(shows), Snapshotter: pictures, monitor: &monitor{&d},
	}
}
