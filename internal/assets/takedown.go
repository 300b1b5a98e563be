package assets

import (
	"cmp"
	"context"
	"slices"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// ErrTakenDown refuses what a performer would change of something that staff took down: it
// stays as it was seen.
var ErrTakenDown = fault.New(fault.Conflict, "The site has taken this down. It cannot be changed.").Coded("taken_down")

// TakenDown is published when staff have taken something down, have changed the reason or
// what its buyers have, or have put it back.
type TakenDown struct {
	AssetID     string `json:"assetId"`
	Kind        string `json:"kind"`
	PerformerID string `json:"performerId"`
	Title       string `json:"title"`
	Status      Status `json:"status"`
	Reason      string `json:"reason"`
	Changed     bool   `json:"changed"` // it was taken down before
	PutBack     bool   `json:"putBack"`
	AccessEnded bool   `json:"accessEnded"` // its buyers have it no more
}

// EventName names the event on the bus.
func (TakenDown) EventName() string { return "assets.takenDown" }

// IsTakenDown reports whether staff took the asset down.
func (a *Asset) IsTakenDown() bool { return a.TakenFrom != "" }

// hasEnded reports whether staff ended the access of the asset's buyers.
func (a *Asset) hasEnded() bool { return !a.AccessEndedAt.IsZero() }

// Takedowns are what staff take down, and put back.
type Takedowns struct{ *core }

// TakeDown takes something off sale at once that was approved once, and everywhere; its
// performer can change nothing of it until Restore. Its buyers keep it, or lose their access
// to it, also to what its performer has removed. Of something that is taken down already it
// changes that choice and the reason; where both are so already, nothing happens. version is
// the one that staff have seen: ErrVersion for another one by now, which somebody else may
// have decided about. Tokens are not moved: who paid asks for them (refunds).
func (s *Takedowns) TakeDown(ctx context.Context, assetID string, version int64, endAccess bool, reason string) (Asset, error) {
	return s.byStaff(ctx, assetID, reason, func(ctx context.Context, tx *db.Tx, a *Asset, reason string) error {
		was := *a
		switch {
		case a.ShownTitle == "":
			return ErrStatus.With("status", string(a.Status)) // nobody was ever shown it
		case a.IsTakenDown() && a.hasEnded() == endAccess && a.TakedownReason == reason:
			return nil
		case a.Version != version:
			return ErrVersion
		case !a.IsTakenDown():
			a.TakenFrom, a.WasRejectReason = a.Status, a.RejectReason
		}
		a.Version++ // a decision that is under way is about another one
		if a.TakedownReason = reason; a.Status != Removed {
			a.Status, a.RejectReason = Rejected, reason
		}
		action := assetTakenDown
		switch {
		case !endAccess:
			a.AccessEndedAt = time.Time{}
		case !a.hasEnded():
			a.AccessEndedAt = s.Now()
		}
		if endAccess {
			action = assetTakenFromBuyers
		}
		return s.noteTakenDown(ctx, tx, was, a, action, reason)
	})
}

// Restore undoes TakeDown: the asset is what it was, and its buyers have it again. version is
// the one that staff have seen, as of TakeDown.
func (s *Takedowns) Restore(ctx context.Context, assetID string, version int64, reason string) (Asset, error) {
	return s.byStaff(ctx, assetID, reason, func(ctx context.Context, tx *db.Tx, a *Asset, reason string) error {
		was := *a
		switch {
		case !a.IsTakenDown():
			return ErrStatus.With("status", string(a.Status))
		case a.Version != version:
			return ErrVersion
		}
		a.Status, a.RejectReason = a.TakenFrom, a.WasRejectReason
		a.TakenFrom, a.TakedownReason, a.WasRejectReason, a.AccessEndedAt = "", "", "", time.Time{}
		a.Version++
		return s.noteTakenDown(ctx, tx, was, a, assetPutBack, reason)
	})
}

// noteTakenDown keeps what staff made of an asset, puts it on record, and has its performer told.
func (s *Takedowns) noteTakenDown(ctx context.Context, tx *db.Tx, was Asset, a *Asset, action audit.Action, reason string) error {
	a.UpdatedAt = s.Now()
	if err := updateAsset(ctx, tx, *a); err != nil {
		return err
	}
	if err := s.Audit.Record(ctx, tx, audit.Act{Action: action, Subject: "asset:" + a.ID, Reason: reason}); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, TakenDown{
		AssetID: a.ID, Kind: a.Kind, PerformerID: a.PerformerID, Title: a.Title, Status: a.Status, Reason: reason,
		Changed: was.IsTakenDown() && a.IsTakenDown(), PutBack: !a.IsTakenDown(), AccessEnded: a.hasEnded(),
	})
}

// byStaff runs fn with an asset in any status, whose row is locked.
func (s *Takedowns) byStaff(ctx context.Context, assetID, reason string, fn func(ctx context.Context, tx *db.Tx, a *Asset, reason string) error) (a Asset, err error) {
	reason = sanitize.Line(reason)
	if err := fault.Length("reason", reason, 1, maxReason); err != nil {
		return a, err
	}
	if !id.Valid(assetID) {
		return a, ErrNone
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = selectAsset(ctx, tx, assetID, tx.Fragment(db.ForUpdate)); err != nil {
			return cmp.Or[error](unlessNone(err), ErrNone)
		}
		return fn(ctx, tx, &a, reason)
	})
	return a, err
}

// OfferedFilter is a search among everything that was ever shown.
type OfferedFilter struct {
	Text          string // words of the title or of the performer's name
	Kind          string
	TakenDown     bool // that alone
	Offset, Limit int
}

// Offered is an asset as staff find it who may take it down, with what that is about.
type Offered struct {
	Asset
	Seller Seller
	Cover  Photo
	Sales  Sales
}

// Offered is a page of what was ever shown to visitors, whatever became of it, the newest
// change first.
func (s *Takedowns) Offered(ctx context.Context, f OfferedFilter) (list []Offered, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, n, err := selectOffered(ctx, tx, f, fold.Words(f.Text))
		if err != nil {
			return err
		}
		total, list = n, make([]Offered, len(found))
		for i, a := range found {
			list[i].Asset = a
			if list[i].Seller, err = selectSeller(ctx, tx, a.PerformerID); err != nil {
				return err
			}
		}
		return s.addSales(ctx, tx, list)
	})
	return list, total, err
}

// addSales gives assets their covers, and what they sold.
func (s *Takedowns) addSales(ctx context.Context, tx *db.Tx, list []Offered) error {
	ids, covers := map[string][]string{}, []string{}
	for _, one := range list {
		ids[one.Kind], covers = append(ids[one.Kind], one.ID), append(covers, one.CoverID)
	}
	if len(list) == 0 {
		return nil
	}
	photos, err := photosByID(ctx, tx, covers)
	if err != nil {
		return err
	}
	for kind, of := range ids {
		sales, err := s.Purchases.Sales(ctx, tx, kind, of)
		if err != nil {
			return err
		}
		for i, one := range list {
			if slices.Contains(of, one.ID) {
				list[i].Sales, list[i].Cover = sales[one.ID], photos[one.CoverID]
			}
		}
	}
	return nil
}

// AccessEnded is since when staff have taken assets from their buyers, by id; those they have
// not are absent.
func (s *Takedowns) AccessEnded(ctx context.Context, tx *db.Tx, ids []string) (map[string]time.Time, error) {
	return selectAccessEnded(ctx, tx, ids)
}
