package assets_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/files"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

// fetch makes a request as somebody, outside the API.
func fetch(web http.Handler, as account.Caller, method, path string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, path, nil)
	answer := httptest.NewRecorder()
	web.ServeHTTP(answer, req.WithContext(account.WithCaller(req.Context(), as)))
	return answer
}

var sizes = []string{"full.webp", "full.jpg", "page.webp", "page.jpg", "card.webp", "card.jpg"}

// endsWithin is how long what may no longer be seen may still be (store.md, Proof 7).
const endsWithin = 5 * time.Second

// getsNone proves that a caller gets no byte of a gallery's photos as soon as that is
// promised, and is answered as of photos that do not exist.
func (h *fixture) getsNone(t *testing.T, name string, as account.Caller, photos []assets.Photo, variants ...string) {
	t.Helper()
	h.clock.Advance(endsWithin)
	web := h.web()
	for _, p := range photos {
		for _, variant := range variants {
			hidden := fetch(web, as, "GET", "/files/photos/"+p.ID+"/"+variant)
			absent := fetch(web, as, "GET", "/files/photos/"+strings.Repeat("0", 26)+"/"+variant)
			if hidden.Code != http.StatusNotFound || !bytes.Equal(hidden.Body.Bytes(), absent.Body.Bytes()) {
				t.Errorf("%s gets %s: %d, %d bytes", name, variant, hidden.Code, hidden.Body.Len())
			}
		}
	}
}

func (h *fixture) getsAll(t *testing.T, name string, as account.Caller, photos []assets.Photo, variants ...string) {
	t.Helper()
	web := h.web()
	for _, p := range photos {
		for _, variant := range variants {
			if got := fetch(web, as, "GET", "/files/photos/"+p.ID+"/"+variant); got.Code != http.StatusOK || got.Body.Len() < 50 {
				t.Errorf("%s does not get %s: %d", name, variant, got.Code)
			}
		}
	}
}

// isHidden proves that every call about a gallery is answered as of one that does not
// exist, and that no list names it.
func (h *fixture) isHidden(t *testing.T, name string, as account.Caller, assetID string) {
	t.Helper()
	router := h.web()
	for _, call := range []string{"/user/performer-assets/galleries/{id}/view", "/user/performer-assets/photos/{id}/search"} {
		hidden := fetch(router, as, "GET", "/api"+strings.Replace(call, "{id}", assetID, 1))
		absent := fetch(router, as, "GET", "/api"+strings.Replace(call, "{id}", "nothing", 1))
		if hidden.Code != http.StatusNotFound || !bytes.Equal(hidden.Body.Bytes(), absent.Body.Bytes()) {
			t.Errorf("%s: %s is answered %d %s", name, call, hidden.Code, hidden.Body)
		}
	}
	for _, query := range []string{"", "?performerId=nina", "?q=beach", "?sort=popular", "?tag=sun", "?category=c1"} {
		got := fetch(router, as, "GET", "/api/user/performer-assets/galleries/search"+query)
		if got.Code != http.StatusOK || strings.Contains(got.Body.String(), assetID) {
			t.Errorf("%s: search%s names it: %s", name, query, got.Body)
		}
	}
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := h.ForSale(ctx, tx, assets.Gallery, assetID, as); !errors.Is(err, assets.ErrNone) {
			t.Errorf("%s may buy it: %v", name, err)
		}
		return nil
	}))
}

// forSale is a gallery of nina's on sale that every search finds.
func (h *fixture) forSale(t *testing.T) (assets.Asset, []assets.Photo) {
	t.Helper()
	testkit.Exec(t, h.db, `INSERT INTO performer_categories (id, name, slug, created_at) VALUES ('c1', 'Music', 'music', 0)`)
	a := h.active(t, "Beach", 2)
	_, err := h.Change(t.Context(), "nina", a.ID, assets.Fields{Tags: []string{"Sun"}, CategoryIDs: []string{"c1"}})
	check(t, err)
	return h.own(t, a.ID), h.photos(t, a.ID)
}

