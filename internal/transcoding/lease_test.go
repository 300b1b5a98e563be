package transcoding

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/transcode"
	"limelight/internal/testkit"
)

// Wherever a node stops cleanly, another one goes on at once, and does nothing twice.
func TestStoppedNode(t *testing.T) {
	for stop := 1; stop <= 6; stop++ { // poster, source, 360p, preview, cues, sheet
		t.Run(fmt.Sprintf("at file %d", stop), func(t *testing.T) {
			s := newSite(t)
			first, second := s.node(t), s.node(t)
			mediaID := first.begins(t, playableClip(t))
			ctx, cancel := context.WithCancel(t.Context())
			s.store.at(stop, func() error { cancel(); return nil })
			first.worksOnce(ctx, t)
			if got := s.working(t); len(got) > 0 {
				t.Errorf("the first node leaves %q in its folder", got)
			}
			if held := testkit.Int(t, s.db, `SELECT COUNT(*) FROM media WHERE holder <> ''`); held != 0 {
				t.Error("the first node keeps its lease")
			}
			counted, stored := s.rows(t), s.store.puts
			second.works(t)
			second.must(t, mediaID, Done)
			second.isDecoded(t, mediaID, "360p", 60)
			if tries := testkit.Int(t, s.db, `SELECT tries FROM media`); tries != 0 {
				t.Errorf("%d tries count", tries)
			}
			if made := s.store.puts - stored; made != 6-counted {
				t.Errorf("the second node stores %d files, of which %d were counted already", made, counted)
			}
			s.isSwept(t, first)
		})
	}
}

// isSwept sees that after a day nothing is stored that does not count.
func (s *site) isSwept(t *testing.T, n *node) {
	t.Helper()
	s.clock.Advance(orphanAge + time.Second)
	if err := n.DropOrphans(t.Context()); err != nil {
		t.Fatal(err)
	}
	if stored, counted := len(s.keys(t)), s.rows(t); stored != counted {
		t.Errorf("%d files are stored, %d count", stored, counted)
	}
}

// A node hangs while it stores a rendition. Its lease runs out and another node makes the
// video. Then it wakes up: it writes nothing, and its bytes go.
func TestHungNode(t *testing.T) {
	s := newSite(t)
	hung, other := s.node(t), s.node(t)
	mediaID := hung.begins(t, playableClip(t))
	hangs, wakes := make(chan struct{}), make(chan struct{})
	s.store.at(2, func() error { close(hangs); <-wakes; return nil })
	var running sync.WaitGroup
	running.Go(func() { hung.attemptOne(t) })
	<-hangs

	s.clock.Advance(leaseTime - time.Second)
	if other.worksOnce(t.Context(), t) {
		t.Error("two nodes work on one video")
	}
	s.clock.Advance(time.Second)
	other.works(t)
	before := other.must(t, mediaID, Done)
	kept := s.keys(t)

	close(wakes)
	running.Wait()
	if after := other.state(t, mediaID); !reflect.DeepEqual(after, before) {
		t.Errorf("the node that woke up made %+v of %+v", after, before)
	}
	if after := s.keys(t); !slices.Equal(after, kept) {
		t.Errorf("it leaves files: %d of them instead of %d", len(after), len(kept))
	}
	other.isDecoded(t, mediaID, "source", 60)
}

