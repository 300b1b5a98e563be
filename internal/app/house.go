package app

import (
	"cmp"
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/account"
	"limelight/internal/admin"
	"limelight/internal/assets"
	"limelight/internal/blocking"
	"limelight/internal/commissions"
	"limelight/internal/discover"
	"limelight/internal/downloads"
	"limelight/internal/earnings"
	"limelight/internal/favourites"
	"limelight/internal/files"
	"limelight/internal/finance"
	"limelight/internal/funds"
	"limelight/internal/funds/gateways/sandbox"
	"limelight/internal/goals"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/kit/web"
	"limelight/internal/ledger"
	"limelight/internal/ledger/journal"
	"limelight/internal/messages"
	"limelight/internal/moderation"
	"limelight/internal/orders"
	"limelight/internal/pages"
	"limelight/internal/payouts"
	"limelight/internal/performer"
	"limelight/internal/places"
	"limelight/internal/playback"
	"limelight/internal/purchases"
	"limelight/internal/referrals"
	"limelight/internal/refunds"
	"limelight/internal/settings"
	"limelight/internal/show"
	"limelight/internal/show/meter"
	"limelight/internal/show/recording"
	"limelight/internal/site"
	"limelight/internal/studio"
	"limelight/internal/tips"
	"limelight/internal/transcoding"
	"limelight/internal/uploads"
	"limelight/internal/wheel"
)

// house is every service, built.
type house struct {
	*ground
	shared
	stopping atomic.Bool // no more visitors: see drain
	health   health

	languages site.Languages

	limits   *limit.Limiter
	rate     *limit.Limiter // of the API as a whole
	paces    *paces         // of everything else
	underWay uploadsUnderWay
	programs turn
	settings *settings.Service
	sockets  *socket.Server
	balances *balances
	files    *files.Service
	accounts *account.Service
	ledger   *ledger.Ledger
	mails    *mail.Outbox

	places     *places.Service
	pages      *pages.Service
	blocking   *blocking.Service
	performers *performer.Service
	uploads    *uploads.Service
	videos     *transcoding.Service
	studios    *studio.Service
	moderation *moderation.Service
	assets     *assets.Service
	playback   *playback.Service
	discover   *discover.Service
	favourites *favourites.Service
	messages   *messages.Service
	shows      *show.Service
	hls        *hls.Server // nil for commands that run no shows
	recordings *recording.Service
	meters     *meter.Meters
	tips       *tips.Service
	goals      *goals.Service
	wheel      *wheel.Service
	referrals  *referrals.Service
	purchases  *purchases.Service
	orders     *orders.Service
	downloads  *downloads.Service
	earnings   *earnings.Service
	funds      *funds.Service
	sandbox    sandbox.Parts
	payouts    *payouts.Service
	journal    *journal.Journal
	anchors    *anchors
	counts     *counts
	commission *commissions.Service
	refunds    *refunds.Service
	finance    *finance.Service
	admin      *admin.Service
}

