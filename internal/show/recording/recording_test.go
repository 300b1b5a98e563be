package recording

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// Nina gives shows that this node watches; Vera is another performer, Tom a
// member.
type fixture struct {
	*Service
	clock           *testkit.Clock
	store           *fragile
	rules           *Rules
	engine          *sfu.Engine
	wishes          *wishes
	nina, vera, tom account.Caller
}

// wishes are who wants to be recorded.
type wishes struct {
	mu  sync.Mutex
	yes bool
}

func (w *wishes) Records(context.Context, *db.Tx, string) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.yes, nil
}

func (w *wishes) become(yes bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.yes = yes
}

func setup(t *testing.T) fixture {
	t.Helper()
	d := testkit.DB(t)
	store, err := blob.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	rules := &Rules{}
	h := fixture{clock: testkit.NewClock(), engine: whiptest.Open(t), wishes: &wishes{yes: true}, rules: rules}
	h.nina = testkit.Person(t, d, account.Performer, "nina")
	h.vera = testkit.Person(t, d, account.Performer, "vera")
	h.tom = testkit.Person(t, d, account.Member, "tom")
	h.store = &fragile{Store: store}
	h.Service = New(Deps{
		DB: d, Engine: h.engine, Preferences: h.wishes, Store: h.store, Node: "n1", Log: slog.New(slog.DiscardHandler), Now: h.clock.Now,
		Rules: func() Rules { return *rules },
	})
	t.Cleanup(func() {
		h.stopAll(nil)
		h.running.Wait()
	})
	return h
}

// fragile is a store whose disk may be full.
type fragile struct {
	blob.Store
	full atomic.Bool
}

func (f *fragile) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if f.full.Load() {
		return syscall.ENOSPC
	}
	return f.Store.Put(ctx, key, r, size)
}

