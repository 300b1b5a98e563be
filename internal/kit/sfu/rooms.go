package sfu

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/twitchtv/twirp"

	"limelight/internal/kit/fault"
)

// ErrNoRoom answers calls about a room that does not exist.
var ErrNoRoom = fault.New(fault.NotFound, "There is no such live room.")

// RoomOptions shape a room at its creation.
type RoomOptions struct {
	EmptyFor time.Duration // a room that nobody joined ends after this; 0: 5 minutes
	LeftFor  time.Duration // one that everybody left; 0: 20 seconds
	Max      int           // participants, hidden ones included; 0: no limit
	Metadata string        // seen by every participant
}

// Room is an open room. The engine's own counts lag and include hidden
// participants, so who is in it is asked by Participants.
type Room struct {
	Name      string
	CreatedAt time.Time
}

// Participant is one connection to a room.
type Participant struct {
	Identity   string
	Name       string
	Session    string // differs for every connection of an identity
	Attributes map[string]string
	JoinedAt   time.Time
	Publishing bool   // has at least one track
	Video      bool   // has a picture, also one that is switched off
	Muted      bool   // its picture is switched off
	Codec      string // of its picture, such as "h264"; empty without one
}

// rooms are the part of an engine that makes and ends rooms and says who is in them.
type rooms struct {
	*core
	client  *lksdk.RoomServiceClient
	deleted sync.Map // room name → its *deletion; forgotten after minutes
}

// CreateRoom makes the room, or changes nothing when it exists.
func (r *rooms) CreateRoom(ctx context.Context, name string, o RoomOptions) error {
	r.deleted.Delete(name)
	open, err := r.locate(ctx, name) // or there would be a second one
	if err != nil {
		return err
	}
	create := func() error {
		_, err := r.client.CreateRoom(ctx, &livekit.CreateRoomRequest{
			Name:             name,
			EmptyTimeout:     seconds(o.EmptyFor),
			DepartureTimeout: seconds(o.LeftFor),
			MaxParticipants:  uint32(o.Max),
			Metadata:         o.Metadata,
		})
		r.note(name)
		return r.asked("create room "+name, err)
	}
	if open || r.register == nil {
		return create()
	}
	return r.register.locked(ctx, name, create)
}

// deletion remembers when a room of this name was first deleted.
type deletion struct {
	at time.Time
	mu sync.Mutex // held by the caller whose turn it is to delete
}

// DeleteRoom ends the room and cuts every participant's media. A room that does
// not exist is deleted already.
func (r *rooms) DeleteRoom(ctx context.Context, name string) error {
	known, _ := r.deleted.LoadOrStore(name, &deletion{at: time.Now()})
	// Of two deletions at once the engine answers one: whoever should answer the
	// other has gone with the room. So they take turns, and one that another
	// node was quicker than looks whether the room is there.
	turn := &known.(*deletion).mu
	turn.Lock()
	defer turn.Unlock()
	if err := r.relist(ctx, name); err != nil { // or what is not listed would go on
		return err
	}
	_, err := r.client.DeleteRoom(ctx, &livekit.DeleteRoomRequest{Room: name})
	if err = ignoreMissing(r.asked("delete room "+name, err)); err == nil {
		return nil
	}
	if open, lost := r.Exists(ctx, name); lost == nil && !open {
		return nil
	}
	return err
}

// keepDeleted cuts off whoever was in the middle of joining when the room was
// deleted. The engine lets him into a room that is no longer listed, where no
// call of ours reaches him, or makes the room anew for him.
func (r *rooms) keepDeleted(ctx context.Context, ev Event) {
	if _, ended := r.deleted.Load(ev.Room); !ended {
		return
	}
	switch ev.Kind {
	case Joined:
		r.conns.cut(ev.Room, ev.Identity)
	case RoomStarted:
		if err := r.DeleteRoom(ctx, ev.Room); err != nil {
			r.log.Error("a deleted media room came back", "room", ev.Room, "error", err)
		}
	}
}

// forgetDeleted drops the names of rooms that ended long ago: no join takes minutes.
func (r *rooms) forgetDeleted(before time.Time) {
	r.deleted.Range(func(name, known any) bool {
		if known.(*deletion).at.Before(before) {
			r.deleted.Delete(name)
		}
		return true
	})
}

// Rooms lists the rooms of the engine or of its cluster, by name.
func (r *rooms) Rooms(ctx context.Context) ([]Room, error) { return r.list(ctx) }

// Exists says whether the room is open.
func (r *rooms) Exists(ctx context.Context, name string) (bool, error) {
	found, err := r.list(ctx, name)
	if err != nil || len(found) > 0 || r.register == nil {
		return len(found) > 0, err
	}
	if again, err := r.register.recovers(ctx, name); err != nil || !again {
		return false, err
	}
	found, err = r.list(ctx, name)
	return len(found) > 0, err
}

