package transcoding

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/transcode"
	"limelight/internal/testkit"
)

var found = sync.OnceValue(func() transcode.Tools { return transcode.Find(context.Background()) })

func needs(t testing.TB) transcode.Tools {
	t.Helper()
	if err := found().Err(); err != nil {
		t.Skip("skipped, and nothing is proven: ", err)
	}
	return found()
}

// clips are made once, by what they are called in ffmpeg's arguments.
var clips struct {
	sync.Mutex
	made map[string][]byte
}

const beeps = "sine=frequency=440:duration=2"

// clip is a video of two seconds.
func clip(t testing.TB, name string, args ...string) []byte {
	t.Helper()
	clips.Lock()
	defer clips.Unlock()
	if data := clips.made[name]; data != nil {
		return data
	}
	file := filepath.Join(t.TempDir(), name)
	cmd := exec.CommandContext(t.Context(), needs(t).FFmpeg, append(append([]string{"-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i"}, args...), file)...)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("make %s: %v: %s", name, err, said)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if clips.made == nil {
		clips.made = map[string][]byte{}
	}
	clips.made[name] = data
	return data
}

var h264 = []string{"-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "30", "-color_range", "tv",
	"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"}

// playableClip plays in browsers as it is.
func playableClip(t testing.TB) []byte {
	return clip(t, "playable.mp4", slices.Concat([]string{"testsrc2=size=192x108:rate=30:duration=2", "-f", "lavfi", "-i", beeps}, h264, []string{"-c:a", "aac"})...)
}

// foreignClip has to be encoded, in two sizes, and is silent.
func foreignClip(t testing.TB) []byte {
	return clip(t, "foreign.mov", "testsrc2=size=854x480:rate=25:duration=1.5", "-c:v", "mpeg4", "-q:v", "5")
}

// soundClip has no picture.
func soundClip(t testing.TB) []byte { return clip(t, "sound.mp4", beeps, "-c:a", "aac") }

// site is what nodes share.
type site struct {
	db      *db.DB
	clock   *testkit.Clock
	store   *gated
	dir     string // of the store
	uploads *sentFiles
	bus     *bus.Bus
	changed *testkit.News[Changed]
	folder  string
}

// node is one of them; its tools and its shows are its own.
type node struct {
	*Service
	*site
	tools transcode.Tools
	live  bool
	free  uint64
}

func newSite(t testing.TB) *site {
	t.Helper()
	dir := t.TempDir()
	folder, err := blob.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	s := &site{db: testkit.DB(t), clock: testkit.NewClock(), store: &gated{Store: folder}, dir: dir, folder: t.TempDir()}
	s.uploads = &sentFiles{store: folder}
	s.bus = bus.New(s.db, slog.New(slog.DiscardHandler), s.clock.Now)
	s.changed = testkit.Hear[Changed](s.bus)
	return s
}

func (s *site) node(t testing.TB) *node {
	t.Helper()
	n := &node{site: s, tools: needs(t), free: 1 << 40}
	n.Service = NewService(Deps{
		DB: s.db, Store: s.store, Uploads: s.uploads, Events: s.bus, Audit: testkit.AuditLog(s.db, s.clock.Now), Admin: account.Admin.Guard(), Folder: s.folder,
		Names: func(_ context.Context, _ *db.Tx, ids ...string) (map[string]string, error) {
			names := map[string]string{}
			for _, id := range ids {
				names[id] = strings.ToUpper(id)
			}
			return names, nil
		},
		Free: func() (uint64, error) { return n.free, nil }, Tools: func(context.Context) transcode.Tools { return n.tools },
		Live: func() bool { return n.live }, Threads: 2, Now: s.clock.Now, Log: slog.New(slog.DiscardHandler),
	})
	return n
}

// oneNode is a site of one node.
func oneNode(t testing.TB) *node { return newSite(t).node(t) }

// begins takes a file of nina's as a video.
func (s *node) begins(t testing.TB, data []byte) string {
	t.Helper()
	return s.beginsOf(t, "nina", data)
}

