package app

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/sfu"
	"limelight/internal/show"
)

// HLS is the way to watch where WebRTC does not come through. An address is sealed
// for one viewer by kit/hls; who may watch is decided by show, at each playlist.

// newHLS is nil for commands that run no shows.
func (h *house) newHLS() *hls.Server {
	if h.engine == nil {
		return nil
	}
	return hls.New(hls.Config{Source: relay{h}, Key: h.keys.Derive("hls addresses"), Who: addressOf,
		Person: show.PersonOf, Admit: h.admitPlaylist, Log: h.log, Now: h.now})
}

// addressOf is the customer behind a request: viewers of one address count as few.
func addressOf(r *http.Request) string { return limit.Address(api.Address(r.Context())) }

// admitPlaylist says in the words of kit/hls what show decides.
func (h *house) admitPlaylist(ctx context.Context, room, viewer string) error {
	err := h.shows.AdmitPlaylist(ctx, room, viewer)
	switch {
	case errors.Is(err, show.ErrEpochOver):
		return hls.ErrEnded
	case errors.Is(err, show.ErrNotAdmitted):
		return hls.ErrHidden
	}
	return err
}

// playlists gives show the addresses.
type playlists struct{ *house }

// URL is where an epoch of a show can be watched by HLS: a path on this site.
// False when its picture cannot be passed on without encoding it anew.
func (p playlists) URL(showID string, epoch int, viewer string) (string, bool) {
	if p.hls == nil {
		return "", false
	}
	ctx, cancel := context.WithTimeout(context.Background(), askEngine)
	defer cancel()
	return p.hls.URL(ctx, show.Show{ID: showID, Epoch: epoch}.Room(), viewer)
}

// Early is URL for an epoch that is passed on before its picture is there.
func (p playlists) Early(showID string, epoch int, viewer string) (string, bool) {
	if p.hls == nil {
		return "", false
	}
	return p.hls.Early(show.Show{ID: showID, Epoch: epoch}.Room(), viewer)
}

// Viewers is about how many watch a show's epoch by HLS through this node.
func (p playlists) Viewers(showID string, epoch int) int {
	if p.hls == nil {
		return 0
	}
	return p.hls.Viewers(show.Show{ID: showID, Epoch: epoch}.Room())
}

// Warm begins to pass an epoch's media on before its first viewer asks.
func (p playlists) Warm(showID string, epoch int) {
	if p.hls != nil {
		p.hls.Warm(show.Show{ID: showID, Epoch: epoch}.Room())
	}
}

// askEngine is how long a viewer who joins waits to hear of HLS, at most.
const askEngine = 2 * time.Second

// serveHLS is mounted at hls.Prefix.
func (h *house) serveHLS(w http.ResponseWriter, r *http.Request) { h.hls.ServeHTTP(w, r) }

// runHLS lets rooms be bridged until ctx ends.
func (h *house) runHLS(ctx context.Context) error { return h.hls.Run(ctx) }

// relay takes a room's media from the engine, as its performer publishes it.
type relay struct{ *house }

func (r relay) Receive(ctx context.Context, room string, take func(hls.Sample)) error {
	err := r.engine.Receive(ctx, room, r.performs(ctx, room), func(u sfu.Unit) { take(hls.Sample(u)) })
	switch {
	case errors.Is(err, sfu.ErrNoRoom):
		return hls.ErrEnded
	case errors.Is(err, sfu.ErrNotH264):
		return hls.ErrUnsuited
	}
	return err
}

func (r relay) Suited(ctx context.Context, room string) (bool, error) {
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
func (r relay) performs(ctx context.Context, room string) func(identity string) bool {
	showID, _, _ := strings.Cut(room, ".")
	return func(identity string) bool {
		yes, err := r.shows.Publishes(ctx, showID, identity)
		if err != nil && ctx.Err() == nil {
			r.log.Error("ask who performs", "room", room, "error", err)
		}
		return yes
	}
}

// wishes are the performers' broadcast settings, as far as recordings need them.
type wishes struct{ *house }

func (w wishes) Records(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	offer, err := w.performers.Offer(ctx, tx, performerID)
	return offer.Broadcast.Record, err
}
