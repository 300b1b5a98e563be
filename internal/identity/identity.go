// Package identity checks who performers and studios are: they hand in documents, an
// admin looks at them and decides.
//
// Invariants:
//   - a check is decided once, by an admin who did not hand it in;
//   - nobody is verified on a document that has expired or of a person under 18;
//   - a document is never shown before the look at it is in the audit log, with its
//     reason.
package identity

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/secretbox"
)

// The states of a check.
const (
	Submitted = "submitted"
	Verified  = "verified"
	Rejected  = "rejected"
)

// The refusals of this package.
var (
	ErrNoCheck   = fault.New(fault.NotFound, "This identity check does not exist.")
	ErrNoFile    = fault.New(fault.NotFound, "This document does not exist.")
	ErrDecided   = fault.New(fault.Conflict, "This identity check has been decided already.").Coded("already_decided")
	ErrOwnCheck  = fault.New(fault.Forbidden, "Forbidden in the action!").Coded("own_submission")
	errNoReason  = fault.Missing("reason")
	errYoung     = fault.Refuse(fault.Problem{Property: "birthDate", Rule: "adult", Text: "You must be at least 18 years old."})
	errExpired   = fault.Refuse(fault.Problem{Property: "expiry", Rule: "expired", Text: "This document has expired"})
	errOtherBorn = fault.Refuse(fault.Problem{Property: "birthDate", Rule: "differs", Text: "This is not the date of birth of the registration"})
)

// Check is one set of documents and what became of it.
type Check struct {
	ID          string        `json:"_id"`
	Account     account.Card  `json:"account"`
	Role        account.Role  `json:"role" enum:"performer,studio"`
	State       string        `json:"state" enum:"submitted,verified,rejected"`
	Documents   []string      `json:"documents" doc:"which documents there are to look at"`
	SubmittedBy string        `json:"submittedBy"`
	SubmittedAt time.Time     `json:"submittedAt"`
	Reason      string        `json:"reason,omitempty"`
	DecidedBy   string        `json:"decidedBy,omitempty"`
	DecidedAt   *time.Time    `json:"decidedAt,omitempty"`
	Document    *Document     `json:"paper,omitempty"`
	Registered  *Registration `json:"registered,omitempty"`
	files       map[string]string
}

// Registration is what the person said of themselves, to compare with the
// document.
type Registration struct {
	Name        string `json:"name"`
	Email       string `json:"email"`
	DateOfBirth string `json:"dateOfBirth"`
	Country     string `json:"country"`
}

// Document is what the approver reads off a document. The number is kept sealed
// and shown masked.
type Document struct {
	Type      string `json:"type" enum:"passport,identity_card,driving_licence,company_register"`
	Number    string `json:"number" minLength:"3" maxLength:"60"`
	Country   string `json:"country" pattern:"^[A-Z]{2}$"`
	Expiry    string `json:"expiry,omitempty" format:"date" doc:"the last day; empty when the document does not expire"`
	LegalName string `json:"legalName" minLength:"2" maxLength:"120"`
	BirthDate string `json:"birthDate,omitempty" format:"date" doc:"not asked of a company"`
}

// Submission is a set of documents handed in. Studios hand in no IDFile.
type Submission struct {
	AccountID    string
	Role         account.Role
	SubmittedBy  string
	IDFile       string
	DocumentFile string
}

// Decided is published when a check has been decided.
type Decided struct {
	CheckID   string       `json:"checkId"`
	AccountID string       `json:"accountId"`
	Role      account.Role `json:"role"`
	Verified  bool         `json:"verified"`
	Reason    string       `json:"reason"`
}

// EventName names the event on the bus, where deliveries of earlier versions may wait.
func (Decided) EventName() string { return "moderation.decided" }

// Subject is a domain whose people are checked: performers, studios.
type Subject interface {
	// SetVerification records a decision. until is when the document expires; zero
	// means that it does not.
	SetVerification(ctx context.Context, tx *db.Tx, accountID string, verified bool, reason string, until time.Time) error
}

// Deps is what the service stands on.
type Deps struct {
	DB       *db.DB
	Events   *bus.Bus
	Audit    *audit.Log
	Accounts *account.Service
	Subjects map[account.Role]Subject // by the role that is checked
	Files    *files.Service
	Seals    *secretbox.Keys
	Now      func() time.Time
}

// Service keeps the checks.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }
