package sfu

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/webhook"

	"limelight/internal/kit/recovery"
)

// Kind says what happened in a room.
type Kind string

const (
	RoomStarted      Kind = "room started"
	RoomFinished     Kind = "room finished"
	Joined           Kind = "joined"
	Left             Kind = "left"
	TrackPublished   Kind = "track published"
	TrackUnpublished Kind = "track unpublished"
)

// Event is one thing that happened. Events of a room arrive in order and at
// least once: after a failure the engine repeats them. Hidden participants
// cause none.
type Event struct {
	Kind     Kind
	Room     string
	Identity string // empty for room events
	Session  string // which connection of the identity: Left of an old one may follow Joined of the next
	Track    string // "video" or "audio", for track events
	At       time.Time

	hidden bool // of a hidden participant: told to nobody
}

// OnEvent adds a function that hears every event, in Run's goroutine: it should
// be quick, since the next event waits for it. One that is added before Run hears all of them.
func (e *Engine) OnEvent(f func(ctx context.Context, ev Event)) {
	e.events.mu.Lock()
	defer e.events.mu.Unlock()
	e.events.heard = append(e.events.heard, f)
}

// Webhook receives the engine's events. An embedded engine has its own; for a
// remote engine, mount it and name its address in the engine's configuration.
// Bodies that the engine did not sign are refused.
func (e *Engine) Webhook() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		said, err := webhook.ReceiveWebhookEvent(r, e.keys)
		if err != nil {
			http.Error(w, "not signed by the media engine", http.StatusUnauthorized)
			return
		}
		ev, ok := read(said)
		ev.Identity = e.seal.known(ev.Identity)
		if ev.Kind == RoomStarted {
			e.note(ev.Room)
			if e.register != nil {
				e.register.note(ev.Room)
			}
		}
		if ok && !e.events.put(r.Context(), ev) {
			http.Error(w, "busy, try again", http.StatusServiceUnavailable)
		}
	})
}

var kinds = map[string]Kind{
	webhook.EventRoomStarted:                  RoomStarted,
	webhook.EventRoomFinished:                 RoomFinished,
	webhook.EventParticipantJoined:            Joined,
	webhook.EventParticipantLeft:              Left,
	webhook.EventParticipantConnectionAborted: Left,
	webhook.EventTrackPublished:               TrackPublished,
	webhook.EventTrackUnpublished:             TrackUnpublished,
}

func read(said *livekit.WebhookEvent) (Event, bool) {
	kind, known := kinds[said.Event]
	if !known {
		return Event{}, false
	}
	ev := Event{
		Kind:     kind,
		Room:     said.GetRoom().GetName(),
		Identity: said.GetParticipant().GetIdentity(),
		Session:  said.GetParticipant().GetSid(),
		At:       time.Unix(said.CreatedAt, 0).UTC(),
		hidden:   said.GetParticipant().GetPermission().GetHidden(),
	}
	if said.Track != nil {
		ev.Track = "audio"
		if said.Track.Type == livekit.TrackType_VIDEO {
			ev.Track = "video"
		}
	}
	return ev, true
}

// feed is the queue between the engine's messages and Run.
type feed struct {
	log   *slog.Logger
	queue chan Event
	mu    sync.Mutex
	heard []func(context.Context, Event)
}

func newFeed(log *slog.Logger) *feed { return &feed{log: log, queue: make(chan Event, 4096)} }

// put waits a moment when the queue is full; a refused event is repeated.
func (f *feed) put(ctx context.Context, ev Event) bool {
	select {
	case f.queue <- ev:
		return true
	default:
	}
	late := time.NewTimer(2 * time.Second)
	defer late.Stop()
	select {
	case f.queue <- ev:
		return true
	case <-ctx.Done():
	case <-late.C:
		f.log.Error("media events are not being taken", "waiting", len(f.queue))
	}
	return false
}

// tell hands the event to everyone who asked for it.
func (f *feed) tell(ctx context.Context, ev Event) {
	if ev.hidden {
		return
	}
	f.mu.Lock()
	heard := f.heard
	f.mu.Unlock()
	for _, hear := range heard {
		recovery.Do(f.log, "sfu.event", func() { hear(ctx, ev) })
	}
}
