package assets_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/internal/uploads"
)

// fixture sells the galleries of Nina and Vera, who are verified, and of Uma, who is not.
// Tom and Ann are members, Ada and Bea are staff. A viewer's country is the caller's.
type fixture struct {
	*assets.Service
	*till
	media *studio
	store blob.Store
	db    *db.DB
	clock *testkit.Clock
	bus   *bus.Bus
	mode  string
	heard []assets.Decided
	shown []assets.Published

	nina, vera, uma, tom, ann, ada, bea, guest account.Caller
}

func setup(t testing.TB) *fixture {
	t.Helper()
	store, err := blob.OpenFolder(t.TempDir())
	check(t, err)
	t.Cleanup(func() { _ = store.Close() })
	d, clock, quiet := testkit.DB(t), testkit.NewClock(), slog.New(slog.DiscardHandler)
	h := &fixture{
		db: d, clock: clock, mode: assets.ReviewAll, bus: bus.New(d, quiet, clock.Now),
		media: newStudio(), store: store,
		till: &till{bought: map[string]map[string]bool{}, since: map[string]time.Time{}, now: clock.Now},
	}
	jpegs := func() files.Limits { return files.Limits{MaxMB: 1, Accepted: []string{"jpg", "png"}} }
	h.Service = assets.New(assets.Deps{
		DB: d, Store: store, Media: h.media, Storage: anyRoom{}, Performers: neighbours{}, Purchases: h.till, Events: h.bus, Audit: testkit.AuditLog(d, clock.Now), Now: clock.Now, Log: quiet, PhotoLimits: jpegs,
		Files:   files.New(files.Deps{DB: d, Store: store, Keys: testkit.Keys(t), Events: h.bus, Limits: jpegs, Documents: jpegs, Admin: account.Admin.Guard(), Now: clock.Now, Log: quiet}),
		Limiter: limit.New(clock.Now, assets.Limits()), Mode: func() string { return h.mode },
	})
	bus.Tell(h.bus, "test.decided", func(_ context.Context, e assets.Decided) error { h.heard = append(h.heard, e); return nil })
	bus.Tell(h.bus, "test.published", func(_ context.Context, e assets.Published) error { h.shown = append(h.shown, e); return nil })
	h.nina, h.vera, h.uma = h.performer(t, "nina", "verified"), h.performer(t, "vera", "verified"), h.performer(t, "uma", "submitted")
	h.tom, h.ann = testkit.Person(t, d, account.Member, "tom"), testkit.Person(t, d, account.Member, "ann")
	h.ada, h.bea = testkit.Person(t, d, account.Admin, "ada"), testkit.Person(t, d, account.Admin, "bea")
	return h
}

func (h *fixture) performer(t testing.TB, name, verification string) account.Caller {
	t.Helper()
	who := testkit.Person(t, h.db, account.Performer, name)
	testkit.Exec(t, h.db, `
		INSERT INTO performers (id, private_price, exclusive_price, group_price, wheel_price, recent_at, created_at, updated_at, verification, listed)
		VALUES ($1, 100, 0, 100, 100, 0, 0, 0, $2, $3)`, name, verification, verification == "verified")
	return who
}

// leaves takes a performer off every list, as a suspension does; back puts her there again.
func (h *fixture) leaves(t testing.TB, name string) {
	testkit.Exec(t, h.db, `UPDATE performers SET active = FALSE, listed = FALSE WHERE id = $1`, name)
}

func (h *fixture) back(t testing.TB, name string) {
	testkit.Exec(t, h.db, `UPDATE performers SET active = TRUE, listed = TRUE WHERE id = $1`, name)
}

func (h *fixture) blocks(t testing.TB, performer, kind, value string) {
	testkit.Exec(t, h.db, `INSERT INTO blocks (performer_id, kind, value, created_at) VALUES ($1, $2, $3, 0)`, performer, kind, value)
}

// neighbours read what their domains wrote.
type neighbours struct{}

func (neighbours) MaySell(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM performers WHERE id = $1 AND listed`, performerID)
	return n == 1, err
}

func (n neighbours) Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	if viewer.ID == performerID {
		return true, nil
	}
	listed, err := n.MaySell(ctx, tx, performerID)
	if err != nil || !listed {
		return false, err
	}
	hides, err := n.Hides(ctx, tx, performerID, viewer)
	return !hides, err
}

func (neighbours) Hides(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM blocks WHERE performer_id = $1 AND (kind = 'user' AND value = $2 OR kind = 'country' AND value = $3)`,
		performerID, viewer.ID, viewer.Country)
	return n > 0, err
}

func (neighbours) Countries(_ context.Context, _ *db.Tx, viewer account.Caller) ([]string, error) {
	if viewer.Country == "" {
		return nil, nil
	}
	return []string{viewer.Country}, nil
}

func (neighbours) Categories(_ context.Context, _ *db.Tx, ids []string) ([]string, error) {
	for _, one := range ids {
		if one != "c1" && one != "c2" {
			return nil, fault.Field("categoryIds", "This category does not exist")
		}
	}
	return ids, nil
}

// till knows who bought what, and what was delivered.
type till struct {
	mu        sync.Mutex
	bought    map[string]map[string]bool
	since     map[string]time.Time
	now       func() time.Time
	delivered []string
	covers    int
}

func (p *till) sell(member, item string, owns bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bought[member] == nil {
		p.bought[member] = map[string]bool{}
	}
	if owns && !p.bought[member][item] {
		p.since[member+" "+item] = p.now()
	}
	p.bought[member][item] = owns
}

func (p *till) Owned(_ context.Context, _ *db.Tx, memberID, _ string, ids []string) (map[string]bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	owned := map[string]bool{}
	for _, one := range ids {
		owned[one] = p.bought[memberID][one]
	}
	return owned, nil
}

