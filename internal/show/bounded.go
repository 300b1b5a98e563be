package show

import (
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

// Bounded tells whether a connection to the media engine is one of those whose number
// on a node is bounded: to a public show, which anybody may watch. Whoever publishes, or
// sits in a paid show, is never refused because others have filled the node.
func Bounded(g sfu.Grant) bool {
	_, _, leg := lifecycle.ReadRoom(g.Room)
	return readIdentity(g.Identity).viewer() && leg == ""
}
