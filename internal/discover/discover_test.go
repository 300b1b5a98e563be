package discover_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/blocking"
	"limelight/internal/discover"
	"limelight/internal/favourites"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/ledger"
	"limelight/internal/performer"
	"limelight/internal/testkit"
)

type everywhere string

func (e everywhere) PlaceOf(string) string { return string(e) }

func (everywhere) KnowsHosting() bool { return true }

// shop sells one gallery of every performer, which Tom has bought.
type shop struct{}

func (shop) Latest(_ context.Context, _ *db.Tx, viewer account.Caller, kind, performerID string) ([]discover.Asset, error) {
	if kind != "gallery" {
		return []discover.Asset{}, nil
	}
	return []discover.Asset{{ID: "gallery-of-" + performerID, Type: kind, IsBought: viewer.ID == "tom", Title: "Winter", NumPhotos: 3}}, nil
}

func (shop) Photos(_ context.Context, _ *db.Tx, viewer account.Caller, performerID string) ([]discover.Photo, error) {
	return []discover.Photo{{GalleryID: "gallery-of-" + performerID, IsBought: viewer.ID == "tom"}}, nil
}

// board says that every fifth place rotates, and keeps whom it was told of.
type board struct{ shown map[string]int }

func (*board) RotatingShare() int { return 20 }

func (b *board) Shown(_ string, performerIDs []string) {
	for _, one := range performerIDs {
		b.shown[one]++
	}
}

// fixture is the shop window in front of the real rooms it reads from, so that
// what they write is what it finds.
type fixture struct {
	*discover.Service
	db         *db.DB
	clock      *testkit.Clock
	performers *performer.Service
	blocking   *blocking.Service
	favourites *favourites.Service
	board      *board
	web        http.Handler
	tom        account.Caller
}

func setup(t *testing.T) fixture {
	t.Helper()
	h := fixture{db: testkit.DB(t), clock: testkit.NewClock(), board: &board{map[string]int{}}}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	events := bus.New(h.db, quiet, h.clock.Now)
	accounts := testkit.Accounts(t, h.db, events, h.clock.Now)
	h.blocking = blocking.New(blocking.Deps{DB: h.db, Events: events, Accounts: accounts, Places: everywhere("FR"), Now: h.clock.Now})
	h.performers = performer.New(performer.Deps{
		DB: h.db, Events: events, Accounts: accounts, Blocking: h.blocking, Ledger: ledger.New(h.clock.Now), Limiter: limit.New(h.clock.Now, performer.Limits()), Audit: testkit.AuditLog(h.db, h.clock.Now), Now: h.clock.Now,
	})
	h.favourites = favourites.New(favourites.Deps{DB: h.db, Events: events, Performers: h.performers, Notices: accounts.Notices, Now: h.clock.Now})
	h.Service = discover.New(discover.Deps{DB: h.db, Accounts: accounts, Places: everywhere("FR"), Performers: h.performers, Blocking: h.blocking, Assets: shop{}, Ranking: h.board, Now: h.clock.Now})
	h.web = testkit.Router(h.Routes)
	h.tom = testkit.Person(t, h.db, account.Member, "tom")
	return h
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// person makes a verified performer; c says more of her.
func (h fixture) person(t *testing.T, name string, c performer.Changes) string {
	t.Helper()
	h.clock.Advance(time.Second)
	n, err := h.performers.Accounts.Prepare(t.Context(), account.NewAccount{
		Username: name, Email: name + "@example.com", Password: "a long enough password", DateOfBirth: "1990-05-01", Verified: true,
	})
	check(t, err)
	var a account.Account
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if a, err = h.performers.Enroll(ctx, tx, n, "female"); err != nil {
			return err
		}
		return h.performers.SetVerification(ctx, tx, a.ID, true, "", time.Time{})
	}))
	_, err = h.performers.Update(t.Context(), account.Caller{ID: a.ID, Role: account.Performer, Username: name}, c)
	check(t, err)
	return a.ID
}

