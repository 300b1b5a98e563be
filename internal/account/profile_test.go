package account_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

// purse knows everybody's balance.
type purse struct{}

func (purse) ProfileExtras(context.Context, *db.Tx, account.Account) (account.Extras, error) {
	return account.Extras{Balance: money.Whole(25), Verified: true}, nil
}

// album keeps pictures of five bytes at most.
type album struct{ removed []string }

func (a *album) SaveAvatar(_ context.Context, c account.Caller, file api.File) (string, error) {
	bytes, err := io.ReadAll(file)
	if err != nil {
		return "", err
	}
	if len(bytes) > 5 {
		return "", fault.Field("avatar", "Image must smaller than 2MB!")
	}
	return "/files/" + c.Username + "-" + string(bytes) + "/avatar.webp", nil
}

func (a *album) RemoveAvatar(_ context.Context, path string) error {
	a.removed = append(a.removed, path)
	return nil
}

func TestMe(t *testing.T) {
	h := setup(t, func(d *account.Deps) { d.Extras = purse{} })
	h.person(t, account.Performer, "Nina")
	nina := h.in(t, home, account.Performer, "Nina")
	me := h.call(nina, "GET /users/me", "").must(t, 200, `"balance":25`)
	for _, part := range []string{
		`"_id":"`, `"avatar":"/default-user-icon.png"`, `"name":"Nina"`, `"username":"Nina"`, `"email":"nina@example.org"`,
		`"role":"performer"`, `"emailVerified":true`, `"status":"active"`, `"verified":true`, `"isPerformer":true`, `"dateOfBirth":"1990-05-17"`,
	} {
		me.must(t, 200, part)
	}
	for _, part := range []string{"argon2", "hash", nina.token} {
		if strings.Contains(me.text, part) {
			t.Errorf("the answer has %s: %s", part, me.text)
		}
	}
}

func TestUpdateProfile(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	news := testkit.Hear[account.ProfileChanged](h.bus)
	h.call(device, "PUT /users", `{"name":" Tom  the Great ","country":"at"}`).must(t, 200, `"name":"Tom the Great"`)
	if got := news.Latest(t); len(got) != 1 || got[0].AccountID != tom.ID {
		t.Errorf("the bus heard %+v", got)
	}
	before := h.get(t, tom.ID)
	h.call(device, "PUT /users", `{"role":"admin","balance":9,"verified":true,"status":"suspended","username":"Boss","_id":"x","dateOfBirth":"2000-01-01","emailVerified":false,"avatar":"https://evil.example/x.png"}`).
		must(t, 200, `"role":"user"`)
	if after := h.get(t, tom.ID); after != before {
		t.Errorf("the body changed %+v into %+v", before, after)
	}
	h.call(device, "PUT /users", `{"name":" "}`).must(t, 422, "This field is required!")
	h.call(device, "PUT /users", `{"name":"`+strings.Repeat("x", 61)+`"}`).must(t, 422, "at most 60")
	h.call(device, "PUT /users", `{"country":"A1"}`).must(t, 422, "is not a country")
	h.call(device, "PUT /users", `{"email":"nonsense"}`).must(t, 422, "Not a validate email!")
	h.call(device, "PUT /users", `{"name":5}`).must(t, 422, "name")
	h.call(home, "PUT /users", `{"name":"Eve"}`).must(t, 401, "Please log in")
}

func TestChangeEmail(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	h.person(t, account.Member, "Eve")
	device := h.in(t, home, account.Member, "Tom")
	h.call(device, "PUT /users", `{"email":"EVE@example.org"}`).must(t, 200, `"pendingEmail":"EVE@example.org"`) // as for any address
	if list := h.letters(t, "eve@example.org"); len(list) != 1 || !strings.Contains(list[0].Subject, "stays yours") || inLink.MatchString(list[0].Text) {
		t.Errorf("the owner of the address was sent %+v", list)
	}
	h.call(device, "PUT /users", `{"email":"tom@new.example.org","currentPassword":"wrong"}`).must(t, 422, "This is not your password.")
	h.call(device, "PUT /users", `{"email":"tom@new.example.org"}`).must(t, 200, `"pendingEmail":"tom@new.example.org"`)
	if a := h.get(t, tom.ID); a.Email != "tom@example.org" || !a.EmailVerified {
		t.Errorf("the address changed before it was confirmed: %+v", a)
	}
	if list := h.letters(t, "tom@example.org"); len(list) != 4 || !strings.Contains(list[0].Subject, "about to change") || !strings.Contains(list[1].Subject, "Stop the change") {
		t.Errorf("the present address was sent %+v", list)
	}
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "tom@new.example.org"), "").must(t, 200, "done")
	if a := h.get(t, tom.ID); a.Email != "tom@new.example.org" || a.PendingEmail != "" {
		t.Errorf("the confirmed address is not there: %+v", a)
	}
	h.clock.Advance(10 * time.Minute)
	h.call(device, "PUT /users", `{"email":"tom@example.org"}`).must(t, 422, `"property":"currentPassword"`)
	h.call(device, "PUT /users", `{"email":"tom@example.org","currentPassword":"wrong"}`).must(t, 422, "This is not your password.")
	h.call(device, "PUT /users", `{"email":"tom@example.org","currentPassword":"`+secret+`"}`).must(t, 200, "pendingEmail")
}

