package files

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
	"limelight/internal/kit/secretbox"
	"limelight/internal/testkit"
)

type fixture struct {
	*Service
	dir    string
	db     *db.DB
	events *bus.Bus
	clock  *testkit.Clock
}

func setup(t *testing.T) *fixture {
	t.Helper()
	dir := t.TempDir()
	store, err := blob.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	keys, err := secretbox.New()
	if err != nil {
		t.Fatal(err)
	}
	d, clock, quiet := testkit.DB(t), testkit.NewClock(), slog.New(slog.DiscardHandler)
	h := &fixture{dir: dir, db: d, clock: clock, events: bus.New(d, quiet, clock.Now)}
	h.Service = New(Deps{
		DB: d, Store: store, Keys: keys, Events: h.events, Admin: account.Admin.Guard(), Now: clock.Now, Log: quiet,
		Limits:    func() Limits { return Limits{MaxMB: 2, Accepted: []string{"jpg", "jpeg", "png", "webp", "gif"}} },
		Documents: func() Limits { return Limits{MaxMB: 10, Accepted: []string{"jpg", "jpeg", "png", "webp", "pdf"}} },
		Folder:    t.TempDir(),
	})
	h.limits.Nice, h.lookTime = -1, time.Minute // tests wait for it
	return h
}

func (h *fixture) save(t *testing.T, name string, data []byte) (File, error) {
	t.Helper()
	return h.SaveImage(t.Context(), "nina", Avatar, name, bytes.NewReader(data), Limits{})
}