func (h fixture) live(t *testing.T, performerID, status string, viewers int) {
	t.Helper()
	h.clock.Advance(time.Second)
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := h.performers.SetStreaming(ctx, tx, performerID, status, ""); err != nil {
			return err
		}
		return h.performers.SetViewers(ctx, tx, performerID, viewers, "")
	}))
	h.Invalidate()
}

// names returns the usernames a call lists, and its total.
func (h fixture) names(t *testing.T, as account.Caller, path string) (string, int) {
	t.Helper()
	answer := testkit.Call(h.web, as, "GET "+path, "", nil)
	var body struct {
		Data struct {
			Data []struct {
				Username   string
				IsFavorite bool
			}
			Total int
		}
	}
	if answer.Code != 200 {
		t.Fatalf("%s answered %d %s", path, answer.Code, answer.Body)
	}
	check(t, json.Unmarshal(answer.Body.Bytes(), &body))
	list := []string{}
	for _, c := range body.Data.Data {
		mark := ""
		if c.IsFavorite {
			mark = "*"
		}
		list = append(list, c.Username+mark)
	}
	return strings.Join(list, " "), body.Data.Total
}

func text(s string) *string { return &s }

// Live first, then the ranking, then the newer id.
func TestOrderAndFilters(t *testing.T) {
	h := setup(t)
	music, err := h.performers.AddCategory(t.Context(), performer.CategoryDraft{Name: "Musik für alle", Slug: "music"})
	check(t, err)
	ada := h.person(t, "ada", performer.Changes{Tags: []string{"guitar", "red hair"}, Languages: []string{"de"}, CategoryIDs: []string{music.ID}})
	bea := h.person(t, "bea", performer.Changes{Headline: text("Évening songs, 100%"), Country: text("ES")})
	cleo := h.person(t, "cleo", performer.Changes{Tags: []string{"guitar"}, Gender: text("couple"), Name: text("Cleo Novák")})
	h.person(t, "dora", performer.Changes{})
	h.live(t, ada, performer.Public, 3)
	h.live(t, bea, performer.Public, 9)
	h.live(t, cleo, performer.Private, 40)
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return h.performers.SetVIP(ctx, tx, bea, true) }))
	for _, c := range []struct {
		query, want string
	}{
		{"", "bea ada cleo dora"}, {"?sortBy=newest", "dora cleo bea ada"},
		{"?isOnline=true", "bea ada cleo"}, {"?isOnline=false", "dora"}, {"?streamingStatus=private", "cleo"},
		{"?vip=true", "bea"}, {"?gender=couple", "cleo"}, {"?country=ES", "bea"},
		{"?category=music", "ada"}, {"?category=" + music.ID, "ada"}, {"?category=none", ""},
		{"?tags=guitar", "ada cleo"}, {"?tags=guitar,Red%20hair", "ada"}, {"?languages=de", "ada"},
		{"?excludedId=" + bea, "ada cleo dora"}, {"?offset=1&limit=2", "ada cleo"}, {"?offset=9", ""},
		{"?q=EVENING", "bea"}, {"?q=evening+songs", "bea"}, {"?q=songs+dora", ""}, {"?q=guitar", "ada cleo"},
		{"?q=musik", "ada"}, {"?q=novak", "cleo"}, {"?q=d", "dora"}, {"?q=no", "cleo"}, {"?q=zz", ""},
		{"?q=%25", "bea ada cleo dora"}, {"?q=100%25", "bea"}, {"?q=a_a", "ada"}, {"?q=%27%22--", ""},
	} {
		if got, _ := h.names(t, account.Caller{}, "/performers/search"+c.query); got != c.want {
			t.Errorf("search%s lists %q, want %q", c.query, got, c.want)
		}
	}
	if _, total := h.names(t, account.Caller{}, "/performers/search?limit=1"); total != 4 {
		t.Errorf("the total of a short page is %d, want 4", total)
	}
	if answer := testkit.Call(h.web, account.Caller{}, "GET /performers/search?limit=1000", "", nil); answer.Code != 422 {
		t.Errorf("a page of 1000 answered %d, want 422", answer.Code)
	}
}