// What is not on sale has no trace, whoever looks; its photos are for its performer and
// for staff alone.
func TestOnlyActiveIsShown(t *testing.T) {
	for _, status := range []assets.Status{assets.Draft, assets.Pending, assets.Rejected, assets.Inactive} {
		h := setup(t)
		id := h.in(t, status)
		photos := h.photos(t, id)
		for name, who := range map[string]account.Caller{"a guest": h.guest, "tom": h.tom, "vera": h.vera, "staff": h.ada} {
			h.isHidden(t, string(status)+": "+name, who, id)
			if who.ID != h.ada.ID {
				h.getsNone(t, string(status)+": "+name, who, photos, append([]string{"blur.webp"}, sizes...)...)
			}
		}
		h.isHidden(t, string(status)+": nina herself", h.nina, id)
		h.getsAll(t, string(status)+": nina", h.nina, photos, append([]string{"blur.webp"}, sizes...)...)
		h.getsAll(t, string(status)+": staff", h.ada, photos, append([]string{"blur.webp"}, sizes...)...)
	}
}

// What is on sale is found by every search; its photos are locked to all but its
// buyers.
func TestSearchOnSale(t *testing.T) {
	h := setup(t)
	a, photos := h.forSale(t)
	h.sell("tom", a.ID, true)
	router := testkit.Router(h.Routes)
	for _, query := range []string{"", "?performerId=nina", "?q=beach", "?q=SUN", "?sort=popular", "?tag=Sun", "?category=c1", "?category=music"} {
		got := testkit.Call(router, h.guest, "GET /user/performer-assets/galleries/search"+query, "", nil)
		if !strings.Contains(got.Body.String(), a.ID) || !strings.Contains(got.Body.String(), `"total":1`) {
			t.Errorf("search%s does not find it: %s", query, got.Body)
		}
		if strings.Contains(got.Body.String(), "card.webp") {
			t.Errorf("search%s tells a guest where the picture is", query)
		}
	}
	for _, query := range []string{"?performerId=vera", "?q=snow", "?tag=snow", "?category=c2"} {
		if got := testkit.Call(router, h.guest, "GET /user/performer-assets/galleries/search"+query, "", nil); strings.Contains(got.Body.String(), a.ID) {
			t.Errorf("search%s finds it", query)
		}
	}
	for name, who := range map[string]account.Caller{"a guest": h.guest, "ann": h.ann, "vera": h.vera} {
		h.getsNone(t, name, who, photos, sizes...)
		h.getsAll(t, name, who, photos, "blur.webp", "blur.jpg")
	}
	h.getsAll(t, "tom, who bought it", h.tom, photos, sizes...)
	h.getsAll(t, "nina", h.nina, photos, sizes...)
	testkit.Scenarios{
		{Name: "locked", As: h.ann, Do: "GET /user/performer-assets/photos/" + a.ID + "/search", Status: 200, Has: `"isBought":false`, Lacks: "full.webp"},
		{Name: "bought", As: h.tom, Do: "GET /user/performer-assets/photos/" + a.ID + "/search", Status: 200, Has: `/full.webp"`},
		{Name: "a card", As: h.tom, Do: "GET /user/performer-assets/galleries/" + a.ID + "/view", Status: 200, Has: `"isBought":true,"isOwn":false,"isOnSale":true,"numPhotos":2`},
		{Name: "her own", As: h.nina, Do: "GET /user/performer-assets/galleries/" + a.ID + "/view", Status: 200, Has: `"isBought":false,"isOwn":true`},
	}.Run(t, h.Routes)
}

