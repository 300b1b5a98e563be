package app

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/discover"
	"limelight/internal/kit/api"
	"limelight/internal/settings"
	"limelight/internal/show"
	"limelight/internal/site"
	"limelight/web"
)

// newSite plugs what its pages show into the web app's site.
func (h *house) newSite() (*site.Site, error) {
	return site.New(web.Dist(), pageSource{h}, site.Config{
		Sockets: h.cfg.SocketEndpoint, Languages: h.languages, Development: h.cfg.Development, NoCustomScripts: h.cfg.DisableCustomScripts,
	}, h.log)
}

// pageSource is what pages show.
type pageSource struct{ *house }

func (p pageSource) Settings() settings.Current { return p.settings.Get() }

func (p pageSource) Public(ctx context.Context, public settings.Public) settings.Public {
	return p.completed(ctx, public)
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

func (p pageSource) Join(ctx context.Context, who account.Caller, performerID, origin string) (show.Session, error) {
	return p.shows.Join(ctx, who, performerID, origin)
}

// completed fills in how the program was started, and the popup's text from the post that the operator chose for
// it, for the page and for whoever reads the settings again.
func (h *house) completed(ctx context.Context, public settings.Public) settings.Public {
	public.Development = h.cfg.Development
	if public.Popup18ContentID == "" {
		return public
	}
	post, err := h.pages.Post(ctx, public.Popup18ContentID, false)
	if err != nil {
		h.log.Warn("the 18+ popup's post cannot be read", "post", public.Popup18ContentID, "error", err)
		return public
	}
	public.PopupContent18Plus = post.Content
	return public
}