// relist sees to it that a cluster's list has the room if any engine does.
func (r *rooms) relist(ctx context.Context, name string) error {
	if r.register == nil {
		return nil
	}
	_, err := r.Exists(ctx, name)
	return err
}

// locate says whether the room is open, and sees to it that its engine is known to be
// there, so that who comes is given to it.
func (r *rooms) locate(ctx context.Context, name string) (open bool, err error) {
	if open, err = r.Exists(ctx, name); err != nil || !open || r.register == nil {
		return open, err
	}
	return true, r.register.awaitEngine(ctx, name)
}

func (r *rooms) list(ctx context.Context, names ...string) ([]Room, error) {
	res, err := r.client.ListRooms(ctx, &livekit.ListRoomsRequest{Names: names})
	if err != nil {
		return nil, r.asked("list rooms", err)
	}
	list := make([]Room, 0, len(res.Rooms))
	for _, one := range res.Rooms {
		list = append(list, Room{Name: one.Name, CreatedAt: time.UnixMilli(one.CreationTimeMs).UTC()})
	}
	slices.SortFunc(list, func(a, b Room) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Participants lists who is in the room, first come first, without hidden ones;
// nobody when the room does not exist.
func (r *rooms) Participants(ctx context.Context, room string) ([]Participant, error) {
	// Nobody would answer for a room that is not there, until the request times out.
	if open, err := r.Exists(ctx, room); err != nil || !open {
		return nil, err
	}
	res, err := r.client.ListParticipants(ctx, &livekit.ListParticipantsRequest{Room: room})
	if err != nil {
		if open, gone := r.Exists(ctx, room); gone == nil && !open {
			return nil, nil // it ended while it was asked
		}
		return nil, ignoreMissing(r.asked("list participants of "+room, err))
	}
	var list []Participant
	for _, p := range res.Participants {
		if p.GetPermission().GetHidden() {
			continue
		}
		list = append(list, Participant{
			Identity:   r.seal.known(p.Identity),
			Name:       p.Name,
			Session:    p.Sid,
			Attributes: p.Attributes,
			JoinedAt:   time.UnixMilli(p.JoinedAtMs).UTC(),
			Publishing: len(p.Tracks) > 0,
			Video:      slices.ContainsFunc(p.Tracks, isVideo),
			Muted:      slices.ContainsFunc(p.Tracks, isVideo) && !slices.ContainsFunc(p.Tracks, isOn),
			Codec:      codecOf(p.Tracks),
		})
	}
	slices.SortFunc(list, func(a, b Participant) int {
		if c := a.JoinedAt.Compare(b.JoinedAt); c != 0 {
			return c
		}
		return strings.Compare(a.Identity, b.Identity)
	})
	return list, nil
}

func codecOf(tracks []*livekit.TrackInfo) string {
	for _, t := range tracks {
		if kind, codec, _ := strings.Cut(strings.ToLower(t.MimeType), "/"); kind == "video" {
			return codec
		}
	}
	return ""
}

func isVideo(t *livekit.TrackInfo) bool { return t.Type == livekit.TrackType_VIDEO }

func isOn(t *livekit.TrackInfo) bool { return isVideo(t) && !t.Muted }

// Remove cuts one participant's connection; it is no error when it has gone. A
// token that is still valid would let it come back: the Gate has to refuse it
// from before this call.
func (r *rooms) Remove(ctx context.Context, room, identity string) error {
	if err := r.relist(ctx, room); err != nil {
		return err
	}
	_, err := r.client.RemoveParticipant(ctx, &livekit.RoomParticipantIdentity{Room: room, Identity: r.seal.close(identity)})
	return ignoreMissing(r.asked("remove "+identity+" from "+room, err))
}

// RemoveWhere removes everyone in the room whose identity is chosen, hidden
// participants not asked about.
func (r *rooms) RemoveWhere(ctx context.Context, room string, chosen func(identity string) bool) error {
	present, err := r.Participants(ctx, room)
	if err != nil {
		return err
	}
	var failed []error
	for _, p := range present {
		if chosen(p.Identity) {
			failed = append(failed, r.Remove(ctx, room, p.Identity))
		}
	}
	return errors.Join(failed...)
}

// asked turns the engine's answer into ours.
func (r *rooms) asked(what string, err error) error {
	switch {
	case err == nil:
		return nil
	case r.life.Err() != nil:
		return ErrStopped
	}
	if t, ok := errors.AsType[twirp.Error](err); ok && t.Code() == twirp.NotFound {
		return ErrNoRoom
	}
	return fmt.Errorf("media engine: %s: %w", what, err)
}

func ignoreMissing(err error) error {
	if errors.Is(err, ErrNoRoom) {
		return nil
	}
	return err
}

func seconds(d time.Duration) uint32 { return uint32(d / time.Second) }
