package app

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"limelight/internal/account"
	"limelight/internal/discover"
	"limelight/internal/kit/api"
	"limelight/internal/kit/markup"
)

// boot gathers what a page starts with: the same for every page, and the first
// data of the one that was opened.
func (h *house) boot(r *http.Request) (b boot, err error) {
	ctx, now := r.Context(), h.settings.Get()
	origin := api.Origin(ctx)
	b = boot{
		Title: now.SiteName, Description: now.MetaDescription, Keywords: now.MetaKeywords,
		Address: origin + r.URL.Path, Favicon: now.Favicon,
	}
	b.Data.Settings = now.Public
	b.Data.Route = []query{}
	if now.MaintenanceMode {
		b.Status = http.StatusServiceUnavailable
	}
	if who := account.CallerFrom(ctx); !who.Guest() {
		me, err := h.accounts.Me(ctx, who)
		if err != nil {
			return b, err
		}
		b.Data.Session = me
	}
	if username, ok := strings.CutPrefix(r.URL.Path, "/room/"); ok {
		return b, h.bootRoom(ctx, &b, username)
	}
	return b, nil
}

// bootRoom puts the performer's profile into the page, and into its previews
// elsewhere. An unknown one is a page of its own, with the right status.
func (h *house) bootRoom(ctx context.Context, b *boot, username string) error {
	profile, err := h.discover.Profile(ctx, username)
	if errors.Is(err, discover.ErrAbsent) {
		b.Status = http.StatusNotFound
		return nil
	}
	if err != nil {
		return err
	}
	b.Title = profile.Name + " · " + b.Title
	if profile.Headline != "" {
		b.Description = markup.Text(profile.Headline)
	}
	if profile.CardImage != "" {
		b.Image = api.Origin(ctx) + profile.CardImage
	}
	b.Data.Route = append(b.Data.Route, query{Key: []any{"performers", "profile", username}, Data: profile})
	return nil
}