// What a visitor may not see answers like what does not exist, byte for byte.
func TestHiddenIsAbsent(t *testing.T) {
	h := setup(t)
	nina := h.person(t, "nina", performer.Changes{})
	h.person(t, "rosa", performer.Changes{})
	gone, unverified := h.person(t, "gone", performer.Changes{}), h.person(t, "unverified", performer.Changes{})
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := h.performers.Accounts.Suspend(ctx, tx, gone, "spam", "ada"); err != nil {
			return err
		}
		return h.performers.SetVerification(ctx, tx, unverified, false, "blurred", time.Time{})
	}))
	_, err := h.blocking.Update(t.Context(), nina, blocking.Change{UserIDs: []string{"tom"}})
	check(t, err)
	view := func(as account.Caller, username string) (int, string) {
		answer := testkit.Call(h.web, as, "GET /performers/"+username+"/view", "", nil)
		return answer.Code, fmt.Sprint(answer.Header(), answer.Body)
	}
	status, absent := view(h.tom, "nobody")
	if status != 404 {
		t.Fatalf("nobody answers %d %s", status, absent)
	}
	for _, name := range []string{"nina", "NINA", "gone", "unverified", "tom"} {
		if code, got := view(h.tom, name); code != 404 || got != absent {
			t.Errorf("%s answers %d %s, nobody answers %s", name, code, got, absent)
		}
	}
	if code, body := view(account.Caller{}, "Nina"); code != 200 || !strings.Contains(body, `"username":"nina"`) {
		t.Errorf("a guest, who is not blocked, gets %d %s", code, body)
	}
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return h.performers.SetActive(ctx, tx, gone, false) }))
	h.Invalidate()
	if got, total := h.names(t, h.tom, "/performers/search"); got != "rosa" || total != 1 {
		t.Errorf("Tom finds %q (%d), want rosa alone", got, total)
	}
	if got, _ := h.names(t, h.tom, "/performers/search?q=nina"); got != "" {
		t.Errorf("searching her name, Tom finds %q", got)
	}
	_, body := view(h.tom, "rosa")
	if strings.Contains(body, "nina") || !strings.Contains(body, `"relatedPerformers":[]`) {
		t.Errorf("rosa's page names who hides from Tom: %s", body)
	}
	_, err = h.blocking.Update(t.Context(), nina, blocking.Change{Countries: []string{"FR"}})
	check(t, err)
	h.Invalidate()
	if code, got := view(account.Caller{}, "nina"); code != 404 || got != absent {
		t.Errorf("from a blocked country a guest gets %d %s", code, got)
	}
	if got, _ := h.names(t, account.Caller{}, "/performers/search"); got != "rosa" {
		t.Errorf("from a blocked country a guest finds %q", got)
	}
	if code, got := view(account.Caller{ID: nina, Role: account.Performer, Username: "nina"}, "Nina"); code != 200 {
		t.Errorf("in a country that she blocks, nina gets %d %s for her own page", code, got)
	}
}

