package app

import (
	"net/http"
	"sync"

	"limelight/internal/account"
	"limelight/internal/downloads"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/socket"
	"limelight/internal/kit/web"
	"limelight/internal/playback"
)

// routes lists the API, in the order of the site's menus.
func (h *house) routes() *api.Router {
	r := api.NewRouter("Limelight", h.version, h.log)
	h.sections(r)
	for _, e := range socket.Events() {
		r.Announce(e.Name, e.Payload)
	}
	r.Extend("x-transfer-kinds", kindsOnWire())
	r.Witnessed(h.witness)
	r.BoundUploads(h.admitUpload)
	return r
}

// sections mounts the domains' routes, under the names of their packages.
func (h *house) sections(r *api.Router) {
	r.Section("account", "Accounts of every role: registration, login, sessions, the two-step login", h.accounts.Routes)
	r.Section("performer", "Performers: profile, pictures, prices, identity documents, categories", h.performers.Routes)
	r.Section("studio", "Studios: their members, and how income is shared with them", h.studios.Routes)
	r.Section("discover", "Finding performers", h.discover.Routes)
	r.Section("assets", "Galleries, videos and products: made, reviewed, shown", h.assets.Routes)
	r.Section("playback", "Watching bought videos", h.playback.Routes)
	r.Section("favourites", "A member's favourite performers", h.favourites.Routes)
	r.Section("blocking", "Countries and members that a performer blocks", h.blocking.Routes)
	r.Section("messages", "Conversations and their messages", h.messages.Routes)
	r.Section("show", "Live shows: public, private, group, and looks into private ones", h.shows.Routes)
	r.Section("recording", "Recordings of shows", h.recordings.Routes)
	for _, one := range h.shared.routes {
		r.Section(one.name, one.about, one.mount)
	}
	r.Section("purchases", "Buying galleries, videos and products, and what one owns", h.purchases.Routes)
	r.Section("orders", "Orders of products", h.orders.Routes)
	r.Section("downloads", "Links to digital products", h.downloads.Routes)
	r.Section("funds", "Token packages, payments, spending limits, payment disputes", h.funds.Routes)
	r.Section("earnings", "What performers and studios earned, and members' token history", h.earnings.Routes)
	r.Section("payouts", "Payout requests, payout details, payout batches", h.payouts.Routes)
	r.Section("journal", "The signed days of the ledger and proofs of transfers", h.journal.Routes)
	r.Section("finance", "The site's books", h.finance.Routes)
	r.Section("commissions", "What the site keeps of income", h.commission.Routes)
	r.Section("pages", "Posts, banners, menus, the contact form", h.pages.Routes)
	r.Section("places", "Countries, languages, phone codes, time zones", h.places.Routes)
	r.Section("settings", "The site's settings", h.settings.Routes)
	r.Section("files", "Uploaded pictures", h.files.Routes)
	r.Section("uploads", "Large files in pieces", h.uploads.Routes)
	r.Section("transcoding", "Videos that are made of uploads", h.videos.Routes)
	r.Section("moderation", "Identity checks, suspensions, the audit log", h.moderation.Routes)
	r.Section("admin", "The back office's numbers and mailbox", h.admin.Routes)
}

// handler is the whole site behind its middleware.
func (h *house) handler(router *api.Router, pages http.Handler) (http.Handler, error) {
	proxies, err := h.cfg.proxies()
	if err != nil {
		return nil, err
	}
	origin := h.cfg.origin()
	mux := http.NewServeMux()
	for _, p := range h.mounts(origin, router, pages) {
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
		web.RequestLog(h.log, h.now),
		h.counts.counted(routeOf(mux, router), h.now),
		web.RealIP(web.NewForwarding(proxies, h.log), origin, h.cfg.PublicURL != ""),
		web.Wording(h.words),
		h.languages.Choose,
		web.SecurityHeaders(h.cfg.https()),
		web.BodyTimeouts(bodyTime, uploadTime),
		web.AnswerTimeouts(answerPause),
		h.sitePaced,
	), nil
}

// mounted is something of the site that answers.
type mounted struct {
	pattern string
	closed  bool // on this site, as it is configured
	handler func() (http.Handler, error)
}

// mounts are all there are, whatever the configuration: the API, and what answers
// beside it. Each is a way by which somebody may be seen, or is none for a reason
// (TestEveryMountIsAWayOrExcepted).
func (h *house) mounts(origin string, router *api.Router, pages http.Handler) []mounted {
	of := func(handler http.Handler) func() (http.Handler, error) {
		return func() (http.Handler, error) { return handler, nil }
	}
	media := sync.OnceValues(func() (http.Handler, error) { return h.engine.Handler(h.shows), nil })
	return []mounted{
		{api.Prefix + "/", false, of(web.Chain(router.Handler(),
			web.NoStore, h.ofAddress, h.accounts.Authenticate, h.located, h.ofAccount,
			web.CSRF(origin, router.Acts, vendors), h.maintained, observed,
		))},
		{"/socket.io/", false, of(h.sockets)},
		{"/rtc", h.engine == nil, media},
		{"/rtc/", h.engine == nil, media},
		{"/whip", h.engine == nil, media},
		{"/whip/", h.engine == nil, media},
		{hls.Prefix, h.engine == nil, of(http.HandlerFunc(h.serveHLS))},
		{"POST /media/events", h.cfg.MediaURL == "", func() (http.Handler, error) { return h.engine.Webhook(), nil }},
		{"GET " + files.PhotoPrefix + "{photoId}/{variant}", false, h.photoFiles},
		{"GET " + playback.Prefix + "{token}/{file...}", false, h.videoFiles},
		{"GET " + downloads.Prefix + "{linkId}/{mac}", false, h.downloadFiles},
		{"/files/", false, of(http.HandlerFunc(h.files.Serve))},
		{"GET /snapshots/{performerId}/{time}", false, of(h.accounts.Authenticate(http.HandlerFunc(h.shows.Snapshots)))},
		{sandboxPath + "/", !h.cfg.Development, h.sandboxPages},
		{"GET /healthz", false, of(http.HandlerFunc(alive))},
		{"GET /readyz", false, of(http.HandlerFunc(h.ready))},
		{"/", false, of(h.accounts.Authenticate(pages))},
	}
}

// maintained lets only admins act while the site is under construction; logging
// in and reading the settings stay possible for everybody.
func (h *house) maintained(next http.Handler) http.Handler {
	open := map[string]bool{
		"/api/settings/public": true, "/api/settings/runtime": true, "/api/auth/admin/login": true, "/api/contact": true,
		"/api/auth/logout": true, "/api/users/me": true, "/api/auth/two-factor": true, "/api/auth/two-factor/set-up": true,
		"/api/auth/two-factor/enable": true, "/api/auth/step-up": true,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		admin := account.CallerFrom(r.Context()).Role == account.Admin
		if !h.settings.Get().MaintenanceMode || open[r.URL.Path] || vendors(r) || admin {
			next.ServeHTTP(w, r)
			return
		}
		api.WriteFault(w, r, errMaintenance)
	})
}
