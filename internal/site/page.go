package site

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"limelight/internal/account"
	"limelight/internal/discover"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/htmlsafe"
	"limelight/internal/kit/lang"
)

// begin gathers what a page starts with: the same for every page, and the first
// data of the one that was opened.
func (s *Site) begin(r *http.Request) (b boot, err error) {
	who := account.SessionFrom(r.Context())
	spoken := s.Languages.of(r, who)
	now := s.source.Settings(spoken.Code)
	ctx := lang.With(r.Context(), spoken.Code)
	origin := api.Origin(ctx)
	b = boot{
		Title: now.SiteName, Description: now.MetaDescription, Keywords: now.MetaKeywords,
		Address: origin + r.URL.Path, Favicon: now.Favicon,
		Sockets: s.Sockets, Elsewhere: now.Origins(), Player: now.ViewerOrigin(),
	}
	if who.Role != account.Admin { // what one admin wrote never runs as another
		b.HeadScript, b.EndScript = s.customScripts(r.URL.Path, now)
	}
	if b.HeadScript+b.EndScript != "" {
		b.Data.Scripted = scriptedPages
	}
	b.Lang, b.Data.Languages = spoken.Language, s.Languages
	if who.Language == spoken.Code {
		b.Chosen = who.Language
	}
	b.Measured = b.HeadScript != "" && analytics(now.GaCode) != ""
	b.Data.Settings = s.source.Public(ctx, now.Public)
	b.Development = s.Development
	b.Data.Route = []query{}
	if now.MaintenanceMode {
		b.Status = http.StatusServiceUnavailable
	}
	if !who.Guest() {
		me, err := s.source.Me(ctx, who)
		if err != nil {
			return b, err
		}
		b.Data.Session = me
	}
	if r.URL.Path == "/" && !now.MaintenanceMode {
		return b, s.bootHome(ctx, &b)
	}
	if username, ok := strings.CutPrefix(r.URL.Path, "/room/"); ok {
		return b, s.bootRoom(ctx, &b, username)
	}
	return b, nil
}

// bootShow lets a page that opens on a public show begin to show it at once: it
// carries what POST /streaming/join would answer this visitor, by the same gate,
// and the script that connects. The page is never kept (no-store). What the gate
// refuses the app asks for again, and says why.
func (s *Site) bootShow(ctx context.Context, b *boot, performerID string) error {
	session, err := s.source.Join(ctx, account.CallerFrom(ctx), performerID, api.Origin(ctx))
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return nil
	}
	if err != nil {
		return err
	}
	b.Data.Show = &session
	b.Opens = true
	return nil
}

// bootRoom puts the performer's profile into the page, and into its previews
// elsewhere. An unknown one is a page of its own, with the right status.
func (s *Site) bootRoom(ctx context.Context, b *boot, username string) error {
	profile, err := s.source.Profile(ctx, username)
	if errors.Is(err, discover.ErrAbsent) {
		b.Status = http.StatusNotFound
		return nil
	}
	if err != nil {
		return err
	}
	b.Modules = []string{roomPage}
	if profile.StreamingStatus == "public" {
		if err := s.bootShow(ctx, b, profile.ID); err != nil {
			return err
		}
	}
	b.Title = profile.Name + " · " + b.Title
	if profile.Headline != "" {
		b.Description = htmlsafe.Text(profile.Headline)
	}
	if profile.CardImage != "" {
		b.Image = api.Origin(ctx) + profile.CardImage
	}
	b.Data.Route = append(b.Data.Route, query{Key: []any{"performers", "profile", username}, Data: profile})
	return drawRoom(b, profile)
}
