package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/sfu"
	"limelight/internal/show"
)

// wireMedia builds the way to watch where WebRTC does not come through: HLS. An address is
// sealed for one viewer by kit/hls; who may watch is decided by show, at each playlist. It
// mounts the media engine, too. Commands run no shows and have neither.
func wireMedia(s *Services) {
	if s.engine != nil {
		media := mediaRelay{s.engine, s.shows, s.log}
		s.hls = hls.New(hls.Config{
			Source: media, Key: s.keys.Derive("hls addresses"), Who: addressOf,
			Person: show.PersonOf, Admit: media.admit, Log: s.log, Now: s.now,
		})
		s.background("media", s.engine.Run)
		s.background("hls", s.hls.Run)
	}
	s.late.hls.Set(s.hls)
	none := s.engine == nil
	engine := sync.OnceValues(func() (http.Handler, error) { return s.engine.Handler(s.shows), nil })
	for _, pattern := range []string{"/rtc", "/rtc/", "/whip", "/whip/"} {
		s.mount(mounted{pattern, none, engine})
	}
	s.mount(mounted{hls.Prefix, none, func() (http.Handler, error) { return s.hls, nil }})
	s.mount(mounted{"POST /media/events", s.cfg.MediaURL == "", func() (http.Handler, error) { return s.engine.Webhook(), nil }})
}

// openEngine starts the media engine, or prepares to use an external one. The
// secret of the built-in one comes from the site's key: tokens outlive a restart,
// and the nodes of a cluster understand each other's.
func (i *infra) openEngine(ctx context.Context) (err error) {
	viewers := i.cfg.maxViewers()
	tcp, ownedTCP, err := i.cfg.tcpConnections()
	if err != nil {
		return err
	}
	cfg := sfu.Config{
		URL: i.cfg.MediaURL, Key: i.cfg.MediaKey, Secret: i.cfg.MediaSecret, NodeIP: i.cfg.MediaIP,
		UDPPort: i.cfg.MediaUDP, TCPPort: i.cfg.MediaTCP, TURNPort: i.cfg.MediaTURN, Redis: i.cfg.Redis,
		Owners: i.connectionOwners, OwnedConns: maxConnections, Conns: i.cfg.MaxSockets,
		Viewers: viewers, Bounded: show.Bounded, OwnedWaiting: waitingFor(viewers),
		TCP: tcp, OwnedTCP: ownedTCP,
		PictureEvery: 10 * time.Second, Log: i.log,
	}
	if cfg.URL == "" {
		cfg.Key, cfg.Secret = "limelight", i.keys.Derive("media engine")
	}
	i.engine, err = sfu.Open(ctx, cfg)
	return err
}

// addressOf is the customer behind a request: viewers of one address count as few.
func addressOf(r *http.Request) string { return limit.Address(api.Address(r.Context())) }

// playlists gives show the addresses.
type playlists struct {
	hls  *Late[*hls.Server]
	host func() string // that plays; empty: this site
}

// server is nil for commands that run no shows.
func (p playlists) server() *hls.Server { return p.hls.Get() }

// URL is where an epoch of a show can be watched by HLS: a path on this site, or the same one on
// the host that plays.
// False when its picture cannot be passed on without encoding it anew.
func (p playlists) URL(showID string, epoch int, viewer string) (string, bool) {
	if p.server() == nil {
		return "", false
	}
	ctx, cancel := context.WithTimeout(context.Background(), engineTimeout)
	defer cancel()
	path, served := p.server().URL(ctx, show.Show{ID: showID, Epoch: epoch}.Room(), viewer)
	return p.host() + path, served
}

// Early is URL for an epoch that is passed on before its picture is there.
func (p playlists) Early(showID string, epoch int, viewer string) (string, bool) {
	if p.server() == nil {
		return "", false
	}
	path, served := p.server().Early(show.Show{ID: showID, Epoch: epoch}.Room(), viewer)
	return p.host() + path, served
}

// Viewers is about how many watch a show's epoch by HLS through this node.
func (p playlists) Viewers(showID string, epoch int) int {
	if p.server() == nil {
		return 0
	}
	return p.server().Viewers(show.Show{ID: showID, Epoch: epoch}.Room())
}

// Warm begins to pass an epoch's media on before its first viewer asks.
func (p playlists) Warm(showID string, epoch int) {
	if p.server() != nil {
		p.server().Warm(show.Show{ID: showID, Epoch: epoch}.Room())
	}
}

// engineTimeout is how long a viewer who joins waits to hear of HLS, at most.
const engineTimeout = 2 * time.Second

// mediaRelay takes a room's media from the engine, as its performer publishes it.
type mediaRelay struct {
	engine *sfu.Engine
	shows  *show.Service
	log    *slog.Logger
}

// admit says in the words of kit/hls what show decides.
func (r mediaRelay) admit(ctx context.Context, room, viewer string) error {
	err := r.shows.AdmitPlaylist(ctx, room, viewer)
	switch {
	case errors.Is(err, show.ErrEpochOver):
		return hls.ErrEnded
	case errors.Is(err, show.ErrNotAdmitted):
		return hls.ErrHidden
	}
	return err
}

func (r mediaRelay) Receive(ctx context.Context, room string, take func(hls.Sample)) error {
	err := r.engine.Receive(ctx, room, r.performs(ctx, room), func(u sfu.Unit) { take(hls.Sample(u)) })
	switch {
	case errors.Is(err, sfu.ErrNoRoom):
		return hls.ErrEnded
	case errors.Is(err, sfu.ErrNotH264):
		return hls.ErrUnsuited
	}
	return err
}

func (r mediaRelay) Suited(ctx context.Context, room string) (bool, error) {
	present, err := r.engine.Participants(ctx, room)
	if err != nil {
		return false, err
	}
	performs := r.performs(ctx, room)
	for _, p := range present {
		if p.Codec == "h264" && performs(p.Identity) {
			return true, nil
		}
	}
	return false, nil
}

// performs tells the performer from a member whose camera is in the room too.
func (r mediaRelay) performs(ctx context.Context, room string) func(identity string) bool {
	showID, _, _ := strings.Cut(room, ".")
	return func(identity string) bool {
		yes, err := r.shows.Publishes(ctx, showID, identity)
		if err != nil && ctx.Err() == nil {
			r.log.Error("ask who performs", "room", room, "error", err)
		}
		return yes
	}
}