// build makes the services, foundation first. It opens nothing and starts
// nothing, so that the API's document can be written without a database.
func build(g *ground, metrics prometheus.Registerer) (h *house, err error) {
	h = &house{ground: g, programs: newTurn()}
	pace, limits := g.counters()
	h.paces = newPaces(g.cfg.APIRate, g.now)
	if g.engine != nil {
		g.engine.OnRefusal(func(why string) { h.paces.refusals.WithLabelValues(paceRTC + "." + why).Inc() })
	}
	h.rate = limit.NewWith(pace, g.now, apiRates(g.cfg.APIRate))
	h.limits = limit.NewWith(limits, g.now, account.Limits(), assets.Limits(), uploadPace, photoPace, messages.Limits(), pages.Limits(), performer.Limits(), show.Limits(), studio.Limits(), purchases.Limits(), orders.Limits(), uploads.Limits(), fundsPace, payoutsPace)
	h.ledger = ledger.New(g.now)
	h.ledger.MAC = g.keys.MAC()
	h.settings = settings.New(settings.Deps{
		DB: g.db, Events: g.bus, Acts: acts{h}, Nodes: g.nodes, Now: g.now, Log: g.log,
		Admin: account.Admin.Guard(), Proved: account.StepUp(account.Admin.Guard()), Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
		StepUp: account.Proved, Established: account.Established, Names: h.usernames, Complete: h.completed,
		OtherAdmins: h.otherAdmins, Unpaid: h.ledger.Unpaid, MAC: g.keys.MAC(), Commissions: commissionSettings(), Runtime: settings.Runtime{SocketEndpoint: g.cfg.SocketEndpoint},
	})
	h.mails = mail.NewOutbox(g.keys)
	h.files = files.New(files.Deps{
		DB: g.db, Store: g.blobs, Keys: g.keys, Events: g.bus, Now: g.now, Log: g.log,
		Limits: h.imageLimits, Documents: h.documentLimits, Admin: account.Admin.Guard(),
		Folder:   filepath.Join(g.cfg.Data, "pictures"),
		TakeTurn: h.programs.try, AVIFAfter: avifAfter, Tools: g.cfg.Tools,
	})
	h.accounts, err = account.New(account.Deps{
		DB: g.db, Events: g.bus, Limits: h.limits, Now: g.now, Log: g.log, SiteName: h.siteName,
		PublicURL: g.cfg.origin(), InsecureHTTP: g.cfg.InsecureHTTP, Home: h.home, Policy: h.accountPolicy,
		Extras: extras{h}, Avatars: avatars{h.files}, Sight: sight{h}, Placeholder: h.placeholder,
		Cost: g.cfg.PasswordCost, Keys: g.keys,
	})
	if err != nil {
		return nil, err
	}
	h.sockets = socket.New(socket.Config{
		Now: g.now, Log: g.log, Authenticate: h.socketIdentity, Origins: h.origins, Bus: g.nodes, Metrics: metrics,
		Owners: h.connectionOwners, Limits: socket.Limits{Owned: mostConnections, Connections: h.cfg.MostSockets},
	})
	h.balances = newBalances(g.db, h.ledger, h.accounts, h.sockets, g.log)
	h.anchors, h.counts = newAnchors(g.cfg.Anchors, g.now), newCounts()
	h.mailer, err = mail.New(g.db, h.mails, mail.Config{Server: g.cfg.SMTP, From: g.cfg.MailFrom, Name: h.siteName}, g.now, g.log)
	if err != nil {
		return nil, err
	}
	h.domains()
	if h.uploads, err = h.newUploads(); err != nil {
		return nil, err
	}
	h.videos = h.newTranscoding()
	if err := h.moneys(); err != nil {
		return nil, err
	}
	h.subscribe()
	if metrics != nil {
		h.register(metrics)
	}
	return h, nil
}

func (h *house) domains() {
	g := h.ground
	h.places = places.New(g.now)
	h.blocking = blocking.New(blocking.Deps{DB: g.db, Events: g.bus, Accounts: h.accounts, Places: g.countries, Now: g.now})
	h.performers = performer.New(performer.Deps{
		DB: g.db, Events: g.bus, Accounts: h.accounts, Files: h.files, Blocking: h.blocking, Ledger: h.ledger, Limiter: h.limits, Acts: acts{h}, Now: g.now,
	})
	h.studios = studio.New(studio.Deps{
		DB: g.db, Events: g.bus, Accounts: h.accounts, Files: h.files, Stage: h.performers, Hiring: h.performers,
		Books: books{h.ledger}, Ledger: h.ledger, Limits: h.limits, Kinds: kinds.Incomes().IDs(), SiteKeeps: h.siteKeeps, Now: g.now,
	})
	wireReferrals(h)
	h.moderation = moderation.New(moderation.Deps{
		DB: g.db, Events: g.bus, Accounts: h.accounts, Files: h.files, Seals: g.keys, VIPs: h.performers, Now: g.now,
		Subjects: map[account.Role]moderation.Subject{account.Performer: h.performers, account.Studio: h.studios},
	})
	h.commission = commissions.New(commissions.Deps{
		DB: g.db, Kinds: kinds.Incomes().IDs(), Accounts: h.accounts, Defaults: h.settings, Studios: agreed{h.studios}, Book: h.ledger,
		Audit: acts{h}, Events: g.bus, Now: g.now,
	})
	h.assets = h.newAssets()
	h.playback = h.newPlayback()
	h.discover = discover.New(discover.Deps{DB: g.db, Places: g.countries, Assets: profileAssets{h}, Now: g.now})
	h.favourites = favourites.New(favourites.Deps{DB: g.db, Events: g.bus, Performers: h.performers, Now: g.now})
	h.messages = messages.New(messages.Deps{
		DB: g.db, People: h.accounts, Performers: h.performers, Sockets: h.sockets, Limiter: h.limits, Acts: acts{h}, Log: g.log, Now: g.now,
	})
	h.messages.Listen()
	h.meters = meter.New(meter.Deps{Ledger: h.ledger, Now: g.now})
	h.shows = show.New(show.Deps{
		DB: g.db, Engine: g.engine, Stage: stages{h.performers}, Conversations: conversations{h.messages}, Sessions: h.accounts,
		People: h.accounts, Fans: h.favourites, Balances: h.ledger, Incomes: books{h.ledger}, Rates: rates{h}, Limiter: h.limits,
		Meters: h.meters, Online: h.sockets.Online, Rules: h.showRules,
		HLS:    playlists{h},
		Events: g.bus, Audit: acts{h}, Pictures: g.blobs, Counted: h.tellViewers, CutElsewhere: h.cutElsewhere, CutHere: h.cutHere, Own: ownRooms(g.engine), Node: g.node, Alone: g.cfg.Redis == "", Log: g.log, Now: g.now,
	})
	h.hls = h.newHLS()
	h.recordings = recording.New(recording.Deps{
		DB: g.db, Engine: g.engine, Wishes: wishes{h}, Store: g.blobs, Node: g.node, Log: g.log, Now: g.now,
	})
	wireTips(h)
	wireGoals(h)
	wireWheel(h)
	h.purchases = h.newPurchases()
	h.orders = h.newOrders()
	h.downloads = h.newDownloads()
	wireRefunds(h)
	wireTipsRefunds(h)
	wireShowRefunds(h)
	wireWheelRefunds(h)
	wirePurchasesRefunds(h)
	h.earnings = earnings.New(g.db, h.ledger, people{h.accounts}, h.shows, g.now, kinds.Incomes().IDs()...)
	h.admin = h.newBackOffice()
	h.pages = pages.New(pages.Deps{
		DB: g.db, Settings: h.settings, Files: h.files, Limits: h.limits, Acts: acts{h}, Mails: h.mails, Now: g.now, Log: g.log,
	})
}

