package payouts

import (
	"limelight/internal/account"
	"limelight/internal/kit/fault"
)

// The refusals of a decision.
var (
	ErrOwn         = fault.New(fault.Conflict, "You cannot decide your own request.").Coded("own_request")
	ErrFinal       = fault.New(fault.Conflict, "This request is closed; nothing changes it any more.").Coded("request_closed")
	ErrNotApproved = fault.New(fault.Conflict, "Approve this request before you mark it as paid.").Coded("not_approved")
	ErrUnderWay    = fault.New(fault.Conflict, "This request is being paid; it cannot be cancelled any more.").Coded("under_way")
	ErrRepeated    = fault.New(fault.Conflict, "This request has this status already.").Coded("repeated")
	ErrSecond      = fault.New(fault.Conflict, "You have approved this request. Another admin must approve it too.").Coded("second_approver")
	ErrStudios     = fault.New(fault.Conflict, "The {performer}'s studio decides this request.").Coded("studio_decides")
	ErrBatched     = fault.New(fault.Conflict, "This request is in a batch. Mark the batch as paid, or discard it.").Coded("in_batch")
	errNoWay       = fault.New(fault.Conflict, "This request cannot get this status.")
)

type move struct{ from, to Status }

// moves are all there are. What is not here does not happen.
var moves = map[move]bool{
	{Pending, Processing}:  true,
	{Processing, Done}:     true,
	{Pending, Rejected}:    true,
	{Processing, Rejected}: true,
	{Pending, Cancelled}:   true,
}

// refusals name the moves that people try.
var refusals = map[move]error{
	{Pending, Pending}:       ErrRepeated,
	{Processing, Processing}: ErrRepeated,
	{Pending, Done}:          ErrNotApproved,
	{Processing, Cancelled}:  ErrUnderWay,
}

func (s Status) final() bool { return s == Done || s == Rejected || s == Cancelled }

// ask is what somebody wants of a request.
type ask struct {
	by        account.Caller
	to        Status
	reason    string
	reference string
	two       bool   // two approvers are needed
	batch     string // the batch that is being paid; empty: by hand
}

// decide is the one place where a request gets a status: it returns the request
// as it is afterwards, or why it stays. The first of two approvals leaves it
// pending, with FirstBy set.
func decide(r Request, a ask) (Request, error) {
	if err := mayDecide(r, a); err != nil {
		return r, err
	}
	if r.Status.final() {
		return r, ErrFinal
	}
	if !moves[move{r.Status, a.to}] {
		if refusal := refusals[move{r.Status, a.to}]; refusal != nil {
			return r, refusal
		}
		return r, errNoWay
	}
	if r.BatchID != a.batch {
		return r, ErrBatched
	}
	switch {
	case a.to == Rejected && a.reason == "":
		return r, fault.Missing("note")
	case a.to == Processing && a.two && r.FirstBy == "":
		r.FirstBy = a.by.ID
		return r, nil
	case a.to == Processing && r.FirstBy == a.by.ID:
		return r, ErrSecond
	case a.to == Processing:
		r.ApprovedBy = a.by.ID
	default:
		r.DecidedBy = a.by.ID
	}
	r.Status, r.Reason, r.Reference = a.to, a.reason, a.reference
	return r, nil
}

// mayDecide: who asked may cancel, and nothing else. Her studio decides a
// member's request, an admin everybody else's; to others it does not exist.
func mayDecide(r Request, a ask) error {
	switch {
	case a.by.ID == r.AccountID && a.to == Cancelled:
		return nil
	case a.by.ID == r.AccountID:
		return ErrOwn
	case a.by.Role == account.Studio && a.by.ActsFor() == r.StudioID && r.StudioID != "",
		a.by.Role == account.Admin && r.StudioID == "":
		if a.to == Cancelled {
			return errNoWay
		}
		return nil
	case a.by.Role == account.Admin:
		return ErrStudios
	}
	return ErrAbsent
}
