package messages

// Waiting is published when somebody who had read all of a direct conversation has a line to read.
type Waiting struct {
	ConversationID string `json:"conversationId"`
	Seq            int64  `json:"seq"` // the line's number
	SenderID       string `json:"senderId"`
	RecipientID    string `json:"recipientId"`
}

// EventName implements bus.Event.
func (Waiting) EventName() string { return "messages.waiting" }

// WasRead is published when somebody has read, or cleared, a direct conversation in which something waited.
type WasRead struct {
	ConversationID string `json:"conversationId"`
	AccountID      string `json:"accountId"`
}

// EventName implements bus.Event.
func (WasRead) EventName() string { return "messages.read" }

// TakenDown is published when staff have deleted a photo that its member had paid for.
type TakenDown struct {
	MessageID string `json:"messageId"`
	SenderID  string `json:"senderId"`
	Reason    string `json:"reason"`
}

// EventName implements bus.Event.
func (TakenDown) EventName() string { return "messages.takenDown" }

// Refused is published when staff have deleted a line that waited for them.
type Refused struct {
	MessageID string `json:"messageId"`
	SenderID  string `json:"senderId"`
	IsSold    bool   `json:"isSold"` // a photo that is sold
	IsPaid    bool   `json:"isPaid"` // its sender had paid for it, and has that back
	Reason    string `json:"reason"`
}

// EventName implements bus.Event.
func (Refused) EventName() string { return "messages.refused" }
