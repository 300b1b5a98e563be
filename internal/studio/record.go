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
type Records struct {
	*core
	days *Statistics
}

// Studio is the record as its owner sees it (spec §3).
type Studio struct {
	ID                 string        `json:"_id"`
	Username           string        `json:"username"`
	Name               string        `json:"name"`
	Email              string        `json:"email"`
	Avatar             string        `json:"avatar"`
	Role               string        `json:"role"`
	Country            string        `json:"country"`
	Balance            *money.Tokens `json:"balance,omitempty" doc:"to those who may see earnings"`
	Verified           bool          `json:"verified"`
	Verification       string        `json:"verification" enum:"none,submitted,verified,rejected"`
	VerificationReason string        `json:"verificationReason,omitempty"`
	Stats              *Stats        `json:"stats,omitempty" doc:"to those who may see statistics"`
	CreatedAt          time.Time     `json:"createdAt"`
}

// Stats sum up a studio's members.
type Stats struct {
	TotalPerformer   int           `json:"totalPerformer"`
	TotalTokenEarned *money.Tokens `json:"totalTokenEarned,omitempty" doc:"to those who may see earnings"`
	TotalOnlineToday int           `json:"totalOnlineToday"`
	TotalHoursOnline float64       `json:"totalHoursOnline" doc:"of all who belong to the studio or did, while they did"`
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
	balance, err := s.Ledger.Balance(ctx, tx, ledger.Earnings(studioID))
	if err != nil {
		return st, err
	}
	stats, err := s.stats(ctx, tx, studioID)
	st.Balance, st.Stats = &balance, &stats
	return st, err
}

func (s *Records) stats(ctx context.Context, tx *db.Tx, studioID string) (n Stats, err error) {
	if n.TotalPerformer, err = countMembers(ctx, tx, studioID, ""); err != nil {
		return n, err
	}
	sum, err := s.days.summed(ctx, tx, studioID)
	if err != nil {
		return n, err
	}
	from, today := dayStart(sum.through), dayOf(s.Now())
	net, err := s.days.received(ctx, tx, studioID, from, time.Time{})
	if err != nil {
		return n, err
	}
	earned := sum.studioNet + net
	n.TotalTokenEarned = &earned
	members, err := selectMemberships(ctx, tx, studioID, from, dayStart(today+1))
	if err != nil {
		return n, err
	}
	err = s.days.onlineSince(ctx, tx, members, from, dayStart(today+1), func(_ string, day int64, o onlineTime) {
		sum.online += o.online
		if day == today {
			n.TotalOnlineToday++
		}
	})
	n.TotalHoursOnline = hours(sum.online)
	return n, err
}

// me is the studio without what the caller has no right to.
func (s *Records) me(ctx context.Context, _ *struct{}) (Studio, error) {
	st, err := s.Me(ctx, account.ActsFor(ctx))
	who := account.CallerFrom(ctx)
	if !who.Has(account.SeeStudioEarnings) {
		st.Balance = nil
	}
	if !who.Has(account.SeeStudioStatistics) {
		st.Stats = nil
	}
	if st.Stats != nil {
		*st.Stats = st.Stats.seenBy(who)
	}
	return st, err
}

// seenBy is the numbers without what somebody has no right to.
func (n Stats) seenBy(who account.Caller) Stats {
	if !who.Has(account.SeeStudioEarnings) {
		n.TotalTokenEarned = nil
	}
	return n
}

func (s *Records) statistics(ctx context.Context, _ *struct{}) (Stats, error) {
	n, err := s.Stats(ctx, account.ActsFor(ctx))
	return n.seenBy(account.CallerFrom(ctx)), err
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
