package studio

import (
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
)

// What the owner of a studio and its staff do. Each act is in the audit log with the name
// of who did it, and on the studio's own page of what was done (staff.go).
var (
	studioChanged   = audit.Declare("studio.changed", "Studio: changed")
	documentSent    = audit.Declare("studio.document_sent", "Studio: document sent")
	modelHired      = audit.Declare("studio_member.hired", "Studio member: account opened")
	modelSwitched   = audit.Declare("studio_member.switched", "Studio member: switched on or off")
	modelInvited    = audit.Declare("studio_invitation.sent", "Studio invitation: sent")
	inviteRecalled  = audit.Declare("studio_invitation.withdrawn", "Studio invitation: withdrawn")
	partingAsked    = audit.Declare("studio_parting.asked", "Leaving a studio: asked for")
	partingDecided  = audit.Declare("studio_parting.decided", "Leaving a studio: decided")
	defaultShared   = audit.Declare("studio_commission.default", "Studio commission: default changed")
	shareOffered    = audit.Declare("studio_commission.offered", "Studio commission: offered")
	sharesOffered   = audit.Declare("studio_commission.offered_to_many", "Studio commission: offered to several")
	offerRecalled   = audit.Declare("studio_commission.withdrawn", "Studio commission: offer withdrawn")
	documentKept    = audit.Declare("studio_document.added", "Studio document: added")
	documentOpened  = audit.Declare("studio_document.opened", "Studio document: opened")
	documentSigned  = audit.Declare("studio_document.signed", "Studio document: signed")
	documentRemoved = audit.Declare("studio_document.removed", "Studio document: removed")
	documentsListed = audit.Declare("studio_document.listed", "Studio documents: listed")
	shiftsExported  = audit.Declare("studio_shifts.exported", "Studio shift plan: taken away as a file")
	statsExported   = audit.Declare("studio_statistics.exported", "Studio statistics: taken away as a file")

	staffInvited   = audit.Declare("studio_staff.invited", "Studio staff: invited")
	staffPermitted = audit.Declare("studio_staff.permitted", "Studio staff: rights changed")
	staffSuspended = audit.Declare("studio_staff.suspended", "Studio staff: suspended")
	staffRestored  = audit.Declare("studio_staff.restored", "Studio staff: restored")
	staffRemoved   = audit.Declare("studio_staff.removed", "Studio staff: removed")
)

// Deed is something that the owner of a studio, or somebody of its staff, did for it.
type Deed struct {
	ID      string         `json:"_id"`
	At      time.Time      `json:"at"`
	By      account.Card   `json:"by"`
	Action  audit.ActionID `json:"action"`
	Subject string         `json:"subject" doc:"kind:id, such as account:…"`
	Of      *account.Card  `json:"of,omitempty" doc:"the account that it was about"`
	Reason  string         `json:"reason,omitempty"`
	Before  string         `json:"before,omitempty"`
	After   string         `json:"after,omitempty"`
}
