package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/transcode"
	"limelight/internal/testkit"
)

// A picture that fails is tried again later, five times in all, and stays what it was.
func TestAVIFIsTriedAgain(t *testing.T) {
	h := setup(t)
	f, err := h.save(t, "face.jpg", scenery(t, 256, 256))
	if err != nil {
		t.Fatal(err)
	}
	broken := tools(t)
	broken.FFmpeg = "/bin/false"
	for i, wait := range append(avifWaits, 0) {
		if !h.makeAVIF(t, broken) {
			t.Fatalf("try %d is none", i+1)
		}
		if h.makeAVIF(t, broken) {
			t.Fatalf("after try %d it is tried at once", i+1)
		}
		h.clock.Advance(wait)
	}
	h.clock.Advance(24 * time.Hour)
	if h.makeAVIF(t, broken) {
		t.Error("it is tried for ever")
	}
	if got := h.fetch(f.URL(), chrome); got.Header().Get("Content-Type") != "image/webp" {
		t.Errorf("it goes out as %s", got.Header().Get("Content-Type"))
	}
}

// A node that dies in the midst of a picture holds it for the time of its lease; what it says
// afterwards counts no more.
func TestAVIFLease(t *testing.T) {
	h := setup(t)
	f, err := h.save(t, "face.jpg", scenery(t, 256, 256))
	if err != nil {
		t.Fatal(err)
	}
	dead, err := h.takeAVIF(t.Context())
	if err != nil || dead.holder == "" {
		t.Fatalf("%+v, %v", dead, err)
	}
	h.clock.Advance(avifLease - time.Second)
	if h.makeAVIF(t, tools(t)) {
		t.Error("another one works on it too")
	}
	h.clock.Advance(time.Second)
	other, err := h.takeAVIF(t.Context())
	if err != nil || other.fileID != f.ID {
		t.Fatalf("%+v, %v", other, err)
	}
	if err := h.keepAVIF(t.Context(), dead, f, []string{"avatar"}); err != nil {
		t.Fatal(err)
	}
	if err := h.failAVIF(t.Context(), dead, f, errors.New("late")); err != nil {
		t.Fatal(err)
	}
	if got := h.fetch(f.URL(), chrome); got.Header().Get("Content-Type") != "image/webp" {
		t.Error("what the dead one said counts")
	}
	if h.makeAVIF(t, tools(t)) {
		t.Error("the dead one gave it back")
	}
}

