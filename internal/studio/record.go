package studio

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Records are studios as their owners see them.
type Records struct{ *core }

// Studio is the record as its owner sees it (spec §3).
type Studio struct {
	ID                 string       `json:"_id"`
	Username           string       `json:"username"`
	Name               string       `json:"name"`
	Email              string       `json:"email"`
	Avatar             string       `json:"avatar"`
	Role               string       `json:"role"`
	Country            string       `json:"country"`
	Balance            money.Tokens `json:"balance"`
	Verified           bool         `json:"verified"`
	Verification       string       `json:"verification" enum:"none,submitted,verified,rejected"`
	VerificationReason string       `json:"verificationReason,omitempty"`
	Stats              Stats        `json:"stats"`
	CreatedAt          time.Time    `json:"createdAt"`
}

// Stats sum up a studio's members.
type Stats struct {
	TotalPerformer   int          `json:"totalPerformer"`
	TotalTokenEarned money.Tokens `json:"totalTokenEarned"`
	TotalOnlineToday int          `json:"totalOnlineToday"`
	TotalHoursOnline float64      `json:"totalHoursOnline"`
}

// Me returns a studio's own record with its statistics; today is the UTC day.
func (s *Records) Me(ctx context.Context, studioID string) (st Studio, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		st, err = s.load(ctx, tx, studioID)
		return err
	})
	return st, err
}

// Stats returns what a studio's performers have done; today is the UTC day.
func (s *Records) Stats(ctx context.Context, studioID string) (n Stats, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err = s.stats(ctx, tx, studioID)
		return err
	})
	return n, err
}

func (s *Records) load(ctx context.Context, tx *db.Tx, studioID string) (Studio, error) {
	st, err := selectStudio(ctx, tx, studioID)
	if err != nil {
		return st, absent(err, ErrAbsent)
	}
	a, err := s.Accounts.Get(ctx, tx, studioID)
	if err != nil {
		return st, err
	}
	st.ID, st.Username, st.Name, st.Email = a.ID, a.Username, a.Name, a.Email
	st.Avatar, st.Role, st.Country = s.Accounts.Picture(a), string(a.Role), a.Country
	if st.Balance, err = s.Ledger.Balance(ctx, tx, ledger.Earnings(studioID)); err != nil {
		return st, err
	}
	st.Stats, err = s.stats(ctx, tx, studioID)
	return st, err
}

func (s *Records) stats(ctx context.Context, tx *db.Tx, studioID string) (n Stats, err error) {
	ids, err := selectMemberIDs(ctx, tx, studioID)
	if err != nil {
		return n, err
	}
	n.TotalPerformer = len(ids)
	if n.TotalTokenEarned, err = s.Books.EarnedEver(ctx, tx, studioID); err != nil {
		return n, err
	}
	var total time.Duration
	n.TotalOnlineToday, total, err = s.Stage.Online(ctx, tx, ids, s.Now().UTC().Truncate(24*time.Hour))
	n.TotalHoursOnline = float64(total.Round(36*time.Second)/(36*time.Second)) / 100
	return n, err
}

func (s *Records) me(ctx context.Context, _ *struct{}) (Studio, error) {
	return s.Me(ctx, account.CallerFrom(ctx).ID)
}

func (s *Records) statistics(ctx context.Context, _ *struct{}) (Stats, error) {
	return s.Stats(ctx, account.CallerFrom(ctx).ID)
}

type updateInput struct {
	Body struct {
		Name    *string `json:"name,omitempty" minLength:"1" maxLength:"60"`
		Country *string `json:"country,omitempty" pattern:"^[A-Z]{2}$"`
	}
}

// update changes the studio's account; its mail address is changed under /users.
func (s *Records) update(ctx context.Context, in *updateInput) (Studio, error) {
	c := account.CallerFrom(ctx)
	if _, err := s.Accounts.UpdateProfile(ctx, c, account.Changes{Name: in.Body.Name, Country: in.Body.Country}); err != nil {
		return Studio{}, err
	}
	return s.Me(ctx, c.ID)
}