// Whoever confirms an address first has it.
func TestTwoWantOneAddress(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	h.person(t, account.Member, "Eve")
	h.call(h.in(t, home, account.Member, "Tom"), "PUT /users", `{"email":"both@example.org"}`).must(t, 200, "pending")
	toms := h.linkFor(t, "both@example.org")
	h.clock.Advance(time.Second)
	h.call(h.in(t, home, account.Member, "Eve"), "PUT /users", `{"email":"both@example.org"}`).must(t, 200, "pending")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "both@example.org"), "").must(t, 200, "done")
	h.call(home, "GET /verification/confirm?token="+toms, "").must(t, 422, "already in use")
}

func TestView(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	eve := h.person(t, account.Member, "Eve")
	device := h.in(t, home, account.Member, "Eve")
	card := h.call(device, "GET /users/view/"+tom.ID, "").must(t, 200, `"username":"Tom"`)
	for _, private := range []string{"example.org", "1990", "status", "balance"} {
		if strings.Contains(card.text, private) {
			t.Errorf("the card tells %s: %s", private, card.text)
		}
	}
	absent := h.call(device, "GET /users/view/nobody", "").must(t, 404, "This account does not exist.")
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.Suspend(ctx, tx, tom.ID, "", "admin1") })
	if hidden := h.call(device, "GET /users/view/"+tom.ID, ""); hidden.text != absent.text {
		t.Errorf("a suspended account is told from an absent one: %s", hidden.text)
	}
	h.call(home, "GET /users/view/"+eve.ID, "").must(t, 401, "Please log in")
}

func TestSearch(t *testing.T) {
	h := setup(t)
	for _, name := range []string{"Tom", "Tomas", "Eve"} {
		h.person(t, account.Member, name)
	}
	nina := h.person(t, account.Performer, "Nina")
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.Suspend(ctx, tx, nina.ID, "", "admin1") })
	h.person(t, account.Admin, "Root1")
	boss := h.in(t, home, account.Admin, "Root1")
	for query, total := range map[string]string{
		"": "5", "?q=TOM": "2", "?q=eve@": "1", "?q=%25": "0", "?q=_om": "0", "?q=%27": "0",
		"?role=performer": "1", "?status=suspended": "1", "?role=user&status=suspended": "0", "?limit=2": "5",
	} {
		h.call(boss, "GET /users/search"+query, "").must(t, 200, `"total":`+total)
	}
	h.call(boss, "GET /users/search?role=boss", "").must(t, 422, "role")
	h.call(boss, "GET /users/search?limit=1000", "").must(t, 422, "limit")
}

func TestAvatar(t *testing.T) {
	pictures := &album{}
	h := setup(t, func(d *account.Deps) { d.Avatars = pictures })
	tom := h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	send := func(field, content string) answer {
		v := device
		body, header := testkit.Form(t, nil, testkit.Upload{Field: field, Name: "me.png", Data: []byte(content)})
		v.header = header
		return h.call(v, "POST /users/avatar/upload", body)
	}
	send("avatar", "one").must(t, 200, `"url":"/files/Tom-one/avatar.webp"`)
	send("avatar", "two").must(t, 200, `"url":"/files/Tom-two/avatar.webp"`)
	send("avatar", "too large").must(t, 422, "Image must smaller than 2MB!")
	send("picture", "one").must(t, 422, "avatar")
	send("avatar", strings.Repeat("x", 17<<20)).must(t, 413, "Request Entity Too Large")
	if a := h.get(t, tom.ID); a.Avatar != "/files/Tom-two/avatar.webp" || a.Card().AvatarURL != a.Avatar {
		t.Errorf("the account is %+v", a)
	}
	h.call(device, "DELETE /users/avatar", "").must(t, 200, "true")
	h.call(device, "GET /users/me", "").must(t, 200, "/default-user-icon.png")
	if got := strings.Join(pictures.removed, " "); got != "/files/Tom-one/avatar.webp /files/Tom-two/avatar.webp" {
		t.Errorf("removed %s", got)
	}
}

