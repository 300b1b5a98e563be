package notices

import (
	"context"
	"time"

	"limelight/internal/kit/db"
)

const (
	// recheckSize is how many accounts are asked about again in one transaction.
	recheckSize = 100
	// endSize is how many pushes are taken back in one transaction when something is over.
	endSize = 1000
)

// withdraw takes back what accounts were told of a subject.
func (n *Announcer) withdraw(ctx context.Context, tx *db.Tx, kind, subjectID string, accountIDs []string) error {
	changed, err := deleteTold(ctx, tx, kind, subjectID, accountIDs)
	if err != nil {
		return err
	}
	for _, accountID := range accountIDs {
		if changed[accountID] {
			if err := n.publish(ctx, tx, Read{accountID}); err != nil {
				return err
			}
		}
	}
	if n.Pusher == nil {
		return nil
	}
	return n.Pusher.Withdraw(ctx, tx, tagOf(kind, subjectID), accountIDs...)
}

// recheck takes back what the next accounts were told that may not know of it now.
func (n *Announcer) recheck(ctx context.Context, tx *db.Tx, about subject, a announcement) (announcement, error) {
	told, err := selectTold(ctx, tx, a.Kind, a.SubjectID, a.CheckedID, recheckSize)
	if err != nil {
		return a, err
	}
	a.Rechecks, a.CheckedID = false, ""
	if len(told) == 0 {
		return a, nil
	}
	if len(told) == recheckSize {
		a.Rechecks, a.CheckedID = true, told[len(told)-1]
	}
	admitted, err := about.admitted(ctx, tx, told)
	if err != nil {
		return a, err
	}
	var not []string
	for _, accountID := range told {
		if !admitted[accountID] {
			not = append(not, accountID)
		}
	}
	if len(not) == 0 {
		return a, nil
	}
	return a, n.withdraw(ctx, tx, a.Kind, a.SubjectID, not)
}

// end takes back what waits to be pushed of what is over.
func (n *Announcer) end(ctx context.Context, tx *db.Tx, a announcement) (announcement, error) {
	if n.Pusher != nil {
		took, err := n.Pusher.WithdrawBulk(ctx, tx, tagOf(a.Kind, a.SubjectID), endSize)
		if err != nil || took == endSize {
			return a, err
		}
	}
	a.DueAt = time.Time{}
	return a, nil
}

// visible are those of some notices of which the caller may know. One that nobody can read is left out.
func (n *Announcer) visible(ctx context.Context, tx *db.Tx, list []row) (left []row, err error) {
	type announced struct{ kind, subjectID string }
	known := map[announced]bool{}
	for _, r := range list {
		to, is := n.audiences[r.Kind]
		if !is {
			left = append(left, r)
			continue
		}
		of := announced{r.Kind, r.SubjectID}
		may, asked := known[of]
		if !asked {
			about, err := to.of(r.Data)
			if err != nil {
				continue
			}
			if may, err = about.visible(ctx, tx); err != nil {
				return nil, err
			}
			known[of] = may
		}
		if may {
			left = append(left, r)
		}
	}
	return left, nil
}