// Whom a performer hides from finds nothing, and has nothing left of what they bought.
func TestHiddenFromTheBlocked(t *testing.T) {
	h := setup(t)
	a, photos := h.forSale(t)
	h.sell("tom", a.ID, true)
	h.getsAll(t, "tom", h.tom, photos, sizes...)
	h.blocks(t, "nina", "user", "tom")
	h.blocks(t, "nina", "country", "NL")
	henk, dutch := h.ann, account.Caller{Country: "NL"}
	henk.Country = "NL"
	for name, who := range map[string]account.Caller{"who is blocked": h.tom, "whose country is blocked": henk, "a guest of a blocked country": dutch} {
		h.isHidden(t, name, who, a.ID)
		h.getsNone(t, name, who, photos, append([]string{"blur.webp"}, sizes...)...)
	}
	h.getsAll(t, "somebody else", h.guest, photos, "blur.webp")
	got := fetch(h.web(), dutch, "GET", "/files/photos/"+photos[0].ID+"/blur.webp") // at the same moment
	if got.Code != http.StatusNotFound {
		t.Errorf("right after another guest a guest of a blocked country gets the blur: %d", got.Code)
	}
}

// Buyers keep what they bought while an edit waits, when it is rejected, off sale or
// removed, and when its performer has left; nobody else sees any of it.
func TestBuyersKeep(t *testing.T) {
	for name, end := range map[string]func(t *testing.T, h *fixture, id string){
		"a new photo waits": func(t *testing.T, h *fixture, id string) { h.photo(t, id) },
		"an edit was rejected": func(t *testing.T, h *fixture, id string) {
			check(t, h.deeds(t, id)["title"]())
			h.decide(t, id, false)
		},
		"off sale": func(t *testing.T, h *fixture, id string) { check(t, h.deeds(t, id)["deactivate"]()) },
		"removed":  func(t *testing.T, h *fixture, id string) { check(t, h.Remove(t.Context(), "nina", id)) },
		"she left": func(t *testing.T, h *fixture, _ string) { h.leaves(t, "nina") },
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			a, photos := h.forSale(t)
			h.sell("tom", a.ID, true)
			end(t, h, a.ID)
			h.getsAll(t, "tom", h.tom, photos, sizes...)
			h.getsNone(t, "ann", h.ann, photos, append([]string{"blur.webp"}, sizes...)...)
			h.isHidden(t, "ann", h.ann, a.ID)
			testkit.Scenarios{
				{Name: "the gallery", As: h.tom, Do: "GET /user/performer-assets/galleries/" + a.ID + "/view", Status: 200, Has: `"title":"Beach"`},
				{Name: "its photos", As: h.tom, Do: "GET /user/performer-assets/photos/" + a.ID + "/search", Status: 200, Has: `"total":2`},
			}.Run(t, h.Routes)
			h.sell("tom", a.ID, false) // refunded
			h.getsNone(t, "tom after a refund", h.tom, photos, sizes...)
			h.isHidden(t, "tom after a refund", h.tom, a.ID)
			h.audit(t)
		})
	}
}

// A photo that waits for the review is not the buyers'.
func TestBuyersDoNotGetUnreviewedPhotos(t *testing.T) {
	h := setup(t)
	a, _ := h.forSale(t)
	h.sell("tom", a.ID, true)
	added := h.photo(t, a.ID)
	h.getsNone(t, "tom", h.tom, []assets.Photo{added}, append([]string{"blur.webp"}, sizes...)...)
	h.submit(t, a.ID)
	h.decide(t, a.ID, true)
	h.getsAll(t, "tom", h.tom, []assets.Photo{added}, sizes...)
}

