package app_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// crowd are the people of the tests below.
func crowd(t *testing.T) *site {
	return open(t,
		app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 40},
		app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "vera"})
}

// Everything that cannot be is refused in the words of the catalogue (spec §5 and
// §8), and changes nothing.
func TestRefused(t *testing.T) {
	s := crowd(t)
	guest, tom, nina := s.guest(), s.in(t, account.Member, "tom"), s.in(t, account.Performer, "nina")
	room := nina.do(t, "GET /conversations/stream/public/"+s.ids["nina"], nil).text("_id")
	verasRoom := guest.do(t, "GET /conversations/stream/public/"+s.ids["vera"], nil).text("_id")
	gone := s.in(t, account.Member, "tom")
	gone.do(t, "POST /auth/logout", nil).must(t, 200)
	tip, say := "POST /member/send-tip-token/"+s.ids["nina"], "POST /messages/stream/public/conversations/"+room

	const (
		required = `{"required":"This field is required!"}`
		tooLarge = `413 {"error":"Request Entity Too Large","limit":%d,"message":"Request Entity Too Large","statusCode":413}`
		noLogin  = `401 {"error":"Unauthorized","message":"Please log in to continue.","statusCode":401}`
		bad      = `400 {"error":"Bad Request","message":"Bad request!","statusCode":400}`
		oldLink  = `422 {"error":"link_expired","message":"This link is no longer valid. Please ask for a new one.","statusCode":422}`
	)
	field := func(property, constraints string) string {
		return fmt.Sprintf(`422 {"error":"Unprocessable Entity","message":[{"constraints":%s,"property":%q}],"statusCode":422}`, constraints, property)
	}
	picky := func(text string) string {
		return fmt.Sprintf(`422 {"error":"Unprocessable Entity","message":%q,"statusCode":422}`, text)
	}
	picture := func(name string, content []byte) *form { return newForm(nil).file("avatar", name, content) }
	person := func(change ...string) record {
		p := record{"username": "rob", "email": "rob@example.com", "password": app.Password, "dateOfBirth": "1990-05-01"}
		p[change[0]] = change[1]
		return p
	}

	before := s.census(t)
	for _, c := range []struct {
		name string
		who  visitor
		call string
		body any
		want string
	}{
		// Wrong types, missing fields.
		{"text for a number", tom, tip, `{"token":"many"}`, field("token", `{"number":"Not a validate number!"}`)},
		{"no amount", tom, tip, `{}`, field("token", required)},
		{"half a document", tom, tip, `{"token":`, bad},
		{"no document", tom, tip, ``, bad},
		{"a list for a record", tom, tip, `[25]`, bad},
		{"below the least tip", tom, tip, `{"token":14}`, field("token", `{"range":"Must be between 15 and 50"}`)},
		{"above the largest", tom, tip, `{"token":55}`, field("token", `{"range":"Must be between 15 and 50"}`)},
		{"a negative tip", tom, tip, `{"token":-25}`, field("token", `{"range":"Must be between 15 and 50"}`)},
		{"off the steps", tom, tip, `{"token":17}`, field("token", `{"custom":"Must be a multiple of 5"}`)},
		{"a hundredth of a hundredth", tom, tip, `{"token":25.001}`, field("token", `{"decimals":"Must have at most 2 decimals"}`)},
		{"no text", tom, say, `{}`, field("text", required)},
		{"a blank line", tom, say, `{"text":"  \u200b "}`, field("text", required)},
		{"a line without end", tom, say, record{"text": strings.Repeat("a", 301)}, field("text", `{"range":"Must be between 1 and 300"}`)},
		{"no username", guest, "POST /auth/users/register", person("username", ""), field("username", required)},
		{"a space in it", guest.from("10.1.0.1"), "POST /auth/users/register", person("username", "r ob"), field("username", `{"alphanumeric":"Dont allow special chars or space"}`)},
		{"no mail address", guest.from("10.1.0.2"), "POST /auth/users/register", person("email", "rob"), field("email", `{"email":"Not a validate email!"}`)},
		{"a child", guest.from("10.1.0.3"), "POST /auth/users/register", person("dateOfBirth", "2015-05-01"), field("dateOfBirth", `{"adult":"You must be at least 18 years old."}`)},
		{"a short password", guest.from("10.1.0.4"), "POST /auth/users/register", person("password", "short"), field("password", `{"minLength":"Must have at least 15 characters"}`)},
		{"a taken name in other letters", guest.from("10.1.0.5"), "POST /auth/users/register", person("username", "TOM"), field("username", `{"taken":"This username is already taken."}`)},
		{"a performer without papers", guest.from("10.1.0.6"), "POST /auth/performers/register",
			newForm(map[string]string{"username": "eva", "email": "eva@example.com", "password": app.Password, "dateOfBirth": "1995-03-02", "gender": "female"}).
				file("idVerification", "id.jpg", photo(t, 400, 300)), field("documentVerification", required)},
		{"JSON where a form is due", guest.from("10.1.0.7"), "POST /auth/performers/register", `{}`, bad},

		// Too large.
		{"a megabyte and more of JSON", tom, tip, `{"token":25,"note":"` + strings.Repeat("x", 1<<20) + `"}`, fmt.Sprintf(tooLarge, 64<<10)},
		{"a large form", tom, "POST /users/avatar/upload", picture("me.jpg", make([]byte, 20<<20)), fmt.Sprintf(tooLarge, 16<<20)},
		{"a large picture", tom, "POST /users/avatar/upload", picture("me.jpg", append(photo(t, 300, 300), make([]byte, 2<<20)...)),
			picky("Image must smaller than 2MB!")},

		// Hostile pictures.
		{"a page that calls itself a picture", tom, "POST /users/avatar/upload", picture("me.jpg", []byte("<html><script>alert(1)</script></html>")), picky("You can only upload jpg, jpeg, png, webp, gif file!")},
		{"a drawing that runs", tom, "POST /users/avatar/upload", picture("me.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)), picky("You can only upload jpg, jpeg, png, webp, gif file!")},
		{"a bomb", tom, "POST /users/avatar/upload", picture("me.png", bomb(50_000, 50_000)), picky("This picture has too many pixels. Please choose a smaller one.")},
		{"half a picture", tom, "POST /users/avatar/upload", picture("me.jpg", photo(t, 600, 600)[:900]), picky("This picture is damaged. Please choose another one.")},
		{"an empty file", tom, "POST /users/avatar/upload", picture("me.jpg", nil), picky("This file is empty.")},

		// Tokens that are over, foreign or made up.
		{"a session that was logged out", gone, tip, `{"token":25}`, noLogin},
		{"a made-up session", visitor{site: s, token: strings.Repeat("A", 43)}, tip, `{"token":25}`, noLogin},
		{"a made-up reset link", guest, "POST /auth/users/reset", record{"token": "made-up", "password": app.Password + "!"}, oldLink},
		{"a made-up mail link", guest, "GET /verification/confirm?token=made-up", nil, oldLink},
		{"a stream token that is over already", nina, "POST /streaming/token", record{"id": "x", "type": "play", "expireDate": 1000}, field("expireDate", `{"custom":"Must be within one day from now"}`)},
		{"a stream token for a week", nina, "POST /streaming/token", record{"id": "x", "type": "play", "expireDate": time.Now().Add(7 * 24 * time.Hour).UnixMilli()}, field("expireDate", `{"custom":"Must be within one day from now"}`)},
		{"a stream token of no show", tom, "POST /streaming/token", record{"id": "x", "type": "play"}, `404 {"error":"Not Found","message":"There is no such show.","statusCode":404}`},

		// What is not there, or not theirs.
		{"nobody's tip", tom, "POST /member/send-tip-token/nobody", `{"token":25}`, `404 {"error":"Not Found","message":"This model does not exist.","statusCode":404}`},
		{"a tip to a member", tom, "POST /member/send-tip-token/" + s.ids["ada"], `{"token":25}`, `404 {"error":"Not Found","message":"This model does not exist.","statusCode":404}`},
		{"a note into a stranger's room", tom, tip, record{"token": 25, "conversationId": verasRoom}, `404 {"error":"Not Found","message":"This conversation does not exist.","statusCode":404}`},
		{"a line into no room", tom, "POST /messages/stream/public/conversations/nowhere", `{"text":"hello"}`, `404 {"error":"Not Found","message":"This conversation does not exist.","statusCode":404}`},
		{"a performer in another's room", nina, "POST /messages/stream/public/conversations/" + verasRoom, `{"text":"hello"}`, `403 {"error":"Forbidden","message":"Forbidden in the action!","statusCode":403}`},
		{"a member clears a room", tom, "DELETE /messages/" + room + "/remove-all-message", nil, `403 {"error":"Forbidden","message":"Forbidden in the action!","statusCode":403}`},
		{"a performer who is offline", guest, "POST /streaming/join/" + s.ids["nina"], nil, `409 {"error":"offline","message":"This model is offline.","statusCode":409}`},
		{"body keys of power", tom, "PUT /users", `{"role":"admin","balance":100000,"verified":true,"status":"active"}`, "200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.who.do(t, c.call, c.body)
			if sum := got.sum(); sum != c.want && !(c.want == "200" && got.status == 200) {
				t.Errorf("%s\n got %s\nwant %s", c.call, sum, c.want)
			}
			if after := s.census(t); after != before {
				t.Errorf("%s changed something: there was\n%sand now\n%s", c.call, before, after)
				before = after
			}
		})
	}
	tom.do(t, "GET /users/me", nil).must(t, 200, `"role":"user"`, `"balance":40`)
	s.audit(t)
}

// More than one has, and twice the same at once.
func TestTipsThatCannotBe(t *testing.T) {
	s := crowd(t)
	tom := s.in(t, account.Member, "tom")
	tip := "POST /member/send-tip-token/" + s.ids["nina"]
	var wait sync.WaitGroup
	twice := make(chan string, 2)
	for range 2 {
		wait.Go(func() { twice <- tom.with("Idempotency-Key", "click").do(t, tip, record{"token": 25}).sum() })
	}
	wait.Wait()
	if first, second := <-twice, <-twice; first != second || !strings.HasPrefix(first, `200 {"data":{`) || !strings.Contains(first, `"balance":15}`) {
		t.Errorf("two clicks at once were answered with %s and %s", first, second)
	}
	before := s.census(t)
	for _, c := range []struct{ key, body, want string }{
		{"click", `{"token":20}`, `409 {"error":"Conflict","message":"This Idempotency-Key was already used with another body.","statusCode":409}`},
		{"other", `{"token":50}`, `409 {"error":"insufficient_balance","message":"You do not have enough tokens.","missing":35,"statusCode":409}`},
		{"click", `{"token":25}`, "200"}, // once more, the same answer
	} {
		if got := tom.with("Idempotency-Key", c.key).do(t, tip, c.body).sum(); got != c.want && !strings.HasPrefix(got, c.want+" ") {
			t.Errorf("%s with key %s:\n got %s\nwant %s", c.body, c.key, got, c.want)
		}
	}
	if after := s.census(t); after != before {
		t.Errorf("what was refused or repeated changed something:\n%s", after)
	}
	// Two different tips at once, and tokens for one.
	answers := make(chan int, 2)
	for i := range 2 {
		wait.Go(func() {
			answers <- tom.with("Idempotency-Key", fmt.Sprint("last", i)).do(t, tip, record{"token": 15}).status
		})
	}
	wait.Wait()
	if a, b := <-answers, <-answers; a+b != 200+409 {
		t.Errorf("two tips for the tokens of one were answered with %d and %d", a, b)
	}
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":0,`)
	s.in(t, account.Performer, "nina").do(t, "GET /performers/me", nil).must(t, 200, `"balance":32,`)
	s.audit(t)
}

// A performer who publishes twice, and viewers who want to be more than that.
func TestForgedStage(t *testing.T) {
	t.Parallel()
	s := crowd(t)
	tom, nina, phone, vera := s.in(t, account.Member, "tom"), s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "vera")
	live := nina.do(t, "POST /streaming/live", record{"title": "Piano"}).must(t, 200)
	camera, err := whiptest.Publish(t.Context(), s.url+"/whip", live.text("publish.whip.token"), whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	s.isLive(t, s.ids["nina"])
	show := live.text("sessionId")
	play := tom.do(t, "POST /streaming/join/"+s.ids["nina"], nil).must(t, 200).text("play.webrtc.token")
	watcher := s.watches(t, s.guest(), s.ids["nina"])

	// Twice on stage.
	const twice = `409 {"error":"already_live","message":"You are already live on another device.","statusCode":409}`
	if got := phone.do(t, "POST /streaming/live", record{}).sum(); got != twice {
		t.Errorf("a second device: %s", got)
	}
	key := nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key")
	if _, err := whiptest.Publish(t.Context(), s.url+"/whip", key, whiptest.Card()); err == nil || !strings.Contains(err.Error(), "409") || !strings.Contains(err.Error(), "already live") {
		t.Errorf("a program beside the browser: %v", err)
	}

	// A viewer's token does not publish, and a changed one opens nothing.
	header, rest, _ := strings.Cut(play, ".")
	claims, signature, _ := strings.Cut(rest, ".")
	for name, c := range map[string]struct{ token, status string }{
		"a viewer's token":       {play, "403"},
		"no token":               {"", "401"},
		"a stream key of no one": {"sk_live_mallory", "401"},
		"another signature":      {header + "." + claims + "." + strings.Repeat("A", len(signature)), "401"},
		"no signature":           {"eyJhbGciOiJub25lIn0." + claims + ".", "401"},
	} {
		if _, err := whiptest.Publish(t.Context(), s.url+"/whip", c.token, whiptest.Card()); err == nil || !strings.Contains(err.Error(), "refused with "+c.status) {
			t.Errorf("%s publishes: %v", name, err)
		}
	}
	for name, token := range map[string]string{"another signature": header + "." + claims + "." + signature[1:], "a session's token": tom.token, "nothing": ""} {
		if got := s.guest().request(t, "GET", "/rtc/validate?access_token="+token, nil); got.status != 401 {
			t.Errorf("the media engine's endpoint lets in %s: %s", name, got.sum())
		}
	}

	// Nobody gets a token to publish into another's show.
	for name, who := range map[string]visitor{"a member": tom, "another performer": vera, "a guest": s.guest()} {
		if got := who.do(t, "POST /streaming/token", record{"id": show, "type": "publish"}).sum(); got != `403 {"error":"Forbidden","message":"Forbidden in the action!","statusCode":403}` {
			t.Errorf("%s asks to publish: %s", name, got)
		}
	}

	// A forged room on the socket.
	wires := plug(t)
	socket := wires.connect(t, "tom", tom)
	for _, room := range []string{"nowhere", "account:" + s.ids["nina"], "../" + show, ""} {
		if got := socket.emit(t, "room/join", record{"conversationId": room}); got["error"] != "This conversation does not exist." || got["ok"] == true {
			t.Errorf("tom enters %q: %v", room, got)
		}
	}
	if got := socket.emit(t, "room/typing", record{"conversationId": live.text("conversation")}); got["ok"] == true {
		t.Error("tom types in a room that he has not entered")
	}

	// A ticket works once, and from where it was asked for.
	ticket := func(v visitor) visitor {
		v.token = v.do(t, "POST /auth/socket-ticket", nil).must(t, 200).text("ticket")
		return v
	}
	once := ticket(tom)
	wires.connect(t, "first", once)
	for name, v := range map[string]visitor{"used": once, "foreign": ticket(tom).from("203.0.113.9"), "made up": {site: s, token: strings.Repeat("B", 43)}} {
		wires.try(t, name, v).hears(t, "connect_error", record{"": "Please log in to continue."})
	}

	s.still(t, watcher) // the show went on all the while
	nina.do(t, "POST /streaming/stop", nil).must(t, 200)
	if got := s.guest().request(t, "GET", "/rtc/validate?access_token="+play, nil); got.status != 401 {
		t.Errorf("a token outlives its show: %s", got.sum())
	}
	s.audit(t)
}

// census counts everything that a call could change.
func (s *site) census(t *testing.T) string {
	t.Helper()
	var list strings.Builder
	d := testkit.Open(t, s.cfg.Where())
	err := d.Read(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		for _, query := range []string{
			"COUNT(*) FROM accounts", "COUNT(*) FROM performers", "COUNT(*) FROM shows", "COUNT(*) FROM messages", "COUNT(*) FROM tips",
			"COUNT(*) FROM ledger_transfers", "COUNT(*) FROM ledger_postings", "COUNT(*) FROM files", "COUNT(*) FROM identity_checks",
			"COUNT(*) FROM audit_log", "COUNT(*) FROM mails", "COUNT(*) FROM idem_answers", "COUNT(*) FROM account_sessions",
			"COUNT(*) FROM accounts WHERE avatar <> '' OR role = 'admin'",
		} {
			n, err := db.One(ctx, tx, db.Int64, "SELECT "+query)
			if err != nil {
				return fmt.Errorf("%s: %w", query, err)
			}
			fmt.Fprintln(&list, n, query)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}

// bomb is a PNG that claims w × h pixels in a hundred bytes.
func bomb(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), w)
	head = append(binary.BigEndian.AppendUint32(head, h), 8, 2, 0, 0, 0)
	return binary.BigEndian.AppendUint32(bytes.Join([][]byte{[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head}, nil), crc32.ChecksumIEEE(head))
}
