package sfu_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"limelight/internal/kit/pubsub/redistest"
	"limelight/internal/kit/sfu"
	"limelight/internal/testkit"
)

// cluster is two engines that share a Redis, and the Redis.
func cluster(t *testing.T) (east, west *node, between *redistest.Server) {
	t.Helper()
	between = redistest.Start(t)
	shared := func(c *sfu.Config) {
		c.Redis = between.URL
		c.Key, c.Secret = "cluster", "one secret for the engines of a cluster"
	}
	return setup(t, shared), setup(t, shared), between
}

// Two nodes make the rooms of the same shows at once, as where one goes live on the first
// and the second looks after her show: each room is in one engine, or who came to the
// other would see nobody.
func TestTwoNodesMakeOneRoom(t *testing.T) {
	t.Parallel()
	east, west, _ := cluster(t)
	for i := range 40 {
		room := fmt.Sprintf("show %d", i)
		var both sync.WaitGroup
		for _, node := range []*node{east, west} {
			both.Go(func() {
				if err := node.CreateRoom(t.Context(), room, sfu.RoomOptions{}); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		if east.HasRoom(room) == west.HasRoom(room) {
			t.Errorf("%s: in the east %v, in the west %v", room, east.HasRoom(room), west.HasRoom(room))
		}
	}
}

// A room without anybody that was left over in an engine is not written over the one of
// the same name where the show is, when Redis loses its memory.
func TestALeftOverRoomIsNotWritten(t *testing.T) {
	t.Parallel()
	east, west, server := cluster(t)
	east.open(t, "show")
	where, other := east, west
	if west.HasRoom("show") {
		where, other = west, east
	}
	var told atomic.Bool
	other.OnEvent(func(_ context.Context, e sfu.Event) {
		if e.Kind == sfu.RoomStarted && e.Room == "show" {
			told.Store(true)
		}
	})
	if err := other.MakeRoomHere(t.Context(), "show"); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "both engines know whose room it is", func() bool {
		return where.OwnsRoom("show") && told.Load() && !other.OwnsRoom("show")
	})
	server.Empty()
	if open, err := other.Exists(t.Context(), "show"); err != nil || !open {
		t.Errorf("the show is open %v, %v", open, err)
	}
	if engine, err := other.WhereIs(t.Context(), "show"); err != nil || engine != where.Node() {
		t.Errorf("it is in %s, %v, want %s", engine, err, where.Node())
	}
}

// A room that Redis has given to another engine than its publisher's is taken back: who came
// to the second room of the name comes again, to the picture.
func TestRoomGivenAwayIsTakenBack(t *testing.T) {
	t.Parallel()
	east, west, _ := cluster(t)
	east.open(t, "show")
	where, other := east, west
	if west.HasRoom("show") {
		where, other = west, east
	}
	where.perform(t, "show")
	early := where.watch(t, "show", "view:tom")
	testkit.Eventually(t, "the one who came first sees the picture", func() bool { return early.Frames() > 5 })

	if err := other.MakeRoomHere(t.Context(), "show"); err != nil {
		t.Fatal(err)
	}
	if err := where.Place(t.Context(), "show", other.Node()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the engine that has the publisher has the room", func() bool {
		engine, err := other.WhereIs(t.Context(), "show")
		return err == nil && engine == where.Node()
	})
	late := other.watch(t, "show", "view:ann")
	seen := early.Frames()
	testkit.Eventually(t, "who comes to the other engine sees the picture, and who was there goes on", func() bool {
		return late.Frames() > 5 && early.Frames() > seen+5
	})
	if !where.OwnsRoom("show") || other.OwnsRoom("show") {
		t.Errorf("the room is owned by its engine: %v, by the other one: %v", where.OwnsRoom("show"), other.OwnsRoom("show"))
	}
}