func (s *node) beginsOf(t testing.TB, ownerID string, data []byte) string {
	t.Helper()
	mediaID, uploadID := id.New(s.clock.Now()), id.New(s.clock.Now())
	s.uploads.add(t, uploadID, data)
	s.writes(t, func(ctx context.Context, tx *db.Tx) error {
		return s.Begin(ctx, tx, New{mediaID, ownerID, uploadID, "video", "a day at sea.mp4"})
	})
	return mediaID
}

func (s *node) writes(t testing.TB, do func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	if err := s.db.Write(t.Context(), do); err != nil {
		t.Fatal(err)
	}
}

// works does what Run does until there is nothing to do.
func (s *node) works(t testing.TB) {
	t.Helper()
	for s.worksOnce(t.Context(), t) {
	}
}

func (s *node) worksOnce(ctx context.Context, t testing.TB) bool {
	t.Helper()
	if err := s.find(ctx); err != nil {
		t.Fatal(err)
	}
	worked, err := s.work(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return worked
}

func (s *node) state(t testing.TB, mediaID string) State {
	t.Helper()
	var states map[string]State
	err := s.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		states, err = s.States(ctx, tx, []string{mediaID})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return states[mediaID]
}

func (s *node) must(t testing.TB, mediaID string, status Status) State {
	t.Helper()
	state := s.state(t, mediaID)
	if state.Status != status {
		t.Fatalf("the video is %s, want %s: %+v: %s", state.Status, status, state, testkitText(t, s.db, `SELECT detail FROM media WHERE id = $1`, mediaID))
	}
	return state
}

func testkitText(t testing.TB, d *db.DB, query string, args ...any) (text string) {
	t.Helper()
	_ = d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		text, err = db.One(ctx, tx, db.String, query, args...)
		return err
	})
	return text
}

// keys are what the store holds of videos.
func (s *site) keys(t testing.TB) (keys []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(s.dir, allMedia), func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && !entry.IsDir() {
			keys = append(keys, strings.TrimPrefix(path, s.dir+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// rows is how many files and renditions count.
func (s *site) rows(t testing.TB) int {
	t.Helper()
	return int(testkit.Int(t, s.db, `SELECT (SELECT COUNT(*) FROM media_renditions) + (SELECT COUNT(*) FROM media_files)`))
}

// working is what lies in the folder of jobs.
func (s *site) working(t testing.TB) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// gated calls before each Put.
type gated struct {
	blob.Store
	mu     sync.Mutex
	before func(n int) error // n counts from 1
	puts   int
}

func (g *gated) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	g.mu.Lock()
	g.puts++
	n, before := g.puts, g.before
	g.mu.Unlock()
	if before != nil {
		if err := before(n); err != nil {
			return err
		}
	}
	return g.Store.Put(context.WithoutCancel(ctx), key, r, size)
}

// at calls do before the nth Put from now on, once.
func (g *gated) at(n int, do func() error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	wanted := g.puts + n
	g.before = func(now int) error {
		if now == wanted {
			return do()
		}
		return nil
	}
}

// sentFiles keep uploads.
type sentFiles struct {
	store   blob.Store
	mu      sync.Mutex
	removed []string
}

func (s *sentFiles) add(t testing.TB, uploadID string, data []byte) {
	t.Helper()
	if err := s.store.Put(t.Context(), "uploads/"+uploadID, bytes.NewReader(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
}

func (s *sentFiles) Open(ctx context.Context, uploadID string) (blob.Object, error) {
	return s.store.Open(ctx, "uploads/"+uploadID)
}

func (s *sentFiles) Remove(_ context.Context, _ *db.Tx, uploadID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removed = append(s.removed, uploadID)
	return nil
}

// statuses are those that were told, each change once.
func (s *site) statuses(t testing.TB) (all []Status) {
	t.Helper()
	for _, c := range s.changed.All(t) {
		all = append(all, c.State.Status)
	}
	return slices.Compact(all)
}
