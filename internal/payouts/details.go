package payouts

import (
	"context"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/payouts/rails"
)

// Destinations are where people are paid.
type Destinations struct{ *core }

// Details is where somebody is paid by one method, masked.
type Details struct {
	To        rails.Destination
	ChangedAt time.Time
}

// DetailsChanged is published when somebody has new payout details. The owner is
// mailed: who did not do it has until FrozenUntil to say so.
type DetailsChanged struct {
	AccountID   string       `json:"accountId"`
	Method      rails.Method `json:"method"`
	Shown       string       `json:"shown"` // masked
	FrozenUntil time.Time    `json:"frozenUntil"`
}

// EventName names the event on the bus.
func (DetailsChanged) EventName() string { return "payouts.details_changed" }

// SetDetails keeps a destination of the account's, and returns it masked. Another
// destination than before freezes the account's payouts; the same one again
// changes nothing. It fails with a refused field.
func (s *Destinations) SetDetails(ctx context.Context, accountID string, to rails.Destination) (d Details, err error) {
	if to, err = rails.Clean(to); err != nil {
		return Details{}, err
	}
	sealed, err := s.sealed(detailsPlace(accountID, to.Method), to)
	if err != nil {
		return Details{}, err
	}
	now := s.Now()
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		d = Details{To: to.Masked(), ChangedAt: now}
		kept, found, err := s.details(ctx, tx, accountID, to.Method)
		if err != nil {
			return err
		}
		if found && kept.to == to {
			d.ChangedAt = kept.changedAt
			return nil
		}
		if err := upsertDetails(ctx, tx, accountID, to.Method, sealed, now); err != nil {
			return err
		}
		if err := s.Audit.Record(ctx, tx, audit.Act{Action: detailsChanged, Subject: "account:" + accountID, Reason: string(to.Method)}); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, DetailsChanged{
			AccountID: accountID, Method: to.Method, Shown: to.Label(), FrozenUntil: now.Add(s.Rules().Freeze),
		})
	})
	return d, err
}

// AllDetails are the account's destinations, masked, in the order of Methods, and
// until when they freeze payouts; the zero time when they do not.
func (s *Destinations) AllDetails(ctx context.Context, accountID string) (list []Details, frozen time.Time, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list = nil
		for _, method := range rails.Methods {
			kept, found, err := s.details(ctx, tx, accountID, method)
			if err != nil {
				return err
			}
			if found {
				list = append(list, Details{To: kept.to.Masked(), ChangedAt: kept.changedAt})
			}
		}
		frozen, err = s.frozenUntil(ctx, tx, accountID)
		return err
	})
	return list, frozen, err
}

// kept is a destination as it is, opened.
type kept struct {
	to        rails.Destination
	changedAt time.Time
}

func (s *Destinations) details(ctx context.Context, tx *db.Tx, accountID string, method rails.Method) (k kept, found bool, err error) {
	sealed, changedAt, found, err := selectDetails(ctx, tx, accountID, method)
	if err != nil || !found {
		return kept{}, false, err
	}
	to, err := s.opened(detailsPlace(accountID, method), sealed)
	return kept{to, changedAt}, true, err
}

// frozenUntil is when payouts begin again after the newest change of details.
func (s *Destinations) frozenUntil(ctx context.Context, tx *db.Tx, accountID string) (time.Time, error) {
	changed, err := selectChanged(ctx, tx, accountID)
	if err != nil || changed.IsZero() {
		return time.Time{}, err
	}
	if until := changed.Add(s.Rules().Freeze); until.After(s.Now()) {
		return until, nil
	}
	return time.Time{}, nil
}
