package demosite

import (
	"context"
	"encoding/json"
	"sync"

	"limelight/internal/kit/sfu"
	"limelight/internal/show"
)

// pastStage is a media engine for shows of the demo's past: it knows who was
// connected, and carries no media.
type pastStage struct {
	mu    sync.Mutex
	rooms map[string]map[string]bool // room → identity → publishes
}

var _ show.Engine = (*pastStage)(nil)

func newPastStage() *pastStage { return &pastStage{rooms: map[string]map[string]bool{}} }

func (d *pastStage) CreateRoom(_ context.Context, name string, _ sfu.RoomOptions) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rooms[name] == nil {
		d.rooms[name] = map[string]bool{}
	}
	return nil
}

func (d *pastStage) DeleteRoom(_ context.Context, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.rooms, name)
	return nil
}

// Token is the grant itself, for connect.
func (*pastStage) Token(g sfu.Grant) (string, error) {
	text, err := json.Marshal(g)
	return string(text), err
}

func (d *pastStage) Participants(_ context.Context, room string) (list []sfu.Participant, _ error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for identity, publishes := range d.rooms[room] {
		list = append(list, sfu.Participant{Identity: identity, Session: "demo", Publishing: publishes, Video: publishes})
	}
	return list, nil
}

func (d *pastStage) Remove(_ context.Context, room, identity string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.rooms[room], identity)
	return nil
}

func (d *pastStage) RemoveWhere(_ context.Context, room string, chosen func(identity string) bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for identity := range d.rooms[room] {
		if chosen(identity) {
			delete(d.rooms[room], identity)
		}
	}
	return nil
}

// Watch finds nothing to take pictures of.
func (*pastStage) Watch(context.Context, string) (*sfu.Watcher, error) { return nil, sfu.ErrNoRoom }

// Media knows nothing of pictures, so they count as there.
func (*pastStage) Media(string, string) sfu.Video { return sfu.Video{} }

// connect lets somebody come into a media room, with a picture when they publish.
func (d *pastStage) connect(ctx context.Context, shows *show.Service, g sfu.Grant) {
	d.mu.Lock()
	if d.rooms[g.Room] == nil {
		d.rooms[g.Room] = map[string]bool{}
	}
	d.rooms[g.Room][g.Identity] = g.Publish
	d.mu.Unlock()
	shows.HandleEngineEvent(ctx, sfu.Event{Kind: sfu.Joined, Room: g.Room, Identity: g.Identity, Session: "demo"})
	if g.Publish {
		shows.HandleEngineEvent(ctx, sfu.Event{Kind: sfu.TrackPublished, Track: "video", Room: g.Room, Identity: g.Identity, Session: "demo"})
	}
}

// connectWith is connect for who was given a token.
func (d *pastStage) connectWith(ctx context.Context, shows *show.Service, token string) error {
	var g sfu.Grant
	if err := json.Unmarshal([]byte(token), &g); err != nil {
		return err
	}
	d.connect(ctx, shows, g)
	return nil
}