// onStage opens Nina's show, watched by the node, and publishes it; Tom's camera
// is in the room too.
func (h fixture) onStage(t *testing.T, id, kind string, agreed bool, node string) {
	t.Helper()
	member, price := "", 0
	if kind == "private" {
		member, price = h.tom.ID, 100
	}
	testkit.Exec(t, h.DB, `
		INSERT INTO shows (id, performer_id, conversation_id, type, status, title, epoch, publisher, started_at,
			watched_by, watched_until, recorded, member_id, price)
		VALUES ($1, $2, 'c1', $3, 'live', 'Evening', 1, $4, $5, $6, $7, $8, $9, $10)`,
		id, h.nina.ID, kind, "pub:"+h.nina.ID+":laptop", db.Millis(h.clock.Now()),
		node, db.Millis(h.clock.Now().Add(time.Hour)), agreed, member, price)
	if err := h.engine.CreateRoom(t.Context(), id+".1", sfu.RoomOptions{}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	for _, who := range []string{"pub:" + h.tom.ID + ":phone", "pub:" + h.nina.ID + ":laptop"} {
		playing.Go(func() { h.engine.PublishLoop(ctx, id+".1", who, whiptest.Card()) })
	}
	t.Cleanup(func() { stop(); playing.Wait() })
}

func (h fixture) mine(t *testing.T) (list []Recording) {
	t.Helper()
	err := h.DB.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		list, _, err = selectMine(ctx, tx, h.nina.ID, 0, 25)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func (h fixture) call(as account.Caller, do string, header map[string]string) *httptest.ResponseRecorder {
	return testkit.Call(testkit.Router(h.Routes), as, do, "", header)
}

// played is how long the pictures and the sound of a file last, decoded.
func played(t *testing.T, file []byte) (pictures, sounds int) {
	t.Helper()
	if _, err := exec.LookPath("ffprobe"); err != nil {
		t.Skip("no ffprobe on this machine, so nothing can be decoded: apt-get install ffmpeg")
	}
	cmd := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=codec_name,nb_read_frames", "-of", "json", "-")
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(file), &out, &said
	if err := cmd.Run(); err != nil || said.Len() > 0 {
		t.Fatalf("ffprobe: %v: %s", err, said.String())
	}
	var found struct {
		Streams []struct {
			Name   string `json:"codec_name"`
			Frames int    `json:"nb_read_frames,string"`
		}
	}
	if err := json.Unmarshal(out.Bytes(), &found); err != nil {
		t.Fatal(err)
	}
	if len(found.Streams) != 2 || found.Streams[0].Name != "h264" || found.Streams[1].Name != "opus" {
		t.Fatalf("the file holds %+v", found.Streams)
	}
	return found.Streams[0].Frames, found.Streams[1].Frames
}

func TestAShowIsKept(t *testing.T) {
	h := setup(t)
	h.onStage(t, "s1", "public", false, "n1")
	testkit.Eventually(t, "two pieces are stored", func() bool {
		if err := h.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		list := h.mine(t)
		return len(list) == 1 && list[0].pieces >= 2
	})
	running := h.mine(t)[0]
	if !running.EndedAt.IsZero() || running.Title != "Evening" || running.Seconds < 12 || running.Seconds > 20 {
		t.Errorf("while it runs: %+v", running)
	}
	// What is stored when the program is killed now can be played.
	file := h.call(h.nina, "GET /streaming/recordings/"+running.ID+"/download", nil)
	if pictures, _ := played(t, file.Body.Bytes()); pictures < 250 {
		t.Errorf("%d pictures after a kill", pictures)
	}
	if refused := h.call(h.nina, "DELETE /streaming/recordings/"+running.ID, nil); refused.Code != http.StatusConflict {
		t.Errorf("deleted while it runs: %d", refused.Code)
	}

	h.wishes.become(false)
	testkit.Eventually(t, "the recording ends", func() bool {
		if err := h.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		return !h.mine(t)[0].EndedAt.IsZero()
	})
	done := h.mine(t)[0]
	path := "/streaming/recordings/" + done.ID
	file = h.call(h.nina, "GET "+path+"/download", nil)
	pictures, sounds := played(t, file.Body.Bytes())
	if file.Code != http.StatusOK || int64(file.Body.Len()) != done.Bytes || done.pieces < 3 ||
		float64(pictures) < 23*done.Seconds || float64(sounds) < 48*done.Seconds {
		t.Errorf("%d: %d bytes, %d pictures, %d sounds of %+v", file.Code, file.Body.Len(), pictures, sounds, done)
	}
	middle := done.Bytes / 2
	some := h.call(h.nina, "GET "+path+"/download", map[string]string{"Range": "bytes=" + strconv.FormatInt(middle, 10) + "-"})
	if some.Code != http.StatusPartialContent || !bytes.Equal(some.Body.Bytes(), file.Body.Bytes()[middle:]) {
		t.Errorf("from the middle: %d with %d bytes", some.Code, some.Body.Len())
	}
	h.finishes(t, done, pictures, sounds)
	if list := h.call(h.nina, "GET /streaming/recordings", nil); !strings.Contains(list.Body.String(), `"total":1`) || !strings.Contains(list.Body.String(), done.ID) {
		t.Errorf("the list: %s", list.Body)
	}

	var space struct{ Data Space }
	if used := h.call(h.nina, "GET /streaming/recordings/space", nil); json.Unmarshal(used.Body.Bytes(), &space) != nil ||
		space.Data != (Space{Recordings: 1, Bytes: done.Bytes, Seconds: done.Seconds}) {
		t.Errorf("the space: %s", used.Body)
	}
	if none := h.call(h.vera, "GET /streaming/recordings/space", nil); !strings.Contains(none.Body.String(), `"recordings":0,"bytes":0`) {
		t.Errorf("Vera's space: %s", none.Body)
	}

	for _, do := range []string{"GET " + path + "/download", "DELETE " + path} {
		if theirs := h.call(h.vera, do, nil); theirs.Code != http.StatusNotFound {
			t.Errorf("Vera: %s: %d", do, theirs.Code)
		}
		if theirs := h.call(h.tom, do, nil); theirs.Code != http.StatusForbidden {
			t.Errorf("Tom: %s: %d", do, theirs.Code)
		}
	}
	if gone := h.call(h.nina, "DELETE "+path, nil); gone.Code != http.StatusOK || len(h.mine(t)) != 0 {
		t.Errorf("deleting: %d", gone.Code)
	}
	if _, err := h.Store.Open(t.Context(), key(done.ID, 0)); err == nil {
		t.Error("the bytes are still there")
	}
}

// finishes makes one file of a recording: not while the disk is full, which leaves nothing behind, and with
// all that was recorded.
func (h fixture) finishes(t *testing.T, done Recording, pictures, sounds int) {
	t.Helper()
	h.store.full.Store(true)
	for range 2 { // the second run comes too early
		if err := h.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if r := h.mine(t)[0]; r.Ready || r.tries != 1 {
		t.Errorf("on a full disk: %+v", r)
	}
	if _, err := h.Store.Open(t.Context(), indexKey(done.ID)); err == nil {
		t.Error("a half made beginning is stored")
	}
	h.store.full.Store(false)
	h.clock.Advance(firstRetry)
	if err := h.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	ready := h.mine(t)[0]
	file := h.call(h.nina, "GET /streaming/recordings/"+done.ID+"/download", nil)
	again, heard := played(t, file.Body.Bytes())
	if !ready.Ready || again != pictures || heard != sounds || int64(file.Body.Len()) != ready.indexBytes+done.Bytes {
		t.Errorf("finished %+v: %d pictures of %d, %d sounds of %d, in %d bytes", ready, again, pictures, heard, sounds, file.Body.Len())
	}
}

// Which shows are recorded: what the performer wants, the member was told and
// this node watches.
func TestWhatIsRecorded(t *testing.T) {
	for _, c := range []struct {
		name, kind, node     string
		wish, agreed, wanted bool
	}{
		{"a public show", "public", "n1", true, false, true},
		{"a group show", "group", "n1", true, false, true},
		{"a private show with consent", "private", "n1", true, true, true},
		{"a private show without", "private", "n1", true, false, false},
		{"a private show she no longer wants", "private", "n1", false, true, false},
		{"a show she does not want", "public", "n1", false, false, false},
		{"a show another node watches", "public", "n2", true, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := testkit.DB(t)
			clock := testkit.NewClock()
			s := New(Deps{DB: d, Preferences: &wishes{yes: c.wish}, Node: "n1", Now: clock.Now})
			nina := testkit.Person(t, d, account.Performer, "nina")
			testkit.Exec(t, d, `
				INSERT INTO shows (id, performer_id, conversation_id, type, status, started_at, watched_by, watched_until, recorded, price)
				VALUES ('s1', $1, 'c1', $2, 'live', 1, $3, $4, $5, $6)`,
				nina.ID, c.kind, c.node, db.Millis(clock.Now().Add(time.Second)), c.agreed, 100)
			wanted, err := s.wanted(t.Context())
			if err != nil || (len(wanted) == 1) != c.wanted {
				t.Errorf("recorded: %v, %v; want %v", len(wanted) == 1, err, c.wanted)
			}
		})
	}
}

// The node that recorded was killed.
func TestALostRecordingIsClosed(t *testing.T) {
	d := testkit.DB(t)
	clock := testkit.NewClock()
	s := New(Deps{DB: d, Preferences: &wishes{}, Node: "n2", Now: clock.Now})
	nina := testkit.Person(t, d, account.Performer, "nina")
	testkit.Exec(t, d, `
		INSERT INTO shows (id, performer_id, conversation_id, type, status, started_at) VALUES ('s1', $1, 'c1', 'public', 'live', 1)`, nina.ID)
	killed := clock.Now()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return insertRecording(ctx, tx, Recording{ID: "r1", ShowID: "s1", Type: "public", StartedAt: killed, performerID: nina.ID, touchedAt: killed})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		later time.Duration
		open  int64
	}{{time.Minute, 1}, {2 * time.Minute, 0}} {
		clock.Advance(step.later)
		if err := s.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if open := testkit.Int(t, d, `SELECT COUNT(*) FROM show_recordings WHERE ended_at = 0`); open != step.open {
			t.Errorf("%v later %d are open, want %d", step.later, open, step.open)
		}
	}
	if at := testkit.Int(t, d, `SELECT ended_at FROM show_recordings`); at != db.Millis(killed) {
		t.Errorf("it ended at %d, want %d", at, db.Millis(killed))
	}
}
