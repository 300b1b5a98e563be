package account

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// StudioStaff are accounts by which people work for a studio. Such an account has the
// role of a studio and logs in as one, and may do what the studio's owner lets it do,
// call by call: a route for studios is for their owners alone unless it asks for a right.
// A right is no permission: those are of the site's own people.
type StudioStaff struct {
	*core
	registration *Registration
	sessions     *LoginSessions
	suspensions  *Suspensions
}

// StudioRight is something that the owner of a studio may let its staff do.
type StudioRight struct {
	ID       string
	Sentence string // what it permits
}

// The rights. Where a studio is paid, its payouts, its account and its staff are its owner's.
var (
	SeeStudioStatistics   = studioRight("studio.statistics", "See the dashboard and the statistics")
	ManageModels          = studioRight("studio.models", "Invite and hire {performers}, switch them on and off, and let them go")
	SeeStudioEarnings     = studioRight("studio.earnings", "See what {performers} earn")
	DecideModelPayouts    = studioRight("studio.payouts", "Decide the payout requests of {performers}")
	ManageStudioDocuments = studioRight("studio.documents", "Keep the documents of the studio and its {performers}")
	SetStudioShares       = studioRight("studio.commissions", "See and offer commissions")
)

// studioRights are all there are, in the order of their declaration.
var studioRights []StudioRight

func studioRight(id, sentence string) StudioRight {
	r := StudioRight{id, sentence}
	studioRights = append(studioRights, r)
	return r
}

// StudioRights lists all there are.
func StudioRights() []StudioRight { return slices.Clone(studioRights) }

// Guard admits the owners of studios, and those of their staff who have the right.
func (r StudioRight) Guard() api.Guard {
	return api.Guard{Name: string(Studio), Permission: r.ID, Check: func(ctx context.Context) error {
		if err := signedIn(ctx); err != nil {
			return err
		}
		if !CallerFrom(ctx).Has(r) {
			return ErrForbidden
		}
		return nil
	}}
}

// InStudio admits the owners of studios, and all of their staff who have any right.
var InStudio = api.Guard{Name: string(Studio), Check: func(ctx context.Context) error {
	if err := signedIn(ctx); err != nil {
		return err
	}
	if c := CallerFrom(ctx); c.Role != Studio || c.StudioID != "" && c.rights == "" {
		return ErrForbidden
	}
	return nil
}}

// Has reports whether the caller owns a studio, or works for one with the right.
func (c Caller) Has(r StudioRight) bool {
	return c.Role == Studio && (c.StudioID == "" || slices.Contains(splitRights(c.rights), r.ID))
}

// ActsFor is the account that the caller's calls are about: the studio that they work
// for, or their own.
func (c Caller) ActsFor() string {
	if c.StudioID != "" {
		return c.StudioID
	}
	return c.ID
}

// ActsFor is the account that a call is about (Caller.ActsFor).
func ActsFor(ctx context.Context) string { return CallerFrom(ctx).ActsFor() }

func splitRights(rights string) []string {
	return strings.FieldsFunc(rights, func(r rune) bool { return r == ',' })
}

// joinRights are rights as they are kept, each once and in their own order.
func joinRights(wanted []string) (string, error) {
	var kept []string
	for _, r := range studioRights {
		if slices.Contains(wanted, r.ID) {
			kept = append(kept, r.ID)
		}
	}
	for _, one := range wanted {
		if !slices.Contains(kept, one) {
			return "", fault.Field("rights", "There is no right called %q", one)
		}
	}
	return strings.Join(kept, ","), nil
}

// StudioRights are what somebody of a studio's staff may do.
func (a Account) StudioRights() []string { return splitRights(a.rights) }

// CreateStudioStaff opens an account that works for a studio, in the caller's transaction. n comes from
// Prepare; it is refused as Create refuses.
func (s *StudioStaff) CreateStudioStaff(ctx context.Context, tx *db.Tx, studioID string, n NewAccount, rights []string) (a Account, err error) {
	n.Role, n.studioID = Studio, studioID
	if n.rights, err = joinRights(rights); err != nil {
		return a, err
	}
	return s.registration.Create(ctx, tx, n)
}