func (h *house) siteName() string    { return h.settings.Get().SiteName }
func (h *house) placeholder() string { return h.settings.Get().PlaceholderAvatarURL }

// words are what the operator calls a performer, within a sentence.
func (h *house) words() (one, many string) {
	now := h.settings.Get()
	return strings.ToLower(now.SingularTextModel), strings.ToLower(now.PluralTextModel)
}

// home is the site's address as mails name it, without a slash at its end.
func (h *house) home() string {
	return cmp.Or(strings.TrimRight(h.settings.Get().UserURL, "/"), h.cfg.origin())
}

// origins are the browser origins that may open a socket.
func (h *house) origins() []string { return append(h.cfg.origins(), h.home()) }

func (h *house) usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error) {
	return people{h.accounts}.Usernames(ctx, tx, ids...)
}

func (h *house) otherAdmins(ctx context.Context, tx *db.Tx, adminID string) (bool, error) {
	return h.accounts.OtherAdmins(ctx, tx, adminID)
}

func (h *house) siteKeeps(ctx context.Context, tx *db.Tx, performerID string) (map[string]money.Rate, error) {
	return h.commission.SiteRates(ctx, tx, performerID)
}

func (h *house) imageLimits() files.Limits {
	now := h.settings.Get()
	return files.Limits{MaxMB: now.ImageMaxMB, Accepted: now.ImageAccepted}
}

func (h *house) documentLimits() files.Limits {
	return files.Limits{MaxMB: h.settings.Get().DocumentMaxMB, Accepted: []string{"jpg", "jpeg", "png", "webp", "pdf"}}
}

func (h *house) accountPolicy() account.Policy {
	now := h.settings.Get()
	return account.Policy{
		MinPassword: now.PasswordMinimum, RequireVerifiedMail: now.RequireVerifiedMail, SocketTakesSession: now.SocketQueryToken,
		RequireTwoFactor: now.RequireTwoFactor,
	}
}

// socketIdentity tells the sockets whose token it is.
func (h *house) socketIdentity(ctx context.Context, r *http.Request, token string) (socket.Identity, error) {
	if wait := h.paces.take(ctx, paceToken); wait > 0 {
		return socket.Identity{}, limit.ErrTooMany.After(wait)
	}
	who, err := h.accounts.SocketCaller(ctx, token, api.Address(ctx))
	if err != nil {
		return socket.Identity{}, err
	}
	h.paces.refund(ctx, paceToken) // only guesses count
	return socket.Identity{AccountID: who.ID, SessionID: who.SessionID, Role: string(who.Role), Name: who.Username}, nil
}

// origins are the browser origins that may open a socket: the site's own, and on
// localhost its other names.
func (c Config) origins() []string {
	own := c.origin()
	list := []string{own}
	if host := web.HostOf(strings.TrimPrefix(own, "http://")); web.Local(host) {
		for _, name := range []string{"localhost", "127.0.0.1", "[::1]"} {
			list = append(list, strings.Replace(own, host, name, 1))
		}
	}
	return list
}

// sweepEvery is how often what has expired is dropped.
const sweepEvery = time.Hour
