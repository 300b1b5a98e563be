package assets

import (
	"slices"
	"time"
)

// Status says where an asset is on its way to the shop.
type Status string

// The statuses. An inactive asset is approved and not on sale: its performer took it off,
// or it waits for its time (PublishAt). Nothing leaves Removed.
const (
	Draft    Status = "draft"
	Pending  Status = "pending"
	Active   Status = "active"
	Rejected Status = "rejected"
	Inactive Status = "inactive"
	Removed  Status = "removed"
)

// The modes of the review (the setting reviewMode).
const (
	ReviewOff = "off"
	ReviewNew = "newPerformers"
	ReviewAll = "all"
)

// verb is what may be done with an asset's status.
type verb string

const (
	submit     verb = "submit"     // the performer asks for it to be sold
	approve    verb = "approve"    // staff let it be sold
	reject     verb = "reject"     // staff do not
	activate   verb = "activate"   // the performer puts it back on sale
	deactivate verb = "deactivate" // the performer takes it off sale
	publish    verb = "publish"    // its time has come
	remove     verb = "remove"     // the performer deletes it
)

// from are the statuses in which each verb is allowed.
var from = map[verb][]Status{
	submit:     {Draft, Rejected, Pending},
	approve:    {Pending},
	reject:     {Pending},
	activate:   {Inactive},
	deactivate: {Active},
	publish:    {Inactive},
	remove:     {Draft, Pending, Active, Rejected, Inactive},
}

// to is the status that each verb leads to, but for the two that let an asset be sold:
// those depend on whether it waits for its time.
var to = map[verb]Status{
	submit: Pending, reject: Rejected, activate: Active, deactivate: Inactive, publish: Active, remove: Removed,
}

// may refuses a verb that the asset's status does not allow.
func (a *Asset) may(v verb) error {
	if !slices.Contains(from[v], a.Status) {
		return ErrStatus.With("status", string(a.Status))
	}
	return nil
}

// become moves the asset to the status that a verb leads to.
func (a *Asset) become(v verb) error {
	if err := a.may(v); err != nil {
		return err
	}
	a.Status, a.RejectReason = to[v], ""
	return nil
}

// edited says what an edit that a review is about does to the status: what is on sale
// waits for the review again, what was taken off sale is a draft again.
func (s Status) edited() Status {
	switch s {
	case Active:
		return Pending
	case Inactive:
		return Draft
	}
	return s
}

// reopen sends an asset that was approved back to the review.
func (a *Asset) reopen(now time.Time) {
	was := a.Status
	a.Status = was.edited()
	if was == Active {
		a.SubmittedAt = now
	}
}

// sell puts an asset on sale by a verb.
func (a *Asset) sell(v verb, now time.Time) error {
	if err := a.become(v); err != nil {
		return err
	}
	a.PublishAt = time.Time{}
	if a.PublishedAt.IsZero() {
		a.PublishedAt = now
	}
	return nil
}
