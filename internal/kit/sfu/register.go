package sfu

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/livekit/livekit-server/pkg/config"
	"github.com/livekit/livekit-server/pkg/routing"
	"github.com/livekit/livekit-server/pkg/rtc"
	"github.com/livekit/livekit-server/pkg/rtc/types"
	"github.com/livekit/livekit-server/pkg/service"
	"github.com/livekit/protocol/livekit"
	lkredis "github.com/livekit/protocol/redis"
	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	"limelight/internal/kit/recovery"
)

// The engines of a cluster write into Redis which of them has a room and who is in
// it, once, and believe it ever after. When Redis loses its memory the rooms go on,
// but nobody who comes later finds them, nobody in them can be removed, and the
// next CreateRoom makes a second room of the name on any engine. Therefore each
// engine writes its own rooms again
// (docs/decisions/0043-engines-write-their-rooms-again.md).

const (
	registerEvery = 500 * time.Millisecond // how often an engine looks whether its rooms are written
	settleFor     = 4 * time.Second        // how long all engines have to write theirs
	settleAgain   = 100 * time.Millisecond // how often who waits for it asks
	lockFor       = 5 * time.Second        // how long a node that makes a room keeps others from making it
	lockAgain     = 20 * time.Millisecond  // how often who waits for that asks
	// silentFor is how long an engine that has said nothing of itself still counts as
	// there. Engines say it each two seconds; after five (selector.AvailableSeconds)
	// their rooms are given to another.
	silentFor = 3 * time.Second
)

// settling sets the mark that an emptied Redis has lost, and answers for how many
// milliseconds the engines may still be writing; not above zero when they are done.
var settling = redis.NewScript(`
	if redis.call('SET', KEYS[1], '1', 'NX') then redis.call('SET', KEYS[2], '1', 'PX', ARGV[1]) end
	return redis.call('PTTL', KEYS[2])`)

// unlock lets others make a room, unless the lock has become theirs already.
var unlock = redis.NewScript(`
	if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
	return 0`)

// One slot of a cluster of Redis for both.
var settlingKeys = []string{"{limelight_media}:mark", "{limelight_media}:settling"}

// register is what an embedded engine of a cluster has in Redis.
type register struct {
	redis  redis.UniversalClient
	store  *service.RedisStore
	server *service.LivekitServer
	log    *slog.Logger

	mu  sync.Mutex
	own map[string]bool // rooms that this engine was seen to have
}

func openRegister(conf *config.Config, server *service.LivekitServer, log *slog.Logger) (*register, error) {
	client, err := lkredis.GetRedisClient(&conf.Redis)
	if err != nil {
		return nil, fmt.Errorf("media engine: %w", err)
	}
	return &register{redis: client, store: service.NewRedisStore(client), server: server, log: log, own: map[string]bool{}}, nil
}

// run looks until ctx ends.
func (r *register) run(ctx context.Context) error {
	tick := time.NewTicker(registerEvery)
	defer tick.Stop()
	well := true
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		err := recovery.Run(r.log, "sfu.register", func() error { return r.refresh(ctx) })
		if err != nil && well && ctx.Err() == nil {
			r.log.Warn("look whether the media rooms are written in Redis", "error", err)
		}
		well = err == nil
	}
}

