package messages

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	conversationViewed  = audit.Declare("conversation.viewed", "Conversation: viewed")
	conversationCleared = audit.Declare("conversation.cleared", "Conversation: cleared")
	messageWritten      = audit.Declare("message.written", "Message: written")
	messageRemoved      = audit.Declare("message.removed", "Message: removed")
)
