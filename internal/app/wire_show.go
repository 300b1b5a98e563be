package app

import (
	"cmp"
	"context"
	"net/http"
	"runtime"
	"slices"
	"time"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/performer"
	"limelight/internal/settings"
	"limelight/internal/show"
	"limelight/internal/show/meter"
)

// wireShow builds shows and the meters of paid ones. What plays without WebRTC, and who loses
// a connection when a right ends, is plugged in once shows are there.
func wireShow(s *Services) {
	s.limits.Add(show.Limits())
	s.meters = meter.New(meter.Deps{Ledger: s.ledger, Now: s.now})
	visible := lateVisibility{&s.late.visibility}
	news := showNews{s.messages, s.sockets, s.log}
	s.shows = show.New(show.Deps{
		DB: s.db, Engine: s.engine, Stage: stages{s.performers}, Conversations: conversations{s.messages}, Accounts: s.accounts,
		Fans: s.favourites, Ledger: s.ledger, Incomes: showIncome{&s.declared}, Rates: s.terms, Limiter: s.limits,
		Meters: s.meters, Online: s.sockets.Online, Rules: func() show.Rules { return showRules(s.settings.Get()) }, HLS: playlists{&s.late.hls, func() string { return s.settings.Get().ViewerURL }},
		Events: s.bus, Audit: s.audit, Pictures: s.blobs, Counted: news.pushViewers, CutElsewhere: visible.cutElsewhere, CutHere: visible.cutHere,
		Own: ownRooms(s.engine), Node: s.node, Alone: s.cfg.Redis == "", Log: s.log, Now: s.now,
	})
	s.messages.KnowShows(s.shows.ConversationID)
	s.section("show", "Live shows: public, private, group, and looks into private ones", s.shows.Routes)
	s.mount(mounted{pattern: "GET /snapshots/{performerId}/{time}", handler: handlerOf(s.accounts.Authenticate(http.HandlerFunc(s.shows.Snapshots)))})
	s.rule(meter.Rule())
	s.collect(s.shows.Collectors()...)
	s.collect(s.meters.Collectors(s.db)...)
	s.followUp("shows", s.shows.Run)
	s.job(cron.Job{Name: "streamTokens", Every: sweepEvery, Run: inTransaction(s.db, func(ctx context.Context, tx *db.Tx) error {
		_, err := s.shows.ForgetTokens(ctx, tx)
		return err
	})})
	subscribeShow(s, news)
}

func subscribeShow(s *Services, news showNews) {
	bus.Tell(s.bus, "sockets.show", news.pushShow)
	bus.Tell(s.bus, "sockets.seat", news.pushSeat)
	bus.Tell(s.bus, "sockets.meter", news.pushMeter)
	bus.Tell(s.bus, "sockets.request", news.pushRequest)
	bus.On(s.bus, "notices.request", func(ctx context.Context, tx *db.Tx, e show.Requested) error {
		if s.notifier.stale(e.Request.CreatedAt) {
			return nil
		}
		return notify(ctx, tx, s.notifier, show.RequestNotice, e.PerformerID, show.Asked{RequestID: e.Request.ID, Username: e.Request.User.Username})
	})
	bus.Tell(s.bus, "sockets.decided", news.pushDecided)
	bus.Tell(s.bus, "cut.maintenance", maintenanceCut{s.shows, s.settings}.cut)
}

// stages say what a performer charges in the words of shows.
type stages struct{ *performer.Service }

func (s stages) Offer(ctx context.Context, tx *db.Tx, performerID string) (show.Offer, error) {
	o, err := s.Service.Offer(ctx, tx, performerID)
	b := o.Broadcast
	return show.Offer{
		Private: o.PrivatePrice, Exclusive: o.ExclusivePrice, Group: o.GroupPrice, MinMinutes: o.MinMinutes,
		MinParticipants: b.MinParticipants, MaxParticipants: b.MaxParticipants,
		PeekIn: b.PeekIn.Enabled, PeekPrice: b.PeekIn.Price, PeekSeconds: b.PeekIn.Seconds, PeekSound: b.PeekIn.Sound,
		Record: b.Record, WhoMayAsk: b.WhoMayAsk, MinBalance: b.MinBalance, Away: o.Availability == performer.Away,
	}, err
}

// showIncome reads what a performer earned in a show.
type showIncome struct {
	of *declared
}

func (i showIncome) EarnedSince(ctx context.Context, tx *db.Tx, performerID string, since time.Time) (thanks int, net money.Tokens, err error) {
	earned, err := report.IncomeTotals(ctx, tx, ledger.Earnings(performerID), report.Query{Kinds: kinds.Incomes().IDs(), From: since})
	for _, kind := range earned {
		net += kind.Net
		if slices.Contains(i.of.thanks, kind.Kind) {
			thanks += int(kind.Count)
		}
	}
	return thanks, net, err
}

// maintenanceCut ends every show, with refunds, when the site closes for maintenance.
type maintenanceCut struct {
	shows    *show.Service
	settings *settings.Service
}

func (c maintenanceCut) cut(ctx context.Context, e settings.Changed) error {
	if !slices.Contains(e.Keys, "maintenanceMode") || !c.settings.Get().MaintenanceMode {
		return nil
	}
	return c.shows.EndAll(ctx, show.Maintenance)
}

// viewersPerCore is how many WebRTC viewers of one show a processor is asked to
// carry, when the operator says nothing else (docs/performance.md).
const viewersPerCore = 400

// showRules are the operator's numbers for shows.
func showRules(now settings.Current) show.Rules {
	second := func(n int) time.Duration { return time.Duration(n) * time.Second }
	return show.Rules{
		RequestFor: second(now.PrivateRequestSeconds), ConnectFor: second(now.ConnectSeconds),
		MediaLoss: second(now.MediaLossSeconds), Grace: second(now.ReconnectSeconds), FreeFor: second(now.FreeSeconds),
		AwayFor: second(now.AwaySeconds), Broadcast: now.OptionForBroadcast, Secure: now.SecureOption,
		RoomShare: cmp.Or(now.WebRTCRoomShare, viewersPerCore*runtime.NumCPU()),
	}
}

// ownRooms are the media rooms of this node's engine, nil where none has others beside it.
func ownRooms(engine *sfu.Engine) show.Rooms {
	if engine == nil {
		return nil
	}
	if own := engine.Own(); own != nil {
		return own
	}
	return nil
}