// StudioStaffOf lists who works for a studio, the newest first, and how many they are in all.
func (s *StudioStaff) StudioStaffOf(ctx context.Context, tx *db.Tx, studioID string, offset, limit int) ([]Account, int, error) {
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM accounts WHERE studio_id = $1 AND studio_id <> ''`, studioID)
	if err != nil {
		return nil, 0, fmt.Errorf("count the staff of %s: %w", studioID, err)
	}
	list, err := db.All(ctx, tx, scanAccount, `
		SELECT `+accountRows.Columns+`
		FROM accounts
		WHERE studio_id = $1 AND studio_id <> ''
		ORDER BY created_at DESC, id DESC
		LIMIT $2 OFFSET $3`, studioID, limit, offset)
	return list, total, err
}

// CountStudioStaff counts who works for a studio, without those who were removed.
func (s *StudioStaff) CountStudioStaff(ctx context.Context, tx *db.Tx, studioID string) (int, error) {
	n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM accounts WHERE studio_id = $1 AND studio_id <> '' AND rights <> ''`, studioID)
	if err != nil {
		return 0, fmt.Errorf("count the staff of %s: %w", studioID, err)
	}
	return n, nil
}

// SetStudioRights changes what somebody of a studio's staff may do, from their next call on;
// ErrAbsent for anybody else.
func (s *StudioStaff) SetStudioRights(ctx context.Context, tx *db.Tx, studioID, accountID string, wanted []string) (a Account, err error) {
	if a, err = s.staffOf(ctx, tx, studioID, accountID); err != nil {
		return a, err
	}
	if a.rights, err = joinRights(wanted); err != nil {
		return a, err
	}
	_, err = db.Exec(ctx, tx, `
		UPDATE accounts SET rights = $2, mac = $3, updated_at = $4 WHERE id = $1`,
		a.ID, a.rights, s.Keys.MAC().Of("accounts", a.role()...), db.Millis(s.Now()))
	return a, err
}

// SuspendStudioStaff closes an account of a studio's staff, whose sessions end at once.
func (s *StudioStaff) SuspendStudioStaff(ctx context.Context, tx *db.Tx, studioID, accountID, reason string) error {
	a, err := s.staffOf(ctx, tx, studioID, accountID)
	if err != nil {
		return err
	}
	if a.Status == StatusSuspended && !a.closedByOwner() {
		return errIsSuspended
	}
	return s.suspensions.Suspend(ctx, tx, a.ID, reason, studioID)
}

// RestoreStudioStaff opens an account of a studio's staff again, unless somebody else than
// its studio has closed it.
func (s *StudioStaff) RestoreStudioStaff(ctx context.Context, tx *db.Tx, studioID, accountID string) error {
	a, err := s.staffOf(ctx, tx, studioID, accountID)
	if err != nil {
		return err
	}
	if a.Status == StatusSuspended && a.StatusBy != studioID {
		return ErrAdminOnly
	}
	return s.suspensions.Restore(ctx, tx, a.ID, studioID)
}

// RemoveStudioStaff takes every right from an account of a studio's staff and closes it. Its row stays,
// for the name on what it has done.
func (s *StudioStaff) RemoveStudioStaff(ctx context.Context, tx *db.Tx, studioID, accountID, reason string) error {
	a, err := s.SetStudioRights(ctx, tx, studioID, accountID, nil)
	if err != nil || a.Status == StatusSuspended && !a.closedByOwner() { // who closed it themselves could open it again
		return err
	}
	return s.suspensions.Suspend(ctx, tx, a.ID, reason, studioID)
}

func (s *StudioStaff) staffOf(ctx context.Context, tx *db.Tx, studioID, accountID string) (Account, error) {
	return absent(db.One(ctx, tx, scanAccount, `
		SELECT `+accountRows.Columns+`
		FROM accounts
		WHERE id = $1 AND studio_id = $2 AND studio_id <> ''`+tx.Fragment(db.ForUpdate), accountID, studioID))
}

// endStudioStaff ends the sessions of everybody who works for a studio that is closed.
func (s *LoginSessions) endStudioStaff(ctx context.Context, tx *db.Tx, studioID string) error {
	ids, err := db.All(ctx, tx, db.String, `
		SELECT id FROM accounts WHERE studio_id = $1 AND studio_id <> '' ORDER BY id`, studioID)
	for _, id := range ids {
		if err == nil {
			err = s.RevokeAll(ctx, tx, id, "")
		}
	}
	return err
}

// ownerOpen refuses the login of somebody whose studio is closed.
func (s *core) ownerOpen(ctx context.Context, tx *db.Tx, a Account) error {
	if a.StudioID == "" {
		return nil
	}
	owner, err := accountOf(ctx, tx, a.StudioID)
	if err == nil && owner.Status == StatusSuspended {
		return ErrSuspended
	}
	return err
}