// What is taken out of a gallery stays for its buyers; of one that nobody bought nothing
// is kept.
func TestRemovedPhotos(t *testing.T) {
	h := setup(t)
	a, photos := h.forSale(t)
	extra := h.photo(t, a.ID)
	h.submit(t, a.ID)
	h.decide(t, a.ID, true)
	check(t, h.RemovePhoto(t.Context(), "nina", extra.ID))
	h.getsNone(t, "nina", h.nina, []assets.Photo{extra}, sizes...)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 2 {
		t.Errorf("%d files are kept, want 2", n)
	}
	h.sell("tom", a.ID, true)
	check(t, h.RemovePhoto(t.Context(), "nina", photos[0].ID))
	if got := h.own(t, a.ID); got.CoverID != photos[1].ID || got.Status != assets.Pending {
		t.Errorf("its cover is %s, and it is %s", got.CoverID, got.Status)
	}
	h.decide(t, a.ID, true)
	h.getsAll(t, "tom", h.tom, photos, sizes...)
	h.getsNone(t, "ann", h.ann, photos[:1], append([]string{"blur.webp"}, sizes...)...)
	_, list, total, err := h.Shown(t.Context(), h.tom, a.ID, 0, 10)
	check(t, err)
	if total != 2 || list[0].ID != photos[1].ID || list[1].ID != photos[0].ID {
		t.Errorf("tom is shown %d: %+v", total, list)
	}
	if _, _, total, _ := h.Shown(t.Context(), h.ann, a.ID, 0, 10); total != 1 {
		t.Errorf("ann is told of %d photos, want 1", total)
	}
	refusedAs(t, "the last photo", h.RemovePhoto(t.Context(), "nina", photos[1].ID), assets.ErrLast)
	h.audit(t)
}

func TestRemovedGalleriesLeaveNothing(t *testing.T) {
	h := setup(t)
	a, _ := h.forSale(t)
	check(t, h.Remove(t.Context(), "nina", a.ID))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 0 {
		t.Errorf("%d files of what nobody bought are kept", n)
	}
	list, total, err := h.OwnList(t.Context(), "nina", assets.Filter{Kind: assets.Gallery, Limit: 10})
	if err != nil || total != 0 || len(list) != 0 {
		t.Errorf("nina still has %d (%v)", total, err)
	}
}

// The picture's first byte to its buyer is a delivery; a blur is none, nor is a question
// without an answer's body, nor what its performer and staff look at. The looks of staff
// are on record.
func TestDeliveries(t *testing.T) {
	h := setup(t)
	a, photos := h.forSale(t)
	h.sell("tom", a.ID, true)
	web, file := h.web(), "/files/photos/"+photos[0].ID+"/"
	for _, quiet := range []struct {
		who          account.Caller
		method, size string
	}{{h.tom, "GET", "blur.webp"}, {h.tom, "HEAD", "full.webp"}, {h.nina, "GET", "full.webp"}, {h.ada, "GET", "full.webp"}, {h.ann, "GET", "full.webp"}} {
		fetch(web, quiet.who, quiet.method, file+quiet.size)
		if len(h.delivered) > 0 {
			t.Errorf("%s %s by %s is a delivery", quiet.method, quiet.size, quiet.who.ID)
		}
	}
	if acts := testkit.Acts(t, h.db); acts[len(acts)-1] != "photo.viewed photo:"+photos[0].ID {
		t.Errorf("on record is %v", acts)
	}
	fetch(web, h.tom, "GET", file+"card.webp")
	if !slices.Equal(h.delivered, []string{"tom gallery"}) || h.covers != 1 {
		t.Errorf("delivered is %v, as covers %d", h.delivered, h.covers)
	}
	fetch(web, h.tom, "GET", file+"page.webp")
	fetch(web, h.tom, "GET", "/files/photos/"+photos[1].ID+"/card.webp")
	if len(h.delivered) != 3 || h.covers != 1 {
		t.Errorf("delivered is %v, as covers %d: a larger one, or another photo, is a look", h.delivered, h.covers)
	}
	added := h.photo(t, a.ID)
	_, err := h.Change(t.Context(), "nina", a.ID, assets.Fields{CoverID: &added.ID})
	check(t, err)
	h.clock.Advance(endsWithin)
	fetch(web, h.tom, "GET", file+"card.webp")
	if len(h.delivered) != 4 || h.covers != 2 {
		t.Errorf("delivered is %v, as covers %d: while another cover waits, the first photo stands for it", h.delivered, h.covers)
	}
}