// stored is every blob in the folder.
func (h *fixture) stored(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir(h.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		all[strings.TrimPrefix(path, h.dir+"/")], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestPortrait(t *testing.T) {
	h := setup(t)
	f, err := h.SaveImage(t.Context(), "nina", Portrait, "me.JPG", bytes.NewReader(jpegOf(t, 1500, 1000)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if f.Width != 1500 || f.Height != 1000 || f.Blurhash == "" || len(f.Colour) != 7 || f.URL() != "/files/"+f.ID+"/avatar.webp" {
		t.Errorf("got %+v at %s", f, f.URL())
	}
	stored := h.stored(t)
	sizes := map[string]image.Point{"avatar": {400, 400}, "avatar-128": {128, 128}, "card": {640, 800}, "card-320": {320, 400}, "card-960": {800, 1000}}
	if len(stored) != 2*len(sizes) || len(f.URLs()) != len(stored) {
		t.Errorf("%d blobs and %d addresses, want %d", len(stored), len(f.URLs()), 2*len(sizes))
	}
	for name, want := range sizes {
		for _, ext := range []string{".webp", ".jpg"} {
			size, _, err := image.DecodeConfig(bytes.NewReader(stored["images/"+f.ID+"/"+name+ext]))
			if err != nil || size.Width != want.X || size.Height != want.Y {
				t.Errorf("%s%s is %d × %d (%v), want %v", name, ext, size.Width, size.Height, err, want)
			}
		}
	}
	if again, err := h.Get(t.Context(), f.ID); err != nil || again != f {
		t.Errorf("read back %+v: %v", again, err)
	}
}

// Each hostile file has its refusal, or comes out clean; refused ones leave no
// trace in the store or the database, and cost little memory.
func TestHostileCorpus(t *testing.T) {
	h := setup(t)
	ways := map[string]saving{
		"images": h.save,
		"photos": func(t *testing.T, name string, data []byte) (File, error) {
			return h.SavePhoto(t.Context(), "nina", Photo, name, bytes.NewReader(data), Limits{})
		},
	}
	for _, c := range hostileCorpus(t) {
		for folder, save := range ways {
			t.Run(folder+"/"+c.name[:min(len(c.name), 20)], func(t *testing.T) { h.hostile(t, save, c) })
		}
	}
}

// saving is one way in for pictures.
type saving func(t *testing.T, name string, data []byte) (File, error)

func (h *fixture) hostile(t *testing.T, save saving, c hostileFile) {
	name, data, want := c.name, c.data, c.want
	blobs, rows := len(h.stored(t)), testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := save(t, name, data)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 200<<20 {
		t.Errorf("it took %d MB", used>>20)
	}
	if want != "" {
		if refusal, ok := errors.AsType[*fault.Fault](err); !ok || refusal.Text != want || refusal.Kind != fault.Invalid {
			t.Errorf("got %v, want %q", err, want)
		}
		if got := len(h.stored(t)); got != blobs || testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`) != rows {
			t.Error("a refused file left a trace")
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	for path, kept := range h.stored(t) {
		if !strings.HasPrefix(path, "images/") && !strings.HasPrefix(path, "photos/") {
			t.Errorf("%s is left", path)
		}
		for _, mark := range []string{"alert(", "GPS", "Exif", "<script"} {
			if bytes.Contains(kept, []byte(mark)) {
				t.Errorf("%s still holds %q", path, mark)
			}
		}
	}
	if strings.ContainsAny(f.Name, "/\\\x00\u202e\"") || strings.HasPrefix(f.Name, "-") || len([]rune(f.Name)) > sanitize.MaxFileName {
		t.Errorf("the name is kept as %q", f.Name)
	}
}

// A store that fails half-way leaves nothing behind.
func TestFailureLeavesNothing(t *testing.T) {
	h := setup(t)
	h.Store = failing{h.Store, new(int)}
	if _, err := h.save(t, "me.jpg", jpegOf(t, 500, 500)); err == nil {
		t.Fatal("the failure was not told")
	}
	if left := h.stored(t); len(left) > 0 || testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`) != 0 {
		t.Errorf("%d blobs are left", len(left))
	}
}

type failing struct {
	blob.Store
	puts *int
}

func (f failing) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if *f.puts++; *f.puts == 3 {
		return errors.New("disk full")
	}
	return f.Store.Put(ctx, key, r, size)
}

func TestDelete(t *testing.T) {
	h := setup(t)
	f, err := h.save(t, "me.jpg", jpegOf(t, 500, 500))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := h.Delete(t.Context(), f.ID); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Get(t.Context(), f.ID); !errors.Is(err, ErrNone) || len(h.stored(t)) > 0 {
		t.Errorf("it is still there: %v", err)
	}
}

func TestDocuments(t *testing.T) {
	h := setup(t)
	var mu sync.Mutex // the bus delivers in several places at once
	told := map[string]int{}
	bus.Tell(h.events, "test.viewed", func(_ context.Context, e DocumentViewed) error {
		mu.Lock()
		defer mu.Unlock()
		told[e.OwnerID+" "+e.ViewerID+" "+e.Reason]++
		return nil
	})

	pdf := append([]byte("%PDF-1.7\n"), "SURNAME Example"...)
	document, err := h.SaveDocument(t.Context(), "nina", "passport.pdf", bytes.NewReader(pdf), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	card, err := h.SaveDocument(t.Context(), "nina", "card.jpg", bytes.NewReader(gpsJPEG(t)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for path, kept := range h.stored(t) {
		if bytes.Contains(kept, []byte("SURNAME")) || bytes.Contains(kept, []byte("\xff\xd8\xff")) || !strings.HasPrefix(path, "documents/") {
			t.Errorf("%s is kept in clear", path)
		}
	}
	o, err := h.OpenDocument(t.Context(), document.ID, "ada", "identity check")
	if err != nil || !bytes.Equal(o.Data, pdf) || o.MediaType != "application/pdf" {
		t.Errorf("opened %d bytes of %s: %v", len(o.Data), o.MediaType, err)
	}
	ada, err := h.OpenDocument(t.Context(), card.ID, "ada", "identity check")
	if err != nil || bytes.Contains(ada.Data, []byte("GPS")) {
		t.Errorf("the card: %v", err)
	}
	eve, err := h.OpenDocument(t.Context(), card.ID, "eve", "appeal")
	if err != nil || bytes.Equal(ada.Data, eve.Data) {
		t.Errorf("two viewers see the same bytes: %v", err)
	}
	if _, err := h.OpenDocument(t.Context(), card.ID, "ada", "  "); err == nil {
		t.Error("a document was opened without a reason")
	}
	views, err := h.Views(t.Context(), card.ID)
	if err != nil || len(views) != 2 {
		t.Errorf("%d views of the card are written down, want 2: %v", len(views), err)
	}
	if err := h.events.Drain(t.Context()); err != nil || told["nina ada identity check"] != 2 || told["nina eve appeal"] != 1 {
		t.Errorf("told %+v: %v", told, err)
	}
}

func TestDocumentsRefused(t *testing.T) {
	h := setup(t)
	for name, data := range map[string][]byte{
		"page.pdf": []byte("<html>"), "photo.pdf": jpegOf(t, 50, 50), "paper.jpg": []byte("%PDF-1.7"), "word.docx": []byte("PK\x03\x04"),
		"moving.gif": framesGIF(t, 2), "moving.jpg": framesGIF(t, 2),
	} {
		_, err := h.SaveDocument(t.Context(), "nina", name, bytes.NewReader(data), Limits{})
		if err == nil || err.Error() != "You can only upload jpg, jpeg, png, webp, pdf file!" {
			t.Errorf("%s: %v", name, err)
		}
	}
	big := append([]byte("%PDF-1.7\n"), make([]byte, 10<<20)...)
	if _, err := h.SaveDocument(t.Context(), "nina", "big.pdf", bytes.NewReader(big), Limits{}); err == nil || err.Error() != "Image must smaller than 10MB!" {
		t.Errorf("10 MB and more: %v", err)
	}
	if n := len(h.stored(t)); n > 0 {
		t.Errorf("%d blobs are left", n)
	}
}

// The sealed bytes of one document do not open as another's.
func TestDocumentsAreBoundToTheirRow(t *testing.T) {
	h := setup(t)
	var ids []string
	for _, text := range []string{"%PDF-one", "%PDF-two"} {
		f, err := h.SaveDocument(t.Context(), "nina", "a.pdf", strings.NewReader(text), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, f.ID)
	}
	if err := os.Rename(filepath.Join(h.dir, "documents", ids[0], "sealed"), filepath.Join(h.dir, "documents", ids[1], "sealed")); err != nil {
		t.Fatal(err)
	}
	if _, err := h.OpenDocument(t.Context(), ids[1], "ada", "test"); !errors.Is(err, secretbox.ErrSealed) {
		t.Errorf("got %v", err)
	}
}

// A document that was kept before its account existed is given to it.
func TestSetOwner(t *testing.T) {
	h := setup(t)
	f, err := h.SaveDocument(t.Context(), "", "a.pdf", strings.NewReader("%PDF-x"), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	give := func(fileID string) error {
		return h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return h.SetOwner(ctx, tx, fileID, "nina") })
	}
	if err := give(f.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Get(t.Context(), f.ID); err != nil || got.OwnerID != "nina" {
		t.Errorf("it belongs to %q: %v", got.OwnerID, err)
	}
	if err := give("none"); !errors.Is(err, ErrNone) {
		t.Errorf("a file that does not exist: %v", err)
	}
}