func (s *node) attemptOne(t *testing.T) {
	if err := s.find(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := s.work(t.Context()); err != nil {
		t.Error(err)
	}
}

// The same, when the heartbeat has noticed before: the job's context has ended then.
func TestHungNodeThatHasNoticed(t *testing.T) {
	s := newSite(t)
	hung, other := s.node(t), s.node(t)
	mediaID := hung.begins(t, playableClip(t))
	var kept []string
	s.store.at(2, func() error {
		s.clock.Advance(leaseTime)
		other.works(t)
		kept = s.keys(t)
		hung.interrupt(mediaID)
		return nil
	})
	hung.attemptOne(t)
	other.must(t, mediaID, Done)
	if after := s.keys(t); !slices.Equal(after, kept) {
		t.Errorf("it leaves files: %d of them instead of %d", len(after), len(kept))
	}
}

// Many nodes look at once: each video is worked on by one of them.
func TestNodesTogether(t *testing.T) {
	s := newSite(t)
	var nodes []*node
	for range 4 {
		n := s.node(t)
		if err := n.find(t.Context()); err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, n)
	}
	for range 3 {
		nodes[0].begins(t, soundClip(t))
	}
	var mu sync.Mutex
	taken := map[string]int{}
	var taking sync.WaitGroup
	for _, n := range nodes {
		taking.Go(func() {
			j, _, err := n.take(t.Context())
			if err != nil {
				t.Error(err)
			}
			if j != nil {
				mu.Lock()
				defer mu.Unlock()
				taken[j.media.ID]++
			}
		})
	}
	taking.Wait()
	if len(taken) != 3 {
		t.Errorf("%d of 3 videos are worked on", len(taken))
	}
	for mediaID, by := range taken {
		if by != 1 {
			t.Errorf("%d nodes work on %s", by, mediaID)
		}
	}
}