func TestCards(t *testing.T) {
	h := setup(t)
	tom, nina := h.person(t, account.Member, "Tom"), h.person(t, account.Performer, "Nina")
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		cards, err := h.Cards(ctx, tx, tom.ID, nina.ID, "nobody", tom.ID)
		if len(cards) != 2 || cards[nina.ID] != nina.Card() {
			t.Errorf("cards are %+v", cards)
		}
		none, empty := h.Cards(ctx, tx)
		if empty != nil || len(none) != 0 {
			t.Errorf("no ids give %v, %v", none, empty)
		}
		found, errFound := h.ByUsername(ctx, tx, "NINA")
		if errFound != nil || found.ID != nina.ID {
			t.Errorf("NINA is %+v, %v", found, errFound)
		}
		return err
	})
}

// Every route is called by every role, which it admits or refuses.
func TestGuards(t *testing.T) {
	h := setup(t)
	people := map[account.Role]visitor{}
	for role := range flows {
		h.person(t, role, "x"+string(role))
		people[role] = h.in(t, home, role, "x"+string(role))
	}
	everybody := []string{
		"GET /users/me", "PUT /users", "GET /users/view/nobody", "POST /users/suspend-account", "POST /users/avatar/upload",
		"DELETE /users/avatar", "GET /auth/sessions", "DELETE /auth/sessions/nobody", "POST /auth/socket-ticket", "PUT /auth/users/me/password",
	}
	for _, do := range everybody {
		h.call(home, do, "{}").must(t, http.StatusUnauthorized, "Please log in")
		for role, v := range people {
			if got := h.call(v, do, "{}"); got.Code == 401 || got.Code == 403 || got.Code >= 500 {
				if !(got.Code == 503 && strings.Contains(do, "avatar")) {
					t.Errorf("%s as %s: %d %s", do, role, got.Code, got.text)
				}
			}
		}
	}
	h.call(home, "GET /users/search", "").must(t, 401, "Please log in")
	for role, v := range people {
		if role != account.Admin {
			h.call(v, "GET /users/search", "").must(t, 403, "Forbidden in the action!")
		}
	}
	open := map[string]bool{}
	r := api.NewRouter("test", "0", nil)
	h.Routes(r)
	for _, route := range r.Routes() {
		if route.Public {
			open[route.Method+" "+strings.TrimPrefix(route.Path, api.Prefix)] = true
		}
	}
	for _, public := range []string{
		"POST /auth/users/login", "POST /auth/performers/login", "POST /auth/studio/login", "POST /auth/admin/login", "POST /auth/logout",
		"POST /auth/two-factor", "POST /auth/users/register", "POST /auth/users/forgot", "POST /auth/users/reset",
		"POST /verification/resend-verification-email", "GET /verification/confirm", "POST /verification/stop-email-change",
	} {
		delete(open, public)
	}
	if len(open) != 0 {
		t.Errorf("open to everybody, and not on the list: %v", open)
	}
}

func TestAuthenticateNeedsTheDatabase(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	testkit.Exec(t, h.db, "ALTER TABLE account_sessions RENAME TO elsewhere")
	h.call(device, "GET /users/me", "").must(t, 500, "Something went wrong!") // and not a guest
	testkit.Exec(t, h.db, "ALTER TABLE elsewhere RENAME TO account_sessions")
	h.call(device, "GET /users/me", "").must(t, 200, "Tom")
}

// A member says above which amount a tip or a spin is confirmed once more.
func TestConfirmAbove(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(device, "GET /users/me", "").must(t, 200, `"confirmAbove":100,`)
	h.call(device, "PUT /users", `{"confirmAbove":30.5}`).must(t, 200, `"confirmAbove":30.5,`)
	h.call(device, "PUT /users", `{"name":"Tommy"}`).must(t, 200, `"confirmAbove":30.5,`)
	h.call(device, "PUT /users", `{"confirmAbove":0}`).must(t, 200, `"confirmAbove":0,`)
	h.call(device, "PUT /users", `{"confirmAbove":-1}`).must(t, 422, "Must be between 0 and 10000000")
	h.call(device, "PUT /users", `{"confirmAbove":10000001}`).must(t, 422, "Must be between 0 and 10000000")
	h.call(device, "GET /users/me", "").must(t, 200, `"confirmAbove":0,`)
}

// The API answers in the account's language, which its owner chooses; what the call
// itself asks for counts first.
func TestLanguageOfAnAccount(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(device, "PUT /users", `{"name":""}`).must(t, 422, fault.Required)
	h.call(device, "PUT /users", `{"language":"es"}`).must(t, 200, `"language":"es",`)
	h.call(device, "PUT /users", `{"name":"Tommy"}`).must(t, 200, `"language":"es",`)
	h.call(device, "PUT /users", `{"name":""}`).must(t, 422, "¡Este campo es obligatorio!")
	h.call(device, "PUT /users", `{"language":"tlh"}`).must(t, 422, "Este sitio no habla este idioma")
}