// refresh writes this engine and its rooms again where Redis has lost them.
func (r *register) refresh(ctx context.Context) error {
	if _, err := r.settles(ctx); err != nil {
		return err
	}
	me, err := r.writeEngine(ctx)
	if err != nil {
		return err
	}
	placed, err := r.redis.HGetAll(ctx, routing.NodeRoomKey).Result()
	if err != nil {
		return fmt.Errorf("read where media rooms are: %w", err)
	}
	var failed []error
	for name, engine := range placed {
		if engine == me || r.room(name) == nil {
			continue
		}
		taken, err := r.resolveConflict(ctx, name, me)
		if failed = append(failed, err); taken {
			placed[name] = me
		}
	}
	for _, name := range r.owned(placed, me) {
		if _, known := placed[name]; !known {
			_, err := r.write(ctx, name, false)
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// resolveConflict decides of a room that Redis gives to another engine while this one has it too:
// an engine wrote too late what Redis had lost, and who came meanwhile got a second room. The
// room is where its publisher is. An engine that has the publisher takes the room back; one
// that only has viewers closes its own, and they come again.
func (r *register) resolveConflict(ctx context.Context, name, me string) (taken bool, err error) {
	engine, err := r.redis.HGet(ctx, routing.NodeRoomKey, name).Result() // the list may be older than the room
	if errors.Is(err, redis.Nil) || engine == me {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read where a media room is: %w", err)
	}
	room := r.room(name)
	if room == nil {
		return false, nil
	}
	people := room.GetParticipants()
	at := slices.IndexFunc(people, func(p types.LocalParticipant) bool { return p.IsPublisher() && !p.IsDisconnected() })
	if at < 0 {
		if len(people) > 0 {
			r.log.Warn("viewers were in a media room that another engine has: they come again", "room", name)
			room.Close(types.ParticipantCloseReasonRoomClosed)
		}
		return false, nil
	}
	known, err := r.store.LoadParticipant(ctx, livekit.RoomName(name), people[at].Identity())
	if err != nil && !errors.Is(err, service.ErrParticipantNotFound) {
		return false, fmt.Errorf("read who is in a media room: %w", err)
	}
	if err == nil && known.Sid != string(people[at].ID()) {
		return false, nil // the publisher has moved there
	}
	r.log.Warn("a media room was given to another engine than its publisher's: it is taken back", "room", name)
	return r.write(ctx, name, true)
}

// owned are the rooms that this engine was seen to have, by what Redis says now or
// said before. Those that it has no longer are forgotten, and those that Redis knows to
// be with another engine: what this one has of the name is a left over room without anybody.
func (r *register) owned(placed map[string]string, me string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, engine := range placed {
		if engine == me {
			r.own[name] = true
		}
	}
	maps.DeleteFunc(r.own, func(name string, _ bool) bool {
		engine, known := placed[name]
		return known && engine != me || !known && r.room(name) == nil
	})
	return slices.Collect(maps.Keys(r.own))
}

func (r *register) owns(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.own[name]
}

// locked runs do while no other node of the cluster makes the room: of two that did so at
// once each would be given an engine, and there would be two rooms of the name.
func (r *register) locked(ctx context.Context, name string, do func() error) error {
	key, mine := "limelight_media:making:"+name, rand.Text()
	for {
		free, err := r.redis.SetNX(ctx, key, mine, lockFor).Result()
		if err != nil {
			return fmt.Errorf("keep others from making a media room: %w", err)
		}
		if free {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockAgain):
		}
	}
	defer func() {
		if err := unlock.Run(context.WithoutCancel(ctx), r.redis, []string{key}, mine).Err(); err != nil {
			r.log.Warn("let others make a media room", "room", name, "error", err) // they wait for lockFor
		}
	}()
	return do()
}

// note says that this engine has a room.
func (r *register) note(name string) {
	if r.room(name) == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.own[name] = true
}

// settles tells how long the engines may still be writing their rooms.
func (r *register) settles(ctx context.Context) (time.Duration, error) {
	left, err := settling.Run(ctx, r.redis, settlingKeys, settleFor.Milliseconds()).Int64()
	if err != nil {
		return 0, fmt.Errorf("ask Redis for its media rooms: %w", err)
	}
	return time.Duration(left) * time.Millisecond, nil
}

// recovers says that a room which Redis does not list may be listed now: this engine
// had it, or others had the time to write theirs.
func (r *register) recovers(ctx context.Context, name string) (bool, error) {
	if r.owns(name) {
		if written, err := r.write(ctx, name, false); written || err != nil {
			return written, err
		}
	}
	for waited := false; ; waited = true {
		left, err := r.settles(ctx)
		if err != nil || left <= 0 {
			return waited, err
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(min(left, settleAgain)):
		}
	}
}

// writeEngine makes this engine known. It says so of itself every two seconds only, and
// not before it has heard itself through Redis: the first seconds after an outage its
// last word is old.
func (r *register) writeEngine(ctx context.Context) (me string, err error) {
	node := r.server.Node()
	write := r.redis.HSetNX
	if isSilent(node) {
		node.Stats.UpdatedAt = time.Now().Unix()
		write = func(ctx context.Context, key, field string, value any) *redis.BoolCmd {
			return redis.NewBoolResult(true, r.redis.HSet(ctx, key, field, value).Err())
		}
	}
	known, err := proto.Marshal(node)
	if err == nil {
		err = write(ctx, routing.NodesKey, node.Id, known).Err()
	}
	if err != nil {
		return "", fmt.Errorf("write a media engine into Redis: %w", err)
	}
	return node.Id, nil
}

func isSilent(node *livekit.Node) bool {
	return node.Stats != nil && time.Since(time.Unix(node.Stats.UpdatedAt, 0)) >= silentFor
}

// awaitEngine waits until the engine that has a room has said of itself that it is
// there, or until it had the time to: the room would be given to another one with whoever
// comes before.
func (r *register) awaitEngine(ctx context.Context, name string) error {
	if r.room(name) != nil {
		_, err := r.writeEngine(ctx)
		return err
	}
	waiting, stop := context.WithTimeout(ctx, settleFor)
	defer stop()
	for {
		there, err := r.isEngineThere(ctx, name)
		if err != nil || there {
			return err
		}
		select {
		case <-waiting.Done():
			return ctx.Err()
		case <-time.After(settleAgain):
		}
	}
}

// isEngineThere tells whether the engine of a room is known and not silent; true for a
// room that no engine has.
func (r *register) isEngineThere(ctx context.Context, name string) (bool, error) {
	id, err := r.redis.HGet(ctx, routing.NodeRoomKey, name).Result()
	if errors.Is(err, redis.Nil) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("read where a media room is: %w", err)
	}
	known, err := r.redis.HGet(ctx, routing.NodesKey, id).Bytes()
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	node := &livekit.Node{}
	if err == nil {
		err = proto.Unmarshal(known, node)
	}
	if err != nil {
		return false, fmt.Errorf("read a media engine: %w", err)
	}
	return !isSilent(node), nil
}

// write writes a room of this engine and who is in it; false when it has no such room. takes
// says that it is here whatever Redis knows of it. The room itself comes last: who finds it
// listed finds the rest.
func (r *register) write(ctx context.Context, name string, takes bool) (bool, error) {
	room := r.room(name)
	if room == nil || !room.Hold() {
		return false, nil
	}
	defer room.Release()
	for _, p := range room.GetParticipants() {
		if err := r.store.StoreParticipant(ctx, room.Name(), p.ToProto()); err != nil {
			return false, fmt.Errorf("write who is in a media room: %w", err)
		}
		if !p.IsDisconnected() {
			continue
		}
		if err := r.store.DeleteParticipant(ctx, room.Name(), p.Identity()); err != nil {
			return false, fmt.Errorf("write who is in a media room: %w", err)
		}
	}
	me, err := r.writeEngine(ctx)
	if err != nil {
		return false, err
	}
	if takes {
		err = r.redis.HSet(ctx, routing.NodeRoomKey, name, me).Err()
	} else {
		err = r.redis.HSetNX(ctx, routing.NodeRoomKey, name, me).Err()
	}
	if err != nil {
		return false, fmt.Errorf("write where a media room is: %w", err)
	}
	if err := r.store.StoreRoom(ctx, room.ToProto(), room.Internal()); err != nil {
		return false, fmt.Errorf("write a media room: %w", err)
	}
	if room.IsClosed() { // meanwhile: its own tidying up may have come too early
		return false, errors.Join(r.store.DeleteRoom(ctx, room.Name()), r.redis.HDel(ctx, routing.NodeRoomKey, name).Err())
	}
	r.log.Warn("a media room is written into Redis again", "room", name)
	return true, nil
}

// room is the running room of this engine, nil without one.
func (r *register) room(name string) *rtc.Room { return runningRoom(r.server, name) }

func runningRoom(server *service.LivekitServer, name string) *rtc.Room {
	room := server.RoomManager().GetRoom(context.Background(), livekit.RoomName(name))
	if room == nil || room.IsClosed() {
		return nil
	}
	return room
}
