package performer_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/translations"
	"limelight/internal/performer"
	"limelight/internal/testkit"
)

func TestPresence(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	set := func(status, headline string) {
		t.Helper()
		h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.SetStreaming(ctx, tx, nina.ID, status, headline) })
	}
	told := testkit.Hear[performer.StreamingChanged](h.bus)
	set(performer.Public, "Friday songs")
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.SetViewers(ctx, tx, nina.ID, 7, "/snap/1.webp") })
	set(performer.Public, "Friday songs") // nothing new
	h.clock.Advance(90 * time.Minute)
	set(performer.Private, "")
	h.clock.Advance(30 * time.Minute)
	p, err := h.Me(t.Context(), nina.ID)
	check(t, err)
	if p.StreamingStatus != "private" || !p.IsOnline || p.Headline != "Friday songs" || p.Viewers != 0 || p.Snapshot != "" || !p.LiveSince.Equal(testkit.Noon) {
		t.Errorf("two hours into the show she is %+v", p)
	}
	set(performer.Offline, "")
	p, err = h.Me(t.Context(), nina.ID)
	check(t, err)
	if p.IsOnline || p.Viewers != 0 || p.LiveSince != nil || p.Snapshot != "" {
		t.Errorf("after the show she is %+v", p)
	}
	var moves []string
	for _, e := range told.All(t) {
		moves = append(moves, e.Was+">"+e.StreamingStatus)
	}
	slices.Sort(moves)
	if got, want := strings.Join(moves, " "), "offline>public private>offline public>private"; got != want {
		t.Errorf("the site was told %q, want %q", got, want)
	}
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		live, err := h.Live(ctx, tx, []string{nina.ID, "nobody"})
		if len(live) != 0 {
			t.Errorf("after the show %v are on line", live)
		}
		return err
	})
}

// What she says of herself is on every open page at once, and found by a search: in the header, in
// the profile, and when she takes it away.
func TestHeadline(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		return h.SetStreaming(ctx, tx, nina.ID, performer.Public, "Friday songs")
	})
	told := testkit.Hear[performer.StreamingChanged](h.bus)
	say := "POST /performers/streaming-status/update"
	testkit.Scenarios{
		{Name: "away, with the headline of before", As: nina, Do: say, Body: `{"status":"away"}`, Status: 200, Has: `"headline":"Friday songs"`},
		{Name: "here again, with another", As: nina, Do: say, Body: `{"status":"available","headline":"Requests welcome"}`, Status: 200, Has: `"streamingStatus":"public"`},
		{Name: "none at all", As: nina, Do: say, Body: `{"status":"available","headline":""}`, Status: 200, Has: `"headline":""`},
		{Name: "from the profile", As: nina, Do: "PUT /performers", Body: `{"headline":"Harp at nine"}`, Status: 200, Has: `"headline":"Harp at nine"`},
		{Name: "the same from the profile", As: nina, Do: "PUT /performers", Body: `{"headline":"Harp at nine"}`, Status: 200, Has: `"headline":"Harp at nine"`},
		{Name: "too long", As: nina, Do: say, Body: `{"headline":"` + strings.Repeat("x", 121) + `"}`, Status: 422, Has: `"property":"headline"`},
	}.Run(t, h.Routes)
	var said []string
	for _, e := range told.All(t) {
		said = append(said, e.StreamingStatus+" "+e.Headline)
	}
	if got, want := strings.Join(said, ", "), "away Friday songs, public Requests welcome, public , public Harp at nine"; got != want {
		t.Errorf("the site was told %q, want %q", got, want)
	}
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		found, err := db.One(ctx, tx, db.String, `SELECT body FROM performer_words WHERE id = $1`, nina.ID)
		if !strings.Contains(found, "harp") || strings.Contains(found, "requests") {
			t.Errorf("she is found by %q", found)
		}
		return err
	})
}

func TestSeenOncePerHour(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	h.verified(t, nina.ID)
	tom := testkit.Person(t, h.db, account.Member, "tom")
	look := func(as account.Caller) int {
		return testkit.Call(h.web, as, "POST /performers/"+nina.ID+"/inc-view", "", nil).Code
	}
	for _, as := range []account.Caller{tom, tom, {}, {}} {
		if code := look(as); code != 200 {
			t.Fatalf("a look answered %d", code)
		}
	}
	h.clock.Advance(time.Hour)
	look(tom)
	p, err := h.Me(t.Context(), nina.ID)
	check(t, err)
	if p.Views != 3 {
		t.Errorf("%d views counted, want tom's, a guest's and tom's of the next hour", p.Views)
	}
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		if gone, err := h.ForgetViews(ctx, tx); err != nil || gone != 2 {
			t.Errorf("%d old looks were dropped (%v), want 2", gone, err)
		}
		return nil
	})
}

