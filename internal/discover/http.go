package discover

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/performers/search", "discover.search", s.search, api.Public,
		api.Summary("Performers, by words, category and filters"))
	api.Get(r, "/performers/{username}/view", "discover.profile", s.profile, api.Public,
		api.Summary("A performer's public profile"))
	api.Get(r, "/performers/me/look", "discover.look", s.lookFrom, account.Performer.Guard(),
		api.Summary("What of me is to be seen from a country, from a data centre, or by a member"))
	api.Get(r, "/performers/me/preview", "discover.preview", s.preview, account.Performer.Guard(),
		api.Summary("My public profile as a guest has it"))
	api.Get(r, "/favourite", "discover.favourites", s.favourites, account.Member.Guard(),
		api.Summary("My favourite performers"))
}

type searchInput struct {
	api.Page
	Text       string   `query:"q" maxLength:"100" doc:"words; each must be found"`
	Category   string   `query:"category" maxLength:"60" doc:"id or slug"`
	Gender     string   `query:"gender" maxLength:"20"`
	Country    string   `query:"country" maxLength:"2"`
	Tags       []string `query:"tags" maxItems:"10" doc:"separated by commas; all must fit"`
	Languages  []string `query:"languages" maxItems:"10" doc:"separated by commas; all must fit"`
	Online     string   `query:"isOnline" enum:"true,false"`
	Status     string   `query:"streamingStatus" enum:"offline,public,private,group,away"`
	ExcludedID string   `query:"excludedId" maxLength:"40"`
	VIP        bool     `query:"vip"`
	LiveWithin int      `query:"liveWithin" minimum:"0" maximum:"168" doc:"hours within which their next ones begin, by their schedule; 0: whenever"`
	SortBy     string   `query:"sortBy" enum:"live,newest,viewers,name,price,favourites" doc:"live (default): live first, then the published ranking; viewers: live first, then most viewers; price: of a minute in private, lowest first; favourites: the caller's first, then as live"`
}

func (s *Service) search(ctx context.Context, in *searchInput) (api.List[Card], error) {
	return s.Search(ctx, Query{
		Text: in.Text, Category: in.Category, Gender: in.Gender, Country: in.Country,
		Tags: in.Tags, Languages: in.Languages, Online: in.Online, Status: in.Status, ExcludedID: in.ExcludedID,
		VIP: in.VIP, LiveWithin: in.LiveWithin, Order: orderOf(in.SortBy), Offset: in.Offset, Limit: in.Limit,
	})
}

// orderOf reads an order; "live" is the one that goes without saying.
func orderOf(sortBy string) Order {
	if sortBy == "live" {
		return Ranked
	}
	return Order(sortBy)
}

type profileInput struct {
	Username string `path:"username" maxLength:"100"`
}

func (s *Service) profile(ctx context.Context, in *profileInput) (Profile, error) {
	return s.Profile(ctx, in.Username)
}

type favouritesInput struct{ api.Page }

func (s *Service) favourites(ctx context.Context, in *favouritesInput) (api.List[Card], error) {
	return s.Favourites(ctx, in.Offset, in.Limit)
}
