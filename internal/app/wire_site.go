package app

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/discover"
	"limelight/internal/kit/api"
	"limelight/internal/pages"
	"limelight/internal/settings"
	"limelight/internal/show"
	"limelight/internal/site"
	"limelight/web"
)

// newSite plugs what its pages show into the web app's site.
func newSite(s *Services, languages site.Languages) (*site.Site, error) {
	return site.New(web.Dist(), pageSource{s.settings, s.public, s.accounts, s.discover, s.shows, s.pages}, site.Config{
		Sockets: s.cfg.SocketEndpoint, Languages: languages, Development: s.cfg.Development, NoCustomScripts: s.cfg.DisableCustomScripts,
	}, s.log)
}

// pageSource is what pages show.
type pageSource struct {
	settings *settings.Service
	public   publicSettings
	accounts *account.Service
	discover *discover.Service
	shows    *show.Service
	pages    *pages.Service
}

// homeBanners is how many banners the home page has at most, in all places.
const homeBanners = 12

func (p pageSource) Settings(language string) settings.Current { return p.settings.In(language) }

func (p pageSource) Public(ctx context.Context, public settings.Public) settings.Public {
	return p.public.complete(ctx, public)
}

func (p pageSource) Me(ctx context.Context, who account.Caller) (account.Me, error) {
	return p.accounts.Me(ctx, who)
}

func (p pageSource) Search(ctx context.Context, q discover.Query) (api.List[discover.Card], error) {
	return p.discover.Search(ctx, q)
}

func (p pageSource) Profile(ctx context.Context, username string) (discover.Profile, error) {
	return p.discover.Profile(ctx, username)
}

func (p pageSource) Banners(ctx context.Context) (api.List[pages.Banner], error) {
	return p.pages.Banners(ctx, "", homeBanners, 0)
}

func (p pageSource) Join(ctx context.Context, who account.Caller, performerID, origin string) (show.Session, error) {
	return p.shows.Join(ctx, who, performerID, origin)
}