// A hidden performer is answered like one that does not exist.
func TestHiddenIsAbsent(t *testing.T) {
	h := setup(t)
	nina, vera, rosa := h.nina(t), h.person(t, "vera"), h.person(t, "rosa")
	h.verified(t, nina.ID)
	h.verified(t, rosa.ID)
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.SetActive(ctx, tx, rosa.ID, false) })
	tom := testkit.Person(t, h.db, account.Member, "tom")
	h.hides[nina.ID+" tom"] = true
	absent := testkit.Call(h.web, tom, "POST /performers/nobody/inc-view", "", nil)
	for who, performerID := range map[string]string{"hiding": nina.ID, "unverified": vera.ID, "suspended": rosa.ID} {
		got := testkit.Call(h.web, tom, "POST /performers/"+performerID+"/inc-view", "", nil)
		if got.Code != absent.Code || got.Body.String() != absent.Body.String() {
			t.Errorf("a %s performer answers %d %s, an absent one %d %s", who, got.Code, got.Body, absent.Code, absent.Body)
		}
	}
}

// A performer is found by the names of their categories in every language, whichever they save their profile in.
func TestCategoriesAreSearchedInEveryLanguage(t *testing.T) {
	h := setup(t)
	nina, ada := h.nina(t), testkit.Person(t, h.db, account.Admin, "ada")
	nina.Language = "es"
	category, err := h.AddCategory(account.WithCaller(t.Context(), ada), performer.CategoryDraft{
		Name: "Dancers", Slug: "dancers", Translations: map[string]translations.Name{"es": {Name: "Baile"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	testkit.Scenarios{
		{Name: "she is in it", As: nina, Do: "PUT /performers", Body: `{"categoryIds":["` + category.ID + `"]}`, Status: 200, Has: `"name":"Baile"`},
	}.Run(t, h.Routes)
	found := testkit.Int(t, h.db, `SELECT COUNT(*) FROM performer_words WHERE body LIKE '%dancers%' AND body LIKE '%baile%'`)
	if found != 1 {
		t.Error("she is not found by both names of her category")
	}
}

func TestHTTP(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	ada := testkit.Person(t, h.db, account.Admin, "ada")
	spanish := account.Caller{ID: "tom", Role: account.Member, Language: "es"}
	const prices = "POST /performers/default-price/update"
	const broadcast = "POST /performers/broadcast-setting/update"
	testkit.Scenarios{
		{Name: "her own record", As: nina, Do: "GET /performers/me", Status: 200, Has: `"verification":"none"`},
		{Name: "an admin makes a category", As: ada, Do: "POST /admin/performer-categories", Body: `{"name":"Singers","slug":"singers"}`, Status: 200, Has: `"slug":"singers"`},
		{Name: "not the same slug twice", As: ada, Do: "POST /admin/performer-categories", Body: `{"name":"Sing","slug":"singers"}`, Status: 422, Has: `"property":"slug"`},
		{Name: "not a slug with spaces", As: ada, Do: "POST /admin/performer-categories", Body: `{"name":"Sing","slug":"a b"}`, Status: 422, Has: `"property":"slug"`},
		{Name: "not a category that is not there", As: ada, Do: "PUT /admin/performer-categories/none", Body: `{"name":"X","slug":"x"}`, Status: 404},
		{Name: "with a name in Spanish", As: ada, Do: "POST /admin/performer-categories", Body: `{"name":"Dancers","slug":"dancers","position":1,"translations":{"es":{"name":" Baile "}}}`, Status: 200},
		{Name: "read in it", As: spanish, Do: "GET /performer-categories", Status: 200, Has: `"name":"Baile"`, Lacks: "translations"},
		{Name: "in English as it is", Do: "GET /performer-categories", Status: 200, Has: `"name":"Dancers"`, Lacks: "Baile"},
		{Name: "an admin reads what is written", As: ada, Do: "GET /admin/performer-categories", Status: 200, Has: `"name":"Dancers","slug":"dancers","translations":{"es":{"name":"Baile"}}`},
		{Name: "a member does not", As: spanish, Do: "GET /admin/performer-categories", Status: 403},
		{Name: "not a name that is too long", As: ada, Do: "POST /admin/performer-categories", Body: `{"name":"X","slug":"x","translations":{"es":{"name":"` + strings.Repeat("x", 61) + `"}}}`, Status: 422, Has: `"property":"translations.es.name"`},
		{Name: "everybody reads them", Do: "GET /performer-categories", Status: 200, Has: `"total":2`},
		{Name: "she describes herself", As: nina, Do: "PUT /performers",
			Body:   `{"headline":" Songs\u202e &  chat ","aboutMe":"I sing.\n\nA lot.","tags":["Blonde","blonde"," Guitar "],"languages":["de","EN"],"height":"5'6","weight":"120 lbs","name":"Nina Ray"}`,
			Status: 200, Has: `"tags":["blonde","guitar"]`},
		{Name: "and it was kept", As: nina, Do: "GET /performers/me", Status: 200, Has: `"name":"Nina Ray"`},
		{Name: "what is absent stays", As: nina, Do: "PUT /performers", Body: `{"hair":"red"}`, Status: 200, Has: `"height":"5'6"`},
		{Name: "not a height off the list", As: nina, Do: "PUT /performers", Body: `{"height":"7'2"}`, Status: 422, Has: "Must be between 4'0 and 6'11"},
		{Name: "not a weight off the list", As: nina, Do: "PUT /performers", Body: `{"weight":"98 lbs"}`, Status: 422, Has: "Must be between 99 lbs and 318 lbs"},
		{Name: "not a zone of nowhere", As: nina, Do: "PUT /performers", Body: `{"timezone":"Mars/Base"}`, Status: 422, Has: "is not a time zone"},
		{Name: "a zone by an older name", As: nina, Do: "PUT /performers", Body: `{"timezone":"Asia/Calcutta"}`, Status: 200, Has: "Asia/Calcutta"},
		{Name: "not a country of nobody", As: nina, Do: "PUT /performers", Body: `{"country":"ZZ"}`, Status: 422, Has: "is not a country"},
		{Name: "not a language of nobody", As: nina, Do: "PUT /performers", Body: `{"languages":["en","xx"]}`, Status: 422, Has: "is not a language"},
		{Name: "a language as spoken somewhere", As: nina, Do: "PUT /performers", Body: `{"languages":["pt-br"]}`, Status: 200, Has: "pt-br"},
		{Name: "not an unknown category", As: nina, Do: "PUT /performers", Body: `{"categoryIds":["none"]}`, Status: 422, Has: `"property":"categoryIds"`},
		{Name: "verified is nothing she can say", As: nina, Do: "PUT /performers", Body: `{"verified":true,"verification":"verified","balance":1000}`, Status: 200, Has: `"verified":false`},
		{Name: "prices", As: nina, Do: prices, Body: `{"privatePrice":60,"exclusivePrice":0,"groupPrice":12,"wheelPrice":25,"minMinutes":2}`, Status: 200, Has: `"privatePrice":60`},
		{Name: "no price of nothing", As: nina, Do: prices, Body: `{"privatePrice":0,"exclusivePrice":0,"groupPrice":12,"wheelPrice":25,"minMinutes":2}`, Status: 422, Has: "Must be between 1 and 10000"},
		{Name: "no half tokens", As: nina, Do: prices, Body: `{"privatePrice":10.5,"exclusivePrice":0,"groupPrice":12,"wheelPrice":25,"minMinutes":2}`, Status: 422, Has: "Must be whole tokens"},
		{Name: "a peek for less than the show", As: nina, Do: broadcast, Body: `{"maxParticipants":10,"minParticipants":2,"peekIn":{"enabled":true,"price":20,"seconds":60},"record":false,"whoMayAsk":"everyone"}`, Status: 200, Has: `"seconds":60`},
		{Name: "a peek with sound", As: nina, Do: broadcast, Body: `{"maxParticipants":10,"minParticipants":2,"peekIn":{"enabled":true,"price":20,"seconds":60,"sound":true},"record":false,"whoMayAsk":"everyone"}`, Status: 200, Has: `"sound":true`},
		{Name: "no peek dearer than the show", As: nina, Do: broadcast, Body: `{"maxParticipants":10,"minParticipants":2,"peekIn":{"enabled":true,"price":61,"seconds":60},"record":false,"whoMayAsk":"everyone"}`, Status: 422, Has: `"property":"peekIn.price"`},
		{Name: "a balance to ask with", As: nina, Do: broadcast, Body: `{"maxParticipants":10,"minParticipants":2,"peekIn":{"enabled":false,"price":0,"seconds":60},"record":false,"whoMayAsk":"balance","minBalance":50}`, Status: 200, Has: `"minBalance":50`},
		{Name: "a balance for later that nobody has", As: nina, Do: broadcast, Body: `{"maxParticipants":10,"minParticipants":2,"peekIn":{"enabled":false,"price":0,"seconds":60},"record":false,"whoMayAsk":"everyone","minBalance":-1}`, Status: 422, Has: `"property":"minBalance"`},
		{Name: "and none of nothing", As: nina, Do: broadcast, Body: `{"maxParticipants":10,"minParticipants":2,"peekIn":{"enabled":false,"price":0,"seconds":60},"record":false,"whoMayAsk":"balance"}`, Status: 422, Has: `"property":"minBalance"`},
		{Name: "no more at least than at most", As: nina, Do: broadcast, Body: `{"maxParticipants":2,"minParticipants":3,"peekIn":{"enabled":false,"price":0,"seconds":60},"record":false,"whoMayAsk":"everyone"}`, Status: 422, Has: `"property":"minParticipants"`},
		{Name: "away, with a headline", As: nina, Do: "POST /performers/streaming-status/update", Body: `{"headline":"Back soon","status":"away"}`, Status: 200, Has: `"availability":"away"`},
		{Name: "not a state of the show", As: nina, Do: "POST /performers/streaming-status/update", Body: `{"status":"public"}`, Status: 422, Has: `"property":"status"`},
	}.Run(t, h.Routes)
}

// Her addresses elsewhere: pages of the web alone, and what staff have hidden stays hidden, also
// when she takes it off and puts it on again.
func TestLinks(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	ada := account.Caller{ID: testkit.Person(t, h.db, account.Admin, "ada").ID, Role: account.Admin, Username: "ada", SessionID: "s"}
	put, mine := "PUT /performers/links", `{"links":[{"label":"My page","url":"https://example.com/nina"},{"label":"Shop","url":"http://shop.example.com"}]}`
	testkit.Scenarios{
		{Name: "two", As: nina, Do: put, Body: mine, Status: 200, Has: `"label":"My page","url":"https://example.com/nina","hidden":false`},
		{Name: "no scripts", As: nina, Do: put, Body: `{"links":[{"label":"x","url":"javascript:alert(1)"}]}`, Status: 422, Has: `"property":"links.0.url"`},
		{Name: "no files", As: nina, Do: put, Body: `{"links":[{"label":"x","url":"file:///etc/passwd"}]}`, Status: 422, Has: "Must be an address such as"},
		{Name: "no passwords", As: nina, Do: put, Body: `{"links":[{"label":"x","url":"https://bank.example@evil.example"}]}`, Status: 422, Has: "Must be an address such as"},
		{Name: "no machine's own", As: nina, Do: put, Body: `{"links":[{"label":"x","url":"http://localhost/"}]}`, Status: 422, Has: "Must be an address such as"},
		{Name: "no nameless", As: nina, Do: put, Body: `{"links":[{"label":" ","url":"https://example.com"}]}`, Status: 422, Has: "This field is required!"},
		{Name: "no twins", As: nina, Do: put, Body: `{"links":[{"label":"a","url":"https://example.com"},{"label":"b","url":"https://example.com"}]}`, Status: 422, Has: `"property":"links.1.url"`},
		{Name: "not too many", As: nina, Do: put, Body: `{"links":[` + strings.Repeat(`{"label":"a","url":"https://a.example.com"},`, 8) + `{"label":"b","url":"https://b.example.com"}]}`, Status: 422, Has: "Choose at most 8"},
		{Name: "what was refused changes nothing", As: nina, Do: "GET /performers/me", Status: 200, Has: `"url":"http://shop.example.com"`},
		{Name: "staff see them", As: ada, Do: "GET /admin/performer-links", Status: 200, Has: `"username":"nina"`},
		{Name: "nobody else", As: nina, Do: "GET /admin/performer-links", Status: 403},
	}.Run(t, h.Routes)
	p, err := h.Me(t.Context(), nina.ID)
	check(t, err)
	ctx := account.WithCaller(t.Context(), ada)
	check(t, h.HideLink(ctx, p.Links[0].ID, true))
	testkit.Scenarios{
		{Name: "she sees which is hidden", As: nina, Do: "GET /performers/me", Status: 200, Has: `"hidden":true`},
		{Name: "she takes all off", As: nina, Do: put, Body: `{"links":[]}`, Status: 200, Has: `"links":[]`},
		{Name: "it is hidden again", As: nina, Do: put, Body: mine, Status: 200, Has: `"url":"https://example.com/nina","hidden":true`},
		{Name: "staff find it", As: ada, Do: "GET /admin/performer-links?hidden=true", Status: 200, Has: `"total":1`},
		{Name: "another spelling", As: nina, Do: put, Body: `{"links":[{"label":"x","url":"HTTPS://WWW.Example.COM./nina?x=1"}]}`, Status: 200, Has: `"url":"https://www.example.com/nina?x=1","hidden":true`},
		{Name: "no end of them", As: nina, Do: put, Body: `{"links":[]}`, Status: 200, Has: `"links":[]`},
		{Name: "what staff have hidden is kept alone", As: ada, Do: "GET /admin/performer-links?hidden=true", Status: 200, Has: `"total":1`},
	}.Run(t, h.Routes)
	_, err = h.SetLinks(t.Context(), nina.ID, []performer.LinkDraft{{Label: "Shop", URL: "https://shop.example.com"}})
	check(t, err)
	before, err := h.Me(t.Context(), nina.ID)
	check(t, err)
	after, err := h.SetLinks(t.Context(), nina.ID, []performer.LinkDraft{{Label: "My shop", URL: "https://shop.example.com"}})
	check(t, err)
	if kept := testkit.Int(t, h.db, `SELECT COUNT(*) FROM performer_links`); kept != 2 {
		t.Errorf("%d links are kept, want the shop and what is hidden", kept)
	}
	if after.Links[0].ID != before.Links[0].ID || after.Links[0].Label != "My shop" {
		t.Errorf("a link that stays becomes %+v, was %+v", after.Links, before.Links)
	}
}

func TestPictures(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	answer := h.post(t, nina, "/performers/card/upload", nil, testkit.Upload{Field: "file", Name: "me.png", Data: testkit.Picture(t)})
	if answer.Code != 200 || !strings.Contains(answer.Body.String(), `"cardImage":"/files/`) {
		t.Errorf("the card answered %d %s", answer.Code, answer.Body)
	}
	answer = h.post(t, nina, "/performers/wide/upload", nil, testkit.Upload{Field: "file", Name: "me.png", Data: []byte("no picture")})
	if answer.Code != 422 || !strings.Contains(answer.Body.String(), `"property":"file"`) {
		t.Errorf("a text as picture answered %d %s", answer.Code, answer.Body)
	}
}

// Every route knows whose it is.
func TestRoles(t *testing.T) {
	h := setup(t)
	callers := map[account.Role]account.Caller{
		"": {}, account.Member: testkit.Person(t, h.db, account.Member, "tom"),
		account.Studio: testkit.Person(t, h.db, account.Studio, "stella"),
		account.Admin:  testkit.Person(t, h.db, account.Admin, "ada"), account.Performer: h.nina(t),
	}
	routes := map[string]account.Role{
		"GET /performers/me": account.Performer, "PUT /performers": account.Performer,
		"POST /performers/identity-documents": account.Performer, "POST /performers/avatar/upload": account.Performer,
		"POST /performers/card/upload": account.Performer, "POST /performers/wide/upload": account.Performer,
		"POST /performers/streaming-status/update": account.Performer, "POST /performers/default-price/update": account.Performer,
		"POST /performers/broadcast-setting/update": account.Performer, "POST /performers/suspend-account": account.Performer,
		"POST /admin/performer-categories": account.Admin, "PUT /admin/performer-categories/x": account.Admin,
		"DELETE /admin/performer-categories/x": account.Admin,
	}
	for route, owner := range routes {
		for role, caller := range callers {
			code := testkit.Call(h.web, caller, route, "", nil).Code
			switch {
			case role == "" && code != 401:
				t.Errorf("%s answered a guest %d, want 401", route, code)
			case role != "" && role != owner && code != 403:
				t.Errorf("%s answered a %s %d, want 403", route, role, code)
			case role == owner && (code == 401 || code == 403):
				t.Errorf("%s answered its own %s %d", route, role, code)
			}
		}
	}
}