// Of a picture that is deleted while it is made, nothing stays.
func TestAVIFOfDeleted(t *testing.T) {
	h := setup(t)
	f, err := h.save(t, "face.jpg", scenery(t, 256, 256))
	if err != nil {
		t.Fatal(err)
	}
	j, err := h.takeAVIF(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	names, err := h.encodeAVIF(t.Context(), tools(t), f)
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	if err := h.Delete(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	again := h.folderOf(t, f.ID)
	if err := h.Store.Put(t.Context(), "images/"+f.ID+"/avatar.avif", strings.NewReader("late"), 4); err != nil {
		t.Fatal(err)
	}
	if err := h.keepAVIF(t.Context(), j, f, names); err != nil {
		t.Fatal(err)
	}
	if left := h.folderOf(t, f.ID); again+left > 0 {
		t.Errorf("%d, and then %d of its blobs are left", again, left)
	}
}

// watchedStore tells of what is stored before it is.
type watchedStore struct {
	blob.Store
	puts func(key string)
}

func (s watchedStore) Put(ctx context.Context, key string, from io.Reader, size int64) error {
	s.puts(key)
	return s.Store.Put(ctx, key, from, size)
}

// Of a picture that is deleted while its first variant is made, nothing stays, and nobody is told
// of a failure.
func TestAVIFOfDeletedInTheMidst(t *testing.T) {
	h := setup(t)
	f, err := h.SavePhoto(t.Context(), "nina", Photo, "beach.jpg", bytes.NewReader(scenery(t, 500, 400)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	h.Log = slog.New(slog.NewTextHandler(&said, nil))
	puts := 0
	h.Store = watchedStore{h.Store, func(string) {
		if puts++; puts > 1 {
			return
		}
		if err := h.Delete(t.Context(), f.ID); err != nil {
			t.Error(err)
		}
	}}
	if !h.makeAVIF(t, tools(t)) || puts == 0 {
		t.Fatal("nothing was made")
	}
	if err := h.Store.List(t.Context(), "photos/"+f.ID, func(key string) error { t.Errorf("%s is left", key); return nil }); err != nil {
		t.Error(err)
	}
	if said.Len() > 0 {
		t.Errorf("it is said: %s", &said)
	}
}

// A node that stops gives its picture back: it is there for others at once, and no try of it counts.
func TestAVIFOfAStoppedNode(t *testing.T) {
	h := setup(t)
	f, err := h.save(t, "face.jpg", scenery(t, 256, 256))
	if err != nil {
		t.Fatal(err)
	}
	found := tools(t)
	store := h.Store
	for range 2 * maxAVIFTries {
		ctx, stop := context.WithCancel(t.Context())
		h.Store = watchedStore{store, func(string) { stop() }}
		if worked, err := h.MakeAVIF(ctx, found); err != nil || worked {
			t.Fatalf("%t, %v", worked, err)
		}
	}
	h.Store = store
	if tries := testkit.Int(t, h.db, `SELECT tries FROM avif_jobs`); tries != 0 {
		t.Errorf("%d tries count", tries)
	}
	if !h.makeAVIF(t, found) {
		t.Fatal("it is not there for others")
	}
	if got := h.fetch(f.URL(), chrome); got.Header().Get("Content-Type") != "image/avif" {
		t.Errorf("it goes out as %s", got.Header().Get("Content-Type"))
	}
}

// absentStore is a store that is away.
type absentStore struct{ blob.Store }

var errAway = errors.New("the store is away")

func (absentStore) Open(context.Context, string) (blob.Object, error) { return nil, errAway }

// emptyStore is one that is away, too, of which somebody says that nothing is in it.
type emptyStore struct{ blob.Store }

func (emptyStore) Open(context.Context, string) (blob.Object, error) { return nil, blob.ErrNone }
func (emptyStore) Healthy(context.Context) error                     { return errAway }

// What is the machine's fault is not the picture's: no try of it counts, the node waits for its next
// look and others have their turn meanwhile.
func TestAVIFOfABrokenMachine(t *testing.T) {
	h := setup(t)
	older, err := h.save(t, "older.jpg", scenery(t, 256, 256))
	if err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(time.Second)
	newer, err := h.save(t, "newer.jpg", scenery(t, 250, 250))
	if err != nil {
		t.Fatal(err)
	}
	found, store, folder := tools(t), h.Store, h.Folder
	full := filepath.Join(t.TempDir(), "ffmpeg")
	says := "#!/bin/sh\necho 'Error writing trailer of file:picture.avif: No space left on device' >&2\nexit 228\n"
	if err := os.WriteFile(full, []byte(says), 0o700); err != nil {
		t.Fatal(err)
	}
	for what, breaks := range map[string]func() transcode.Tools{
		"there is no program":            func() transcode.Tools { return transcode.Tools{FFmpeg: full + "-removed", AVIF: true} },
		"the program finds no room":      func() transcode.Tools { return transcode.Tools{FFmpeg: full, AVIF: true} },
		"the folder cannot be made":      func() transcode.Tools { h.Folder = full + "/pictures"; return found },
		"the store is away":              func() transcode.Tools { h.Store = absentStore{store}; return found },
		"the bucket itself is not there": func() transcode.Tools { h.Store = emptyStore{store}; return found },
	} {
		broken := breaks()
		for range 2 * maxAVIFTries {
			for _, f := range []File{newer, older} { // each has its turn
				worked, err := h.MakeAVIF(t.Context(), broken)
				if worked || err == nil || !strings.Contains(err.Error(), f.ID) {
					t.Fatalf("%s: %t, %v; want %s", what, worked, err, f.ID)
				}
			}
			h.clock.Advance(avifPutOff)
		}
		h.Store, h.Folder = store, folder
		if tries := testkit.Int(t, h.db, `SELECT SUM(tries) FROM avif_jobs`); tries != 0 {
			t.Fatalf("%s: %d tries count", what, tries)
		}
	}
	for _, more := range []bool{true, true, false} {
		if h.makeAVIF(t, found) != more {
			t.Error("once the machine is well, not both are made")
		}
	}
}

// A picture of which a file is lost is the picture's own trouble: it keeps nobody else from their turn.
func TestAVIFOfALostFile(t *testing.T) {
	h := setup(t)
	f, err := h.save(t, "face.jpg", scenery(t, 256, 256))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Store.Delete(t.Context(), f.folder()+"/avatar.jpg"); err != nil {
		t.Fatal(err)
	}
	if !h.makeAVIF(t, tools(t)) {
		t.Error("it was none")
	}
	if tries := testkit.Int(t, h.db, `SELECT tries FROM avif_jobs`); tries != 1 {
		t.Errorf("%d tries count", tries)
	}
}

// After a panic, or a failure of the machine, a node waits for its next look and finds out anew what
// there is.
func TestAVIFWaitsAfterAFailure(t *testing.T) {
	h := setup(t)
	if _, err := h.save(t, "face.jpg", scenery(t, 256, 256)); err != nil {
		t.Fatal(err)
	}
	asked := 0
	h.Tools = func(context.Context) transcode.Tools {
		if asked++; asked == 1 {
			panic("no program")
		}
		return transcode.Tools{FFmpeg: "/absent/ffmpeg", AVIF: true}
	}
	var w avifWorker
	for pass := range 3 {
		if w.pass(t.Context(), h.AVIFJobs) {
			t.Errorf("after pass %d the next one comes at once", pass+1)
		}
		if asked != pass+1 {
			t.Errorf("after pass %d it was asked %d times what there is", pass+1, asked)
		}
		h.clock.Advance(avifPutOff)
	}
	found := tools(t)
	h.Tools = func(context.Context) transcode.Tools { return found }
	if !w.pass(t.Context(), h.AVIFJobs) || w.pass(t.Context(), h.AVIFJobs) {
		t.Error("once the machine is well, it is not made")
	}
}

// A video that comes while a picture is made waits for one variant of it, not for all: the picture is
// given back, and goes on with what is left.
func TestAVIFYieldsBetweenVariants(t *testing.T) {
	h := setup(t)
	f, err := h.SavePhoto(t.Context(), "nina", Photo, "beach.jpg", bytes.NewReader(scenery(t, 500, 400)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var stored []string
	h.Store = watchedStore{h.Store, func(key string) { stored = append(stored, filepath.Base(key)) }}
	busy, held := false, 0
	h.TakeTurn = func() (func(), bool) {
		if busy {
			return nil, false
		}
		busy, held = true, held+1
		return func() { busy = len(stored) == 1 }, true // then a video has it
	}
	found := tools(t)
	if worked, err := h.MakeAVIF(t.Context(), found); err != nil || worked || held != 1 {
		t.Fatalf("beside a video: %t, %v, after %d variants", worked, err, held)
	}
	if tries := testkit.Int(t, h.db, `SELECT tries FROM avif_jobs`); tries != 0 {
		t.Errorf("%d tries count", tries)
	}
	busy = false // the video is made
	if !h.makeAVIF(t, found) || busy {
		t.Fatal("it is not there for the next turn, or keeps it")
	}
	if got := strings.Join(stored, " "); got != "full.avif page.avif card.avif" {
		t.Errorf("stored were %s", got)
	}
	if names := h.avifNames(t, f.ID); names != "full page card" {
		t.Errorf("its row knows %q", names)
	}
}

func (h *fixture) avifNames(t testing.TB, fileID string) (names string) {
	t.Helper()
	err := h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		names, _, err = selectAVIF(ctx, tx, fileID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// A picture that each node dies of is given up after as many tries, and its row says so.
func TestAVIFIsGivenUp(t *testing.T) {
	h := setup(t)
	if _, err := h.save(t, "face.jpg", scenery(t, 256, 256)); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	h.Log = slog.New(slog.NewTextHandler(&said, nil))
	for i := range maxAVIFTries {
		if j, err := h.takeAVIF(t.Context()); err != nil || j.tries != i+1 {
			t.Fatalf("%+v, %v", j, err)
		}
		h.clock.Advance(avifLease)
	}
	if j, err := h.takeAVIF(t.Context()); err != nil || j.holder != "" {
		t.Fatalf("%+v, %v", j, err)
	}
	if due := testkit.Int(t, h.db, `SELECT due_at FROM avif_jobs`); due != 0 || !strings.Contains(said.String(), "no node came to the end of it") {
		t.Errorf("it is due at %d, and said is %q", due, &said)
	}
}

func (h *fixture) folderOf(t testing.TB, fileID string) (n int) {
	t.Helper()
	if err := h.Store.List(t.Context(), "images/"+fileID, func(string) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}