// A video that brings down every node that works on it is given up.
func TestVideoThatKillsNodes(t *testing.T) {
	n := oneNode(t)
	mediaID := n.begins(t, playableClip(t))
	if err := n.find(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range maxTries {
		if j, _, err := n.take(t.Context()); err != nil || j == nil {
			t.Fatalf("it is not taken: %v", err)
		}
		n.clock.Advance(leaseTime)
	}
	if j, _, err := n.take(t.Context()); err != nil || j != nil {
		t.Fatalf("it is taken once more: %v", err)
	}
	if got := n.must(t, mediaID, Failed); got.Reason != reasonGivenUp || !got.Retryable {
		t.Errorf("it is %+v", got)
	}
}

// A heartbeat keeps the lease.
func TestHeartbeat(t *testing.T) {
	s := newSite(t)
	n, other := s.node(t), s.node(t)
	n.begins(t, soundClip(t))
	for _, one := range []*node{n, other} {
		if err := one.find(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	j, _, err := n.take(t.Context())
	if err != nil || j == nil {
		t.Fatal("it is not taken", err)
	}
	nothing := func(context.Context, *db.Tx) error { return nil }
	for range 10 {
		s.clock.Advance(leaseTime - time.Second)
		if err := j.guarded(t.Context(), nothing); err != nil {
			t.Fatal(err)
		}
		if other.worksOnce(t.Context(), t) {
			t.Fatal("another node takes it")
		}
	}
	s.clock.Advance(leaseTime)
	if !other.worksOnce(t.Context(), t) {
		t.Fatal("without a heartbeat nobody takes it")
	}
	if err := j.guarded(t.Context(), nothing); !errors.Is(err, errLost) {
		t.Errorf("the node that lost it writes: %v", err)
	}
}

// What is removed while it is worked on, by whichever node, is not finished, and its bytes go.
func TestRemoveWhileItWorks(t *testing.T) {
	s := newSite(t)
	n, other := s.node(t), s.node(t)
	for name, by := range map[string]*node{"on this node": n, "on another node": other} {
		t.Run(name, func(t *testing.T) { removedWhileItWorks(t, n, by) })
	}
}

func removedWhileItWorks(t *testing.T, n, by *node) {
	n.uploads.removed = nil
	mediaID := n.begins(t, playableClip(t))
	n.store.at(3, func() error {
		by.writes(t, func(ctx context.Context, tx *db.Tx) error { return by.Remove(ctx, tx, mediaID) })
		return nil
	})
	n.works(t)
	if got := n.state(t, mediaID); got.Status != "" {
		t.Errorf("it is %+v", got)
	}
	if len(n.uploads.removed) != 1 {
		t.Errorf("the uploads removed are %q", n.uploads.removed)
	}
	if done := testkit.Int(t, n.db, `SELECT COUNT(*) FROM media WHERE status = 'done'`); done != 0 {
		t.Error("it was finished")
	}
	if _, err := n.Segment(t.Context(), mediaID, "source", 0); !errors.Is(err, ErrNone) {
		t.Errorf("it can be played: %v", err)
	}
	if len(n.keys(t)) == 0 {
		t.Fatal("nothing was stored: this proves nothing")
	}
	if err := n.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left, rows := n.keys(t), testkit.Int(t, n.db, `SELECT COUNT(*) FROM media`); len(left) > 0 || rows != 0 {
		t.Errorf("the sweep leaves %q and %d rows", left, rows)
	}
	n.writes(t, func(ctx context.Context, tx *db.Tx) error { return n.Remove(ctx, tx, mediaID) }) // again is no error
}

// Bytes that no row counts go after a day; those that one counts stay.
func TestOrphans(t *testing.T) {
	n := oneNode(t)
	mediaID := n.begins(t, playableClip(t))
	n.works(t)
	whole := len(n.keys(t))
	orphan := folderOf(mediaID) + "/" + id.New(n.clock.Now())
	if err := n.store.Put(t.Context(), orphan, strings.NewReader("x"), 1); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		wait time.Duration
		want int
	}{{orphanAge - time.Minute, whole + 1}, {2 * time.Minute, whole}} {
		n.clock.Advance(step.wait)
		if err := n.DropOrphans(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := len(n.keys(t)); got != step.want {
			t.Errorf("%d files are left, want %d", got, step.want)
		}
	}
	n.isDecoded(t, mediaID, "source", 60)
}

// What cannot be played yet goes before what can.
func TestFirstPlayableGoesFirst(t *testing.T) {
	n := oneNode(t)
	first := n.begins(t, playableClip(t))
	var second string
	n.store.at(2, func() error { second = n.begins(t, playableClip(t)); return nil }) // while its upload's own picture is stored
	n.worksOnce(t.Context(), t)
	n.must(t, first, Playable)
	n.must(t, second, Waiting)
	n.worksOnce(t.Context(), t)
	if got := n.state(t, second); !got.CanPlay() {
		t.Errorf("the second is %+v before the rest of the first", got)
	}
	n.works(t)
	n.must(t, first, Done)
	n.must(t, second, Done)
}

func TestStaff(t *testing.T) {
	n := oneNode(t)
	n.free = 0
	failed := n.begins(t, playableClip(t))
	n.works(t)
	n.free = 1 << 40
	refused := n.begins(t, soundClip(t))
	n.works(t)
	ada, tom := account.Caller{ID: "ada", Role: account.Admin}, account.Caller{ID: "tom", Role: account.Member}
	testkit.Scenarios{
		{Name: "all", As: ada, Do: "GET /admin/transcoding", Status: http.StatusOK, Has: `"total":2`},
		{Name: "whose and why", As: ada, Do: "GET /admin/transcoding?status=failed", Status: http.StatusOK,
			Has: `"performer":{"_id":"nina","username":"NINA"},"purpose":"video","name":"a day at sea.mp4","status":"failed","progress":0,"reason":"` + reasonAgain},
		{Name: "of one status", As: ada, Do: "GET /admin/transcoding?status=refused", Status: http.StatusOK, Has: `"total":1`, Lacks: failed},
		{Name: "no such status", As: ada, Do: "GET /admin/transcoding?status=lost", Status: http.StatusUnprocessableEntity},
		{Name: "not a member", As: tom, Do: "GET /admin/transcoding", Status: http.StatusForbidden},
		{Name: "not a guest", Do: "POST /admin/transcoding/" + failed + "/retry", Status: http.StatusUnauthorized},
		{Name: "not what was refused", As: ada, Do: "POST /admin/transcoding/" + refused + "/retry", Status: http.StatusConflict, Has: "not_failed"},
		{Name: "not what is absent", As: ada, Do: "POST /admin/transcoding/none/retry", Status: http.StatusNotFound},
		{Name: "not what is no text to PostgreSQL", As: ada, Do: "POST /admin/transcoding/%00/retry", Status: http.StatusNotFound},
		{Name: "nor this", As: ada, Do: "POST /admin/transcoding/%ff/retry", Status: http.StatusNotFound},
		{Name: "again", As: ada, Do: "POST /admin/transcoding/" + failed + "/retry", Status: http.StatusOK, Has: `"status":"waiting"`},
		{Name: "not twice", As: ada, Do: "POST /admin/transcoding/" + failed + "/retry", Status: http.StatusConflict},
	}.Run(t, n.Routes)
	if acts := testkit.Acts(t, n.db); !slices.Equal(acts, []string{"transcoding.retried media:" + failed}) {
		t.Errorf("the log has %q", acts)
	}
}

// The rules find what is not as it has to be, and nothing in what is.
func TestCheck(t *testing.T) {
	n := oneNode(t)
	n.begins(t, playableClip(t))
	n.works(t)
	testkit.Exec(t, n.db, `
		INSERT INTO uploads (id, owner_id, purpose, name, length, received, sha256, created_at, expires_at, finished_at, claimed_at)
		SELECT upload_id, owner_id, 'video', 'x', 1, 1, 'x', 1, 1, 1, 1 FROM media`)
	rules := func() (all []string) {
		t.Helper()
		err := n.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			list, err := Check(ctx, tx)
			for _, v := range list {
				all = append(all, v.Rule)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if got := rules(); len(got) > 0 {
		t.Errorf("what is right breaks %q", got)
	}
	testkit.Exec(t, n.db, `DELETE FROM media_files WHERE name = 'preview'`)
	testkit.Exec(t, n.db, `UPDATE uploads SET removed_at = 1`)
	testkit.Exec(t, n.db, `DELETE FROM media_renditions`)
	if got := rules(); !slices.Equal(got, []string{"media.renditions", "media.files", "media.upload"}) {
		t.Errorf("without all that it breaks %q", got)
	}
}

// A node that was killed leaves a folder; another job's stays.
func TestKilledNodesFolder(t *testing.T) {
	n := oneNode(t)
	n.begins(t, playableClip(t))
	if err := n.find(t.Context()); err != nil {
		t.Fatal(err)
	}
	j, _, err := n.take(t.Context())
	if err != nil || j == nil {
		t.Fatal("it is not taken", err)
	}
	killed := &job{Service: n.Service, holder: "killed"}
	if err := errors.Join(j.openFolder(), killed.openFolder(), n.cleanFolder(t.Context())); err != nil {
		t.Fatal(err)
	}
	if left := n.working(t); !slices.Equal(left, []string{filepath.Base(j.folder)}) {
		t.Errorf("left are %q", left)
	}
}

// A packed index is the same when it is unpacked, and small.
func TestPack(t *testing.T) {
	ix := transcode.Index{Width: 1920, Height: 1080, PictureCodec: "avc1.640028", SoundCodec: "mp4a.40.2", Picture: 4 * time.Hour, Sound: 4 * time.Hour, Header: 1234}
	at := ix.Header + 7
	for n := range 7200 {
		size := int64(900_000 + n*131%70_000)
		ix.Segments = append(ix.Segments, transcode.Segment{
			Offset: at, Size: size, Start: time.Duration(n) * 2 * time.Second, Duration: 2 * time.Second, Frames: 60, Key: n%9 != 8,
		})
		at += size
	}
	head, segments, err := pack(ix)
	if err != nil {
		t.Fatal(err)
	}
	got, err := unpack(head, segments)
	if err != nil || !reflect.DeepEqual(got, ix) {
		t.Errorf("unpacked it differs (%v)", err)
	}
	if len(segments) > 25*len(ix.Segments) {
		t.Errorf("%d segments take %d characters", len(ix.Segments), len(segments))
	}
	for _, broken := range []string{"!", segments[:len(segments)-4], "gA=="} {
		if _, err := unpack(head, broken); !errors.Is(err, errPacked) {
			t.Errorf("%.10q is read: %v", broken, err)
		}
	}
}
