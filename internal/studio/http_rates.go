package studio

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/ledger"
)

func (s *Service) rateRoutes(r *api.Router) {
	mine, hers := account.Studio.Guard(), account.Performer.Guard()
	api.Get(r, "/studio/commission", "studio.commission", s.commissions, mine,
		api.Summary("How the income of each of my members is shared with me"))
	api.Put(r, "/studio/commission", "studio.setDefault", s.setDefault, mine,
		api.Summary("Set the shares of members who join from now on"))
	api.Put(r, "/studio/commission/member/{id}", "studio.setRates", s.setRates, mine,
		api.Summary("Offer a member other shares"))
	api.Get(r, "/settings/performer/commission", "studio.income", s.ownIncome, hers,
		api.Summary("How my income is shared with the site and my studio"))
	api.Post(r, "/performers/commission-offer/{id}/{word}", "studio.decide", s.decide, hers,
		api.Summary("Accept or decline the shares that my studio offers"))
	r.Words(ledger.Incomes{}, s.Kinds)
}

type commissionList struct {
	Default Percents     `json:"default" doc:"what performers get who join from now on"`
	Data    []Commission `json:"data"`
	Total   int          `json:"total"`
}

func (s *Service) commissions(ctx context.Context, in *api.Page) (list commissionList, err error) {
	list.Default, list.Data, list.Total, err = s.Commissions(ctx, account.CallerFrom(ctx).ID, in.Offset, in.Limit)
	return list, err
}

type defaultInput struct{ Body Change }

func (s *Service) setDefault(ctx context.Context, in *defaultInput) (Percents, error) {
	return s.SetDefault(ctx, account.CallerFrom(ctx).ID, in.Body)
}

type ratesInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body Change
}

func (s *Service) setRates(ctx context.Context, in *ratesInput) (Commission, error) {
	return s.SetRates(ctx, account.CallerFrom(ctx).ID, in.ID, in.Body)
}

func (s *Service) ownIncome(ctx context.Context, _ *struct{}) (Income, error) {
	return s.Income(ctx, account.CallerFrom(ctx).ID)
}

type decideInput struct {
	ID   string `path:"id" maxLength:"64"`
	Word string `path:"word" enum:"accept,decline"`
}

func (s *Service) decide(ctx context.Context, in *decideInput) (Income, error) {
	return s.Decide(ctx, account.CallerFrom(ctx).ID, in.ID, in.Word == "accept")
}
