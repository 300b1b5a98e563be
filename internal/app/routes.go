package app

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/socket"
	"limelight/internal/kit/web"
)

// routes is the API, in the order of the site's menus.
func (s *Services) routes() *api.Router {
	r := api.NewRouter("Limelight", s.version, s.log)
	for _, one := range inMenuOrder(s.sections) {
		r.Section(one.name, one.about, one.mount)
	}
	for _, e := range socket.Events() {
		r.Announce(e.Name, e.Payload)
	}
	r.Extend("x-transfer-kinds", kindsOnWire())
	describeActions(r)
	describePermissions(r)
	r.Witnessed(s.audit.Witness)
	r.BoundUploads(s.forms.admit)
	return r
}

// menuOrder is the order of the API's document. Schemas of one name are told apart by it, too.
var menuOrder = strings.Fields(`
	account performer studio discover assets playback favourites schedules blocking messages notices show recording
	referrals tips goals wheel refunds purchases orders downloads funds earnings payouts journal finance commissions
	pages places settings files uploads transcoding moderation admin`)

// inMenuOrder are sections in the order of the menus; new ones come last.
func inMenuOrder(sections []section) []section {
	rank := func(s section) int {
		if i := slices.Index(menuOrder, s.name); i >= 0 {
			return i
		}
		return len(menuOrder)
	}
	return slices.SortedStableFunc(slices.Values(sections), func(a, b section) int { return cmp.Compare(rank(a), rank(b)) })
}

// handler is the whole site behind its middleware.
func (s *server) handler(router *api.Router, pages http.Handler) (http.Handler, error) {
	proxies, err := s.cfg.proxies()
	if err != nil {
		return nil, err
	}
	origin := s.cfg.origin()
	mux := http.NewServeMux()
	for _, p := range s.all(origin, router, pages) {
		if p.closed {
			continue
		}
		handler, err := p.handler()
		if err != nil {
			return nil, err
		}
		mux.Handle(p.pattern, handler)
	}
	return web.Chain(mux,
		web.CloseAfterChunks,
		web.RequestLog(s.log, s.now),
		s.counts.counted(routeOf(mux, router), s.now),
		web.RealIP(web.NewForwarding(proxies, s.log), origin, s.cfg.PublicURL != ""),
		web.Wording(s.profile.words),
		s.languages.Choose,
		web.SecurityHeaders(s.cfg.https()),
		web.BodyTimeouts(bodyTimeout, uploadTimeout),
		web.AnswerTimeouts(answerTimeout),
		s.rates.site,
	), nil
}

// all is everything that answers, whatever the configuration: the API, and what stands
// beside it. Each is a way by which somebody may be seen, or is none for a reason
// (TestEveryMountIsCheckedForVisibility).
func (s *server) all(origin string, router *api.Router, pages http.Handler) []mounted {
	return append([]mounted{
		{api.Prefix + "/", false, handlerOf(web.Chain(router.Handler(),
			web.NoStore, s.rates.byAddress, s.accounts.Authenticate, s.locations.locate, s.rates.byAccount,
			web.CSRF(origin, router.Acts, sessionless), s.maintenance, audit.Observe,
		))},
		{"GET /healthz", false, handlerOf(http.HandlerFunc(alive))},
		{"GET /readyz", false, handlerOf(http.HandlerFunc(s.ready))},
		{"/", false, handlerOf(s.accounts.Authenticate(pages))},
	}, s.mounts...)
}

// maintenance lets only admins act while the site is under construction; logging
// in and reading the settings stay possible for everybody.
func (s *server) maintenance(next http.Handler) http.Handler {
	open := map[string]bool{
		"/api/settings/public": true, "/api/settings/runtime": true, "/api/auth/admin/login": true, "/api/contact": true,
		"/api/auth/logout": true, "/api/users/me": true, "/api/auth/two-factor": true, "/api/auth/two-factor/set-up": true,
		"/api/auth/two-factor/enable": true, "/api/auth/step-up": true,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		admin := account.CallerFrom(r.Context()).Role == account.Admin
		if !s.settings.Get().MaintenanceMode || open[r.URL.Path] || sessionless(r) || admin {
			next.ServeHTTP(w, r)
			return
		}
		api.WriteFault(w, r, errMaintenance)
	})
}
