package performer

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
)

// Visibility decides which performers a viewer may know.
type Visibility struct{ *core }

// SetActive follows the account: a suspended or inactive performer leaves every
// list. Accounts that are no performers are passed over.
func (s *Visibility) SetActive(ctx context.Context, tx *db.Tx, accountID string, active bool) error {
	found, err := updateActive(ctx, tx, accountID, active)
	if err != nil || !found {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{accountID})
}

// Admits is the one place that decides whether a viewer may know a performer at all: the
// performer is verified and active, and hides neither from the viewer nor from the country of
// the call. An absent performer, an unverified and a hidden one look the same. Performers
// always see themselves.
func (s *Visibility) Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	if viewer.ID == performerID {
		return true, nil
	}
	listed, err := selectListed(ctx, tx, performerID)
	if err != nil || !listed {
		return false, err
	}
	hides, err := s.Blocking.Hides(ctx, tx, performerID, viewer)
	return !hides && err == nil, err
}

// HidesFrom reports whether a performer hides from any of some viewers, listed or not.
func (s *Visibility) HidesFrom(ctx context.Context, tx *db.Tx, performerID string, viewers ...account.Caller) (bool, error) {
	for _, viewer := range viewers {
		if hides, err := s.Blocking.Hides(ctx, tx, performerID, viewer); hides || err != nil {
			return hides, err
		}
	}
	return false, nil
}

// Admitted says of some performers whether a viewer may know them, as Admits does of one.
func (s *Visibility) Admitted(ctx context.Context, tx *db.Tx, viewer account.Caller, performerIDs ...string) (map[string]bool, error) {
	in, args := db.In(1, performerIDs)
	listed, err := db.All(ctx, tx, db.String, `SELECT id FROM performers WHERE listed AND id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("look up who is listed: %w", err)
	}
	hiding, err := s.Blocking.Hiding(ctx, tx, viewer, performerIDs...)
	admitted := map[string]bool{viewer.ID: true}
	for _, one := range listed {
		admitted[one] = !hiding[one] || one == viewer.ID
	}
	return admitted, err
}

// Admitting says which of some accounts may know a performer, as Admits does of one: of those who
// do not call, the country is that of their profile.
func (s *Visibility) Admitting(ctx context.Context, tx *db.Tx, performerID string, viewerIDs ...string) (map[string]bool, error) {
	admitted := make(map[string]bool, len(viewerIDs))
	listed, err := selectListed(ctx, tx, performerID)
	if err != nil || !listed {
		return admitted, err
	}
	blocked, err := s.Blocking.BlockedViewers(ctx, tx, performerID, viewerIDs...)
	for _, viewer := range viewerIDs {
		admitted[viewer] = !blocked[viewer]
	}
	return admitted, err
}

// Listed reports whether the performer is verified and active, hidden or not.
func (s *Visibility) Listed(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return selectListed(ctx, tx, performerID)
}

// Visible is Admits for the caller.
func (s *Visibility) Visible(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return s.Admits(ctx, tx, performerID, account.CallerFrom(ctx))
}

// Receives reports whether the member may send the performer tokens: Admits for
// the member.
func (s *Visibility) Receives(ctx context.Context, tx *db.Tx, performerID, memberID string) (bool, error) {
	return s.Admits(ctx, tx, performerID, account.Caller{ID: memberID, Role: account.Member})
}

// View counts one look at a performer: once per viewer and hour, their own never. It
// is ErrAbsent when the viewer may not see them.
func (s *Visibility) View(ctx context.Context, performerID string) error {
	viewer := viewerOf(ctx)
	if viewer == performerID {
		return nil
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ok, err := s.Visible(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if !ok {
			return ErrAbsent
		}
		return countView(ctx, tx, performerID, viewer, s.Now())
	})
}

// ForgetViews drops the viewers before the running hour; the counts stay.
func (s *Visibility) ForgetViews(ctx context.Context, tx *db.Tx) (int64, error) {
	return deleteViews(ctx, tx, s.Now())
}

// viewerOf identifies a viewer: the account, or a guest by address alone, since a
// browser says of itself whatever it likes.
func viewerOf(ctx context.Context) string {
	if c := account.CallerFrom(ctx); !c.Guest() {
		return c.ID
	}
	return id.Hash(limit.Address(api.Address(ctx)))
}

func updateActive(ctx context.Context, tx *db.Tx, accountID string, active bool) (found bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE performers
		SET active = $2, listed = (verification = 'verified' AND $2)
		WHERE id = $1`, accountID, active)
	return rows == 1, err
}

func selectListed(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM performers WHERE id = $1 AND listed`, performerID)
	return n == 1, err
}

// hour counts the hours since 1970, so that a clock hour has one number.
func hour(at time.Time) int64 { return at.Unix() / 3600 }

func countView(ctx context.Context, tx *db.Tx, performerID, viewer string, now time.Time) error {
	fresh, err := db.Exec(ctx, tx, `
		INSERT INTO performer_views (performer_id, viewer, hour)
		VALUES ($1, $2, $3)
		ON CONFLICT (performer_id, viewer, hour) DO NOTHING`, performerID, viewer, hour(now))
	if err != nil || fresh == 0 {
		return err
	}
	return touched(db.Exec(ctx, tx, `UPDATE performers SET views = views + 1 WHERE id = $1`, performerID))
}

func deleteViews(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM performer_views WHERE hour < $1`, hour(now))
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Visibility) view(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.View(ctx, in.ID)
}
