package app

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/ledger"
	"limelight/internal/notices"
	"limelight/internal/pages"
	"limelight/internal/settings"
)

// settingsChanged tells everybody whose page shows them which settings have changed.
var settingsChanged = socket.Declare[settingsPayload]("settings/changed")

type settingsPayload struct {
	Keys []string `json:"keys"`
}

// wireSettings builds the settings, and what others read of them: the site's profile, and the
// public settings as they are shown.
func wireSettings(s *Services) {
	admins := lateAdmins{&s.late.accounts}
	s.public = publicSettings{s.cfg.Development, &s.late.pages, s.log}
	s.settings = settings.New(settings.Deps{
		DB: s.db, Events: s.bus, Audit: s.audit, Nodes: s.nodes, Now: s.now, Log: s.log,
		Admin: account.ManageSettings.Guard(), Proved: account.StepUp(account.ManageSettings.Guard()), Caller: callerID,
		StepUp: account.Proved, Established: account.Established, Names: admins.usernames, Complete: s.public.complete,
		OtherAdmins: admins.otherAdmins, Unpaid: s.ledger.Unpaid, MAC: s.keys.MAC(), Commissions: commissionSettings(),
		Runtime: settings.Runtime{SocketEndpoint: s.cfg.SocketEndpoint},
	})
	s.profile = siteProfile{s.settings, s.cfg}
	s.section("settings", "The site's settings", s.settings.Routes)
	s.rule(forgedSettings(s.settings))
	s.background("settings", s.settings.Run)
}

// subscribeSettings tells every page which settings have changed.
func subscribeSettings(s *Services) {
	sockets := s.sockets
	bus.Tell(s.bus, "sockets.settings", func(_ context.Context, e settings.Changed) error {
		return socket.To(sockets, socket.Site, settingsChanged, settingsPayload{e.Keys})
	})
}

// callerID is the account that makes a call.
func callerID(ctx context.Context) string { return account.CallerFrom(ctx).ID }

// lateAdmins are the admins, whose accounts are built after the settings.
type lateAdmins struct{ accounts *Late[*account.Service] }

func (a lateAdmins) usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error) {
	return a.accounts.Get().Usernames(ctx, tx, ids...)
}

func (a lateAdmins) otherAdmins(ctx context.Context, tx *db.Tx, adminID string) (bool, error) {
	return a.accounts.Get().OtherAdmins(ctx, tx, adminID)
}

// siteProfile is what the site is called and where it is, as the operator says at this moment.
type siteProfile struct {
	settings *settings.Service
	cfg      Config
}

func (p siteProfile) name() string { return p.settings.Get().SiteName }

// placeholder is the avatar of who has none.
func (p siteProfile) placeholder() string { return p.settings.Get().PlaceholderAvatarURL }

// operator is the operator's mail address; empty: none is known.
func (p siteProfile) operator() string { return p.settings.Get().OperatorEmail }

// words are what the operator calls a performer, within a sentence of a language.
func (p siteProfile) words(language string) (one, many string) {
	now := p.settings.In(language)
	return strings.ToLower(now.SingularTextModel), strings.ToLower(now.PluralTextModel)
}

// look is how mails look.
func (p siteProfile) look() notices.Look {
	now := p.settings.Get()
	return notices.Look{Brand: now.Theme.Brand, Logo: now.LogoURL}
}

// home is the site's address as mails name it, without a slash at its end.
func (p siteProfile) home() string {
	return cmp.Or(strings.TrimRight(p.settings.Get().UserURL, "/"), p.cfg.origin())
}

// origins are the browser origins that may open a socket.
func (p siteProfile) origins() []string { return append(p.cfg.origins(), p.home()) }

// publicSettings completes what the site tells everybody of its settings.
type publicSettings struct {
	development bool
	pages       *Late[*pages.Service]
	log         *slog.Logger
}

// complete fills in how the program was started, and the popup's text from the post that the operator chose for
// it, for the page and for whoever reads the settings again.
func (p publicSettings) complete(ctx context.Context, public settings.Public) settings.Public {
	public.Development = p.development
	if public.Popup18ContentID == "" {
		return public
	}
	post, err := p.pages.Get().Post(ctx, public.Popup18ContentID, false)
	if err != nil {
		p.log.Warn("the 18+ popup's post cannot be read", "post", public.Popup18ContentID, "error", err)
		return public
	}
	public.PopupContent18Plus = post.Content
	return public
}

// forgedSettings are the settings' part of the audit: values that no recorded change gave.
func forgedSettings(s *settings.Service) ledger.Rule {
	return ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
		keys, err := settings.Unrecorded(ctx, tx)
		if err != nil {
			return nil, err
		}
		var found []ledger.Violation
		for _, key := range keys {
			found = append(found, ledger.Violation{Rule: "settings.history", Subject: key, Text: "has a value that no recorded change gave it"})
		}
		flaws, err := s.Forged(ctx, tx)
		return append(found, violationsOf("settings.history", flaws)...), err
	}}
}

// violationsOf are flaws by their subjects, in the words of the ledger's audit.
func violationsOf(rule string, flaws map[string]string) []ledger.Violation {
	found := make([]ledger.Violation, 0, len(flaws))
	for _, subject := range slices.Sorted(maps.Keys(flaws)) {
		found = append(found, ledger.Violation{Rule: rule, Subject: subject, Text: flaws[subject]})
	}
	return found
}