func TestFavouritesAreMarked(t *testing.T) {
	h := setup(t)
	nina, rosa := h.person(t, "nina", performer.Changes{}), h.person(t, "rosa", performer.Changes{})
	if got, _ := h.names(t, h.tom, "/performers/search"); got != "rosa nina" {
		t.Fatalf("Tom finds %q", got)
	}
	check(t, h.favourites.Like(t.Context(), "tom", nina))
	h.clock.Advance(time.Second)
	check(t, h.favourites.Like(t.Context(), "tom", rosa))
	check(t, h.favourites.Unlike(t.Context(), "tom", rosa))
	h.InvalidateViewers("tom")
	if got, _ := h.names(t, h.tom, "/performers/search"); got != "rosa nina*" {
		t.Errorf("Tom finds %q, want his favourite marked", got)
	}
	if got, _ := h.names(t, account.Caller{}, "/performers/search"); got != "rosa nina" {
		t.Errorf("a guest finds %q, want no favourites", got)
	}
	if got, total := h.names(t, h.tom, "/favourite"); got != "nina*" || total != 1 {
		t.Errorf("Tom's list is %q (%d)", got, total)
	}
	_, err := h.blocking.Update(t.Context(), nina, blocking.Change{UserIDs: []string{"tom"}})
	check(t, err)
	if got, total := h.names(t, h.tom, "/favourite"); got != "" || total != 0 {
		t.Errorf("with Nina hiding, Tom's list is %q (%d)", got, total)
	}
	testkit.Scenarios{
		{Name: "a guest has no list", Do: "GET /favourite", Status: 401},
		{Name: "nor a performer", As: account.Caller{ID: nina, Role: account.Performer}, Do: "GET /favourite", Status: 403},
	}.Run(t, h.Routes)
}

func TestProfile(t *testing.T) {
	h := setup(t)
	music, err := h.performers.AddCategory(t.Context(), performer.CategoryDraft{Name: "Music", Slug: "music"})
	check(t, err)
	h.person(t, "nina", performer.Changes{CategoryIDs: []string{music.ID}, About: text("I sing.")})
	h.person(t, "mate", performer.Changes{CategoryIDs: []string{music.ID}})
	for i := range 14 {
		h.person(t, fmt.Sprintf("other%d", i), performer.Changes{})
	}
	p, err := h.Profile(t.Context(), "nina")
	check(t, err)
	if p.About != "I sing." || p.Age != 36 || len(p.Categories) != 1 || p.Categories[0].Slug != "music" {
		t.Errorf("the profile is %+v", p)
	}
	if len(p.Related) != discover.Related || p.Related[0].Username != "mate" {
		t.Errorf("%d performers are related, the first %s; want 12, her category first", len(p.Related), p.Related[0].Username)
	}
	if slices.ContainsFunc(p.Related, func(c discover.Card) bool { return c.Username == "nina" }) {
		t.Error("she is related to herself")
	}
	body, err := json.Marshal(p)
	check(t, err)
	for _, secret := range []string{"@example.com", "1990-05-01", "email"} {
		if strings.Contains(string(body), secret) {
			t.Errorf("the public profile holds %s", secret)
		}
	}
}

// A second home page asks the database nothing: it is answered when the database
// is closed.
func TestHomeCostsNoQuery(t *testing.T) {
	h := setup(t)
	h.person(t, "nina", performer.Changes{})
	for _, as := range []account.Caller{{}, h.tom} {
		h.names(t, as, "/performers/search")
	}
	check(t, h.db.Close())
	for _, as := range []account.Caller{{}, h.tom} {
		if got, _ := h.names(t, as, "/performers/search"); got != "nina" {
			t.Errorf("with the database closed, %q is found", got)
		}
	}
}

// A profile shows what its performer sells, as it is for whoever looks.
func TestProfileShowsAssets(t *testing.T) {
	h := setup(t)
	nina := h.person(t, "nina", performer.Changes{})
	for who, bought := range map[account.Caller]string{h.tom: "true", {}: "false"} {
		testkit.Scenarios{
			{Name: "a gallery", As: who, Do: "GET /performers/nina/view", Status: 200,
				Has: `"galleries":[{"_id":"gallery-of-` + nina + `","type":"gallery","isBought":` + bought + `,"isOwn":false,"title":"Winter","price":0,"numPhotos":3}]`},
			{Name: "a photo", As: who, Do: "GET /performers/nina/view", Status: 200, Has: `"galleryId":"gallery-of-` + nina + `","isBought":` + bought + `}]`},
		}.Run(t, h.Routes)
	}
}
