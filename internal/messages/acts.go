package messages

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	conversationViewed  = audit.Declare("conversation.viewed", "Conversation: viewed")
	conversationOpened  = audit.Declare("conversation.opened", "Conversation: opened")
	conversationCleared = audit.Declare("conversation.cleared", "Conversation: cleared")
	messageWritten      = audit.Declare("message.written", "Message: written")
	messageReleased     = audit.Declare("message.released", "Message: let go")
	messageRefused      = audit.Declare("message.refused", "Message: refused")
	heldViewed          = audit.Declare("message.heldViewed", "Held messages: viewed")
	reportsViewed       = audit.Declare("message.reportsViewed", "Reports of messages: viewed")
	reportClosed        = audit.Declare("message.reportClosed", "Report of messages: closed")
	messageRemoved      = audit.Declare("message.removed", "Message: removed")
)
