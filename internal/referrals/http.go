package referrals

import (
	"context"
	"net/url"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/referrals/user/code", "referrals.code", s.getCode, invites,
		api.Summary("My code and link, what they bring, and who brought me"), audit.Silent("the caller's own code"))
	api.Get(r, "/referrals/user/search", "referrals.search", s.getSearch, invites,
		api.Summary("Whom I brought, newest first"), audit.Silent("the caller's own invitations"))
	api.Get(r, "/referral-earnings/stats", "referrals.stats", s.getStats, invites,
		api.Summary("What my invitations came to"), audit.Silent("the caller's own rewards"))
	api.Get(r, "/referral-earnings/search", "referrals.earnings", s.getEarnings, invites,
		api.Summary("My rewards, newest first"), audit.Silent("the caller's own rewards"))
	api.Get(r, "/referrals/codes/{code}", "referrals.invitation", s.getInvitation, api.Public,
		api.Summary("Who invites by a code"))
}

// invites admits everybody who may bring others: all but the site's own people.
var invites = account.AnyOf(account.Member, account.Performer, account.Studio)

// OwnCode is what somebody needs to invite others.
type OwnCode struct {
	Code      string       `json:"code"`
	Link      string       `json:"link" doc:"the home page with the code; ?ref= works on every page"`
	Percent   money.Tokens `json:"percent" doc:"of what members spend and performers earn; holds for who registers now"`
	Months    int          `json:"months" doc:"for how long"`
	HoldDays  int          `json:"holdDays" doc:"before a member may spend a reward"`
	InvitedBy *InvitedBy   `json:"invitedBy,omitempty" doc:"who brought me; absent for nobody"`
}

// InvitedBy is who brought somebody, until when that brings them rewards.
type InvitedBy struct {
	Username string    `json:"username"`
	EndsAt   time.Time `json:"endsAt"`
}

func (s *Service) getCode(ctx context.Context, _ *struct{}) (own OwnCode, err error) {
	me, terms := account.CallerFrom(ctx), s.Terms()
	own = OwnCode{Percent: money.Tokens(terms.Rate), Months: terms.Months, HoldDays: int(terms.Hold / (24 * time.Hour))}
	if own.Code, err = s.Code(ctx, me.ID, s.mark(ctx)); err != nil {
		return own, err
	}
	own.Link = s.Home(ctx) + "/?" + url.Values{"ref": {own.Code}}.Encode()
	by, r, found, err := s.Inviter(ctx, me.ID)
	if found {
		own.InvitedBy = &InvitedBy{Username: by.Username, EndsAt: r.EndsAt}
	}
	return own, err
}

// ReferredPerson is somebody whom the caller brought.
type ReferredPerson struct {
	ID        string       `json:"_id" doc:"of the referral, not of the account"`
	Username  string       `json:"username" doc:"of a member only the first letter"`
	Role      account.Role `json:"role" enum:"user,performer"`
	Active    bool         `json:"active" doc:"still brings rewards"`
	Earned    money.Tokens `json:"earned"`
	EndsAt    time.Time    `json:"endsAt" doc:"no rewards from then on"`
	CreatedAt time.Time    `json:"createdAt" doc:"when they registered"`
}

func (s *Service) getSearch(ctx context.Context, in *api.Page) (page api.List[ReferredPerson], err error) {
	list, total, err := s.Brought(ctx, account.CallerFrom(ctx).ID, in.Offset, in.Limit)
	page = api.List[ReferredPerson]{Data: make([]ReferredPerson, len(list)), Total: total}
	for i, b := range list {
		page.Data[i] = ReferredPerson{
			ID: b.ReferralID, Username: b.Name, Role: b.Role, Active: b.Active,
			Earned: b.Earned, EndsAt: b.EndsAt, CreatedAt: b.At,
		}
	}
	return page, err
}

// Sums are what the caller's invitations came to.
type Sums struct {
	Registered int          `json:"registered"`
	Active     int          `json:"active" doc:"of them, who still bring rewards"`
	Earned     money.Tokens `json:"earned"`
	Held       money.Tokens `json:"held" doc:"of it, what a member may not spend yet"`
}

func (s *Service) getStats(ctx context.Context, _ *struct{}) (Sums, error) {
	st, err := s.Stats(ctx, account.CallerFrom(ctx).ID)
	return Sums(st), err
}

// ReferralEarning is one reward.
type ReferralEarning struct {
	ID        string       `json:"_id"`
	Username  string       `json:"username" doc:"whose spending or income it comes from; of a member only the first letter"`
	Role      account.Role `json:"role" enum:"user,performer"`
	Token     money.Tokens `json:"token" doc:"what it was"`
	Returned  money.Tokens `json:"returned" doc:"taken back, because what it came from was refunded"`
	Status    string       `json:"status" enum:"held,paid,returned"`
	FreeAt    *time.Time   `json:"freeAt,omitempty" doc:"when what is held may be spent"`
	CreatedAt time.Time    `json:"createdAt"`
}

func (s *Service) getEarnings(ctx context.Context, in *api.Page) (page api.List[ReferralEarning], err error) {
	list, total, err := s.Earnings(ctx, account.CallerFrom(ctx).ID, in.Offset, in.Limit)
	page = api.List[ReferralEarning]{Data: make([]ReferralEarning, len(list)), Total: total}
	for i, e := range list {
		page.Data[i] = e.wire()
	}
	return page, err
}

func (e Earning) wire() ReferralEarning {
	w := ReferralEarning{
		ID: e.ID, Username: e.Name, Role: e.Role, Token: e.Reward, Returned: e.Returned,
		Status: "paid", CreatedAt: e.At,
	}
	switch {
	case e.Returned == e.Reward:
		w.Status = "returned"
	case e.Held:
		w.Status, w.FreeAt = "held", &e.FreeAt
	}
	return w
}

type invitationInput struct {
	Code string `path:"code" maxLength:"64"`
}

// InvitationView is who invites, for the page on which one registers.
type InvitationView struct {
	Code     string `json:"code" doc:"what to send as ref"`
	Username string `json:"username"`
	Avatar   string `json:"avatar" doc:"empty: none"`
}

func (s *Service) getInvitation(ctx context.Context, in *invitationInput) (InvitationView, error) {
	i, err := s.Invitation(ctx, in.Code)
	if err != nil {
		return InvitationView{}, err
	}
	s.mark(ctx)
	return InvitationView{Code: i.Code, Username: i.By.Username, Avatar: i.By.AvatarURL}, nil
}