func (p *till) OwnedSince(_ context.Context, _ *db.Tx, memberID, _, itemID string) (time.Time, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.bought[memberID][itemID] {
		return time.Time{}, nil
	}
	return p.since[memberID+" "+itemID], nil
}

func (p *till) FirstOwned(_ context.Context, _ *db.Tx, _, itemID string) (first time.Time, _ error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for member, items := range p.bought {
		if since := p.since[member+" "+itemID]; items[itemID] && (first.IsZero() || since.Before(first)) {
			first = since
		}
	}
	return first, nil
}

func (p *till) Undoable(context.Context, *db.Tx, string, string, string) (assets.Undoable, error) {
	return assets.Undoable{}, nil
}

func (p *till) DeliverCover(ctx context.Context, memberID, kind, itemID string) (bool, error) {
	p.mu.Lock()
	p.covers++
	p.mu.Unlock()
	return p.Deliver(ctx, memberID, kind, itemID)
}

func (p *till) Deliver(_ context.Context, memberID, kind, itemID string) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.bought[memberID][itemID] {
		return false, nil
	}
	p.delivered = append(p.delivered, memberID+" "+kind)
	return true, nil
}

func (p *till) Sales(_ context.Context, _ *db.Tx, _ string, ids []string) (map[string]assets.Sales, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	sales := map[string]assets.Sales{}
	for _, one := range ids {
		for _, items := range p.bought {
			if items[one] {
				sales[one] = assets.Sales{Count: sales[one].Count + 1, Net: sales[one].Net + money.Whole(16)}
			}
		}
	}
	return sales, nil
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// jpegOf is a photo of one colour.
func jpegOf(t testing.TB, w, h int, shade uint8) []byte {
	t.Helper()
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p.SetRGBA(x, y, color.RGBA{shade, uint8(x), uint8(y), 255})
		}
	}
	var b bytes.Buffer
	check(t, jpeg.Encode(&b, p, nil))
	return b.Bytes()
}

func ptr[T any](v T) *T { return &v }

// agreed is the declaration of somebody who is alone in the pictures.
var agreed = assets.Consents{OnlyMe: true, Adults: true, Depicted: true, Published: true, Downloadable: true}

// draft makes a gallery of nina's with so many photos.
func (h *fixture) draft(t testing.TB, title string, photos int) assets.Asset {
	t.Helper()
	a, err := h.Create(t.Context(), "nina", assets.Gallery, assets.Fields{Title: &title, Price: ptr(money.Whole(20))})
	check(t, err)
	for range photos {
		h.photo(t, a.ID)
	}
	return h.own(t, a.ID)
}

func (h *fixture) photo(t testing.TB, galleryID string) assets.Photo {
	t.Helper()
	p, err := h.AddPhoto(t.Context(), "nina", galleryID, api.FileOf("beach.jpg", jpegOf(t, 120, 80, 200)))
	check(t, err)
	return p
}

func (h *fixture) own(t testing.TB, galleryID string) assets.Asset {
	t.Helper()
	a, _, err := h.Own(t.Context(), "nina", galleryID)
	check(t, err)
	return a
}

func (h *fixture) photos(t testing.TB, galleryID string) []assets.Photo {
	t.Helper()
	_, list, err := h.Own(t.Context(), "nina", galleryID)
	check(t, err)
	return list
}

func (h *fixture) submit(t testing.TB, galleryID string) assets.Asset {
	t.Helper()
	a, err := h.Submit(t.Context(), "nina", galleryID, agreed)
	check(t, err)
	return a
}

// decide is ada's decision about a gallery as it is now.
func (h *fixture) decide(t testing.TB, galleryID string, approved bool) assets.Asset {
	t.Helper()
	a, err := h.Decide(account.WithCaller(t.Context(), h.ada), galleryID, h.own(t, galleryID).Version, approved, "too dark")
	check(t, err)
	return a
}

// active is a gallery of nina's that is on sale.
func (h *fixture) active(t testing.TB, title string, photos int) assets.Asset {
	t.Helper()
	a := h.draft(t, title, photos)
	h.submit(t, a.ID)
	return h.decide(t, a.ID, true)
}

// news delivers what has been queued.
func (h *fixture) news(t testing.TB) {
	t.Helper()
	check(t, h.bus.Drain(context.Background()))
}

// audit proves the rule.
func (h *fixture) audit(t testing.TB) {
	t.Helper()
	for _, v := range h.violations(t) {
		t.Error(v)
	}
}

func (h *fixture) violations(t testing.TB) (found []ledger.Violation) {
	t.Helper()
	check(t, h.db.Read(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = assets.Rule().Check(ctx, tx)
		return err
	}))
	return found
}

// refusedAs fails unless err is the refusal.
func refusedAs(t testing.TB, what string, err error, want *fault.Fault) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// web is the package's routes and the files of photos, as the site mounts them.
func (h *fixture) web() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", testkit.Router(h.Routes))
	mux.Handle(files.PhotoPrefix, h.Files.ServePhotos(h.Service))
	return mux
}

func later(d time.Duration, h *fixture) *string {
	return ptr(h.clock.Now().Add(d).Format(time.RFC3339))
}

// anyRoom has room for every draft: what bounds them is the site's (app.TestRoomForDrafts).
type anyRoom struct{}

func (anyRoom) MayDraft(context.Context, *db.Tx, string, int64) error { return nil }
func (anyRoom) MayStore(int64) error                                  { return nil }
func (anyRoom) Drafts(context.Context, *db.Tx, string) (uploads.Room, error) {
	return uploads.Room{}, nil
}
