package uploads

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

var errFull = fault.New(fault.Unavailable, "There is no room.").Coded("disk_full")

// disk has so much room.
type disk struct {
	anyRoom
	room int64
}

func (d *disk) MayStore(more int64) error {
	if more > d.room {
		return errFull
	}
	return nil
}

// onDisk is a site whose uploads have so much room.
func onDisk(t testing.TB, room int64) (*node, *disk) {
	t.Helper()
	n, d := oneNode(t), &disk{room: room}
	n.Storage, n.Reserved = d, func() bool { return true }
	return n, d
}

// What is announced has its room kept for as long as it comes, and for some minutes until it
// begins. Who goes on later is asked again.
func TestRoomIsReserved(t *testing.T) {
	n, d := onDisk(t, 100*mb)
	n.announces(t, "lena", "video", "a.mp4", 101*mb).must(t, 503, `"error":"disk_full"`)
	silent := n.begins(t, 90*mb)
	lena := func(length int64) answer { return n.announces(t, "lena", "video", "a.mp4", length) }
	lena(11*mb).must(t, 503)
	n.clock.Advance(countsUnbegun - time.Second)
	lena(11*mb).must(t, 503)
	n.clock.Advance(time.Second)
	lena(11*mb).must(t, 201) // nina's does not come

	n.sends(t, silent, 0, make([]byte, 4*mb)).must(t, 503, `"error":"disk_full"`) // the room is lena's by now
	d.room = 101 * mb
	n.sends(t, silent, 0, make([]byte, 4*mb)).must(t, 204) // 86 MB are left
	d.room = 100 * mb
	n.announces(t, "uma", "video", "a.mp4", 10*mb).must(t, 503)
	n.clock.Advance(countsAfterPart - time.Second)
	n.announces(t, "uma", "video", "a.mp4", 15*mb).must(t, 503)
	n.clock.Advance(time.Second)
	n.announces(t, "uma", "video", "a.mp4", 15*mb).must(t, 201)

	n.sends(t, silent, 4*mb, make([]byte, 4*mb)).must(t, 503)
	d.room = 101 * mb
	n.sends(t, silent, 4*mb, make([]byte, 4*mb)).must(t, 204)
	d.room = 0
	n.sends(t, silent, 8*mb, make([]byte, mb)).must(t, 204) // what was begun goes on
}

// One performer's announcements leave others half of the room; a single file may be as large as
// all of it.
func TestRoomIsShared(t *testing.T) {
	n, _ := onDisk(t, 100*mb)
	nina := func(length int64) answer { return n.announces(t, "nina", "video", "a.mp4", length) }
	n.announces(t, "lena", "video", "a.mp4", 100*mb).must(t, 201)
	nina(mb).must(t, 503)
	n.clock.Advance(countsUnbegun)
	nina(30*mb).must(t, 201)
	nina(21*mb).must(t, 503, `"error":"disk_full"`)
	nina(20*mb).must(t, 201)
	n.clock.Advance(countsUnbegun)
	nina(mb).must(t, 503) // hers count for herself until they go
	n.announces(t, "uma", "video", "a.mp4", 100*mb).must(t, 201)
}

// Of many who announce at once, no more are let in than there is room for.
func TestRoomIsGivenOnce(t *testing.T) {
	n, _ := onDisk(t, 25*mb)
	for round := range 20 {
		var admitted atomic.Int64
		testkit.Together(6, func(i int) {
			if n.announces(t, fmt.Sprint("p", round, "-", i), "video", "a.mp4", 10*mb).status == 201 {
				admitted.Add(1)
			}
		})
		if got := admitted.Load(); got != 2 {
			t.Errorf("round %d: %d of 10 MB each were let in, where 25 MB have room", round, got)
		}
		n.clock.Advance(countsUnbegun) // none of them comes
	}
}

// Of many who go on at once with what they had paused, no more are let in than there is room for:
// one's own count as much as those of others. Who was let in and sends nothing gives the room up.
func TestRoomIsGivenOnceToWhoGoesOn(t *testing.T) {
	n, d := onDisk(t, 0)
	owners := []string{"nina", "nina", "lena", "lena", "uma", "vera"}
	for round := range 20 {
		d.room = 1000 * mb
		paths := make([]string, len(owners))
		for i, who := range owners {
			paths[i] = n.announces(t, who, "video", "a.mp4", 10*mb).must(t, 201).header.Get("Location")
		}
		n.clock.Advance(countsUnbegun)
		d.room = 25 * mb
		var admitted atomic.Int64
		testkit.Together(len(owners), func(i int) {
			got := n.call(t, owners[i], "PATCH", paths[i], bytes.NewReader(make([]byte, mb)), headers{"Upload-Offset", "0", "Content-Type", pieceType})
			switch got.status {
			case 204:
				admitted.Add(1)
			case 503:
			default:
				t.Errorf("one who goes on is answered %d %s", got.status, got.body)
			}
		})
		if got := admitted.Load(); got != 2 {
			t.Errorf("round %d: %d of 10 MB each were let go on, where 25 MB have room", round, got)
		}
		for i, path := range paths {
			n.call(t, owners[i], "DELETE", path, nil, nil).must(t, 204)
		}
		n.clock.Advance(time.Hour) // in which they may announce so many again
	}
}

// Who is let go on counts before a byte of it came, and for some minutes.
func TestResumedUploadsCount(t *testing.T) {
	n, d := onDisk(t, 100*mb)
	path := n.begins(t, 60*mb)
	n.clock.Advance(countsUnbegun)
	held := n.holds(t, path, 0, 4*mb, nil)
	lena := func() answer { return n.announces(t, "lena", "video", "a.mp4", 50*mb) }
	testkit.Eventually(t, "what is gone on with counts", func() bool { return n.coming(t) == 60*mb })
	_ = held.Close()
	lena().must(t, 503, `"error":"disk_full"`)
	d.room = 0
	n.sends(t, path, 0, make([]byte, 4*mb)).must(t, 204) // it has its room
	d.room = 100 * mb
	n.clock.Advance(countsAfterPart)
	lena().must(t, 201)
}

func (n *node) coming(t *testing.T) int64 {
	t.Helper()
	bytes, err := n.Coming(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// Where nothing has to be left, nobody is asked; and not for what came in a form, which was.
func TestRoomIsNotChecked(t *testing.T) {
	n, _ := onDisk(t, 0)
	if _, err := n.Keep(t.Context(), "nina", Arrived{Video, "a.mp4", 4, strings.NewReader("clip")}); err != nil {
		t.Errorf("a file of a form: %v", err)
	}
	n.Reserved = func() bool { return false }
	n.begins(t, mb)
}

// What is on its way is found by when it expires, however much was ever uploaded.
func TestPlanOfWhatComes(t *testing.T) {
	got := testkit.Plan(t, testkit.DB(t), coming, 1, 1, 1, "nina")
	if !strings.Contains(got, "uploads_expiry") {
		t.Errorf("it is planned so:\n%s", got)
	}
}
