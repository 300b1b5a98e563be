package demosite

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/identity"
	"limelight/internal/kit/api"
	"limelight/internal/performer"
)

// applicant is somebody whose papers the operator has to look at, or has sent
// back. Nobody logs in as them.
type applicant struct {
	person
	Role     account.Role `json:"role"` // performer or studio
	Gender   string       `json:"gender"`
	Born     string       `json:"born"`
	Day      int          `json:"day"`      // of the history, on which they apply
	Rejected string       `json:"rejected"` // why their papers were sent back the day after; empty: they wait
}

// apply has those register who come on this day, and sends back what the day
// before brought.
func (h *history) apply(ctx context.Context, day int) error {
	for _, a := range h.people.Applicants {
		var err error
		switch {
		case day == a.Day:
			err = h.submitApplication(ctx, a)
		case day == a.Day+1 && a.Rejected != "":
			err = h.sendBack(a)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a.Username, err)
		}
	}
	return nil
}

func (h *history) submitApplication(ctx context.Context, a applicant) error {
	document, err := picture("papers/" + a.Username + "-document.jpg")
	if err != nil {
		return err
	}
	n := newAccount(a.Role, a.person, a.Born)
	if a.Role == account.Studio {
		_, err = h.past.Studios.Register(ctx, n, document)
	} else {
		var card api.File
		if card, err = picture("papers/" + a.Username + "-id.jpg"); err != nil {
			return err
		}
		_, err = h.past.Performers.Register(ctx, n, a.Gender, performer.Documents{ID: card, Document: document})
	}
	return errors.Join(err, h.past.Bus.Drain(ctx)) // it is in the queue from this hour on
}

// sendBack rejects the papers that wait longest of this applicant.
func (h *history) sendBack(a applicant) error {
	waiting, _, err := h.past.Identity.Queue(h.boss, identity.Submitted, 0, 10)
	if err != nil {
		return err
	}
	for _, check := range waiting {
		if check.Account.Username != a.Username {
			continue
		}
		_, err := h.past.Identity.Reject(h.boss, check.ID, a.Rejected)
		return err
	}
	return errors.New("the papers are not in the queue")
}