// What is sold is locked, has its price, and is as the caller may buy it.
func TestForSale(t *testing.T) {
	h := setup(t)
	a, _ := h.forSale(t)
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		item, err := h.ForSale(ctx, tx, assets.Gallery, a.ID, h.tom)
		want := assets.Item{Kind: "gallery", ID: a.ID, PerformerID: "nina", Title: "Beach", Price: money.Whole(20)}
		if item != want {
			t.Errorf("for sale is %+v", item)
		}
		if _, err := h.ForSale(ctx, tx, "video", a.ID, h.tom); !errors.Is(err, assets.ErrNone) {
			t.Errorf("it is a video too: %v", err)
		}
		cards, err2 := h.Cards(ctx, tx, []string{a.ID, "nothing"})
		if len(cards) != 1 || cards[a.ID].Card().Cover.URLs == nil || cards[a.ID].Seller.Username != "nina" {
			t.Errorf("cards are %+v", cards)
		}
		return errors.Join(err, err2, h.NoteSold(ctx, tx, a.ID, 1))
	}))
	h.clock.Advance(time.Minute)
	newer := h.active(t, "Snow", 1)
	for popular, first := range map[bool]string{true: a.ID, false: newer.ID} {
		list, _, err := h.Search(t.Context(), h.tom, assets.Query{Kind: assets.Gallery, Popular: popular, Limit: 10})
		if err != nil || list[0].ID != first {
			t.Errorf("popular %v begins with %s, want %s (%v)", popular, list[0].ID, first, err)
		}
	}
}

// A profile is shown the performer's newest galleries and photos, locked or not.
func TestProfile(t *testing.T) {
	h := setup(t)
	a, photos := h.forSale(t)
	h.sell("tom", a.ID, true)
	h.draft(t, "Secret", 1)
	for who, open := range map[account.Caller]bool{h.tom: true, h.ann: false, h.guest: false} {
		check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			list, err := h.Latest(ctx, tx, who, assets.Gallery, "nina", 10)
			newest, err2 := h.Newest(ctx, tx, who, "nina", 10)
			if len(list) != 1 || list[0].Opened() != open || len(newest) != len(photos) || (newest[0].URLs != nil) != open || newest[0].IsBought != open {
				t.Errorf("%q is shown %+v and %+v", who.ID, list, newest)
			}
			return errors.Join(err, err2)
		}))
	}
}

// The right is asked with what is no id of ours, and with a database that is gone.
func TestRightsOfInvalidIDs(t *testing.T) {
	h := setup(t)
	for _, id := range []string{"", "x'; DROP TABLE assets", strings.Repeat("a", 65), "nothing"} {
		if _, err := h.PhotoFile(t.Context(), id, files.FullSize, "GET"); !errors.Is(err, files.ErrNone) {
			t.Errorf("%q: %v", id, err)
		}
	}
	a := h.active(t, "Beach", 1)
	photo := h.photos(t, a.ID)[0].ID
	check(t, h.db.Close())
	if _, err := h.PhotoFile(t.Context(), photo, files.FullSize, "GET"); err == nil || errors.Is(err, files.ErrNone) {
		t.Errorf("a database that is gone says %v", err)
	}
}

// Galleries, videos and products are listed while their performer's account is active.
func TestGoodsOfAnAccountThatIsNotActive(t *testing.T) {
	for kind, sells := range map[string]func(h *fixture){
		"galleries": func(h *fixture) { h.active(t, "Beach", 1) },
		"videos":    func(h *fixture) { h.videoOnSale(t, "Waves") },
		"products": func(h *fixture) {
			withDepot(t, h)
			h.onSale(t, physical(t, "3"))
		},
	} {
		t.Run(kind, func(t *testing.T) {
			h := setup(t)
			sells(h)
			for _, step := range []struct {
				do   func(testing.TB, string)
				want string
			}{{h.back, `"total":1`}, {h.leaves, `"total":0`}, {h.back, `"total":1`}} {
				step.do(t, "nina")
				if got := fetch(h.web(), h.guest, "GET", "/api/user/performer-assets/"+kind+"/search").Body.String(); !strings.Contains(got, step.want) {
					t.Errorf("the list is %s, want %s", got, step.want)
				}
			}
		})
	}
}
