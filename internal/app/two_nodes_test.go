package app_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/blob/s3test"
	"limelight/internal/kit/porttest"
	"limelight/internal/kit/pubsub/redistest"
	"limelight/internal/kit/secretbox"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// Two nodes of one site, joined by PostgreSQL, Redis and an object store: what
// happens on one is seen on the other.
func TestTwoNodes(t *testing.T) {
	t.Parallel()
	here, there, _ := twoNodes(t)
	east := start(t, here, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	west := start(t, there)
	west.ids = east.ids
	wires := plug(t)

	// One login is good on both.
	ada, nina := east.in(t, account.Admin, "ada"), east.in(t, account.Performer, "nina")
	tom := west.in(t, account.Member, "tom")
	tomEast := visitor{site: east, token: tom.token}
	tomEast.do(t, "GET /users/me", nil).must(t, 200, `"username":"tom"`)

	// Talk, across.
	room := west.guest().do(t, "GET /conversations/stream/public/"+west.ids["nina"], nil).must(t, 200).text("_id")
	onNina := wires.connect(t, "nina in the east", nina).enter(t, room)
	onTom := wires.connect(t, "tom in the west", tom).enter(t, room)
	onNina.hears(t, "room/state", record{"total": 2})
	onTom.hears(t, "room/state", record{"total": 2})
	tom.do(t, "POST /messages/stream/public/conversations/"+room, record{"text": "from the west"}).must(t, 200)
	nina.do(t, "POST /messages/stream/public/conversations/"+room, record{"text": "from the east"}).must(t, 200)
	onNina.hears(t, "message/created", record{"text": "from the west"})
	onTom.hears(t, "message/created", record{"text": "from the east"})

	// A tip in the west rings in the east, once.
	tom.do(t, "POST /member/send-tip-token/"+west.ids["nina"], record{"token": 25, "conversationId": room}).must(t, 200)
	onNina.hears(t, "tipped", record{"token": 25, "netPrice": 20})
	onNina.hears(t, "balance/changed", record{"balance": 20})
	onTom.hears(t, "balance/changed", record{"balance": 75})
	onTom.hears(t, "room/tip", record{"token": 25})
	if n := onNina.count("tipped", nil); n != 1 {
		t.Errorf("she heard of one tip %d times", n)
	}

	// A setting changed in the east holds in the west.
	ada.do(t, "PUT /admin/settings", record{"siteName": "Nightingale"}).must(t, 200)
	onTom.hears(t, "settings/changed", record{"keys.0": "siteName"})
	testkit.Eventually(t, "the west has the new name", func() bool {
		return west.guest().do(t, "GET /settings/public", nil).text("siteName") == "Nightingale"
	})

	// The shop window follows: a category made in the east, a picture kept there.
	ada.do(t, "POST /admin/performer-categories", record{"name": "Jazz", "slug": "jazz"}).must(t, 200)
	testkit.Eventually(t, "the west has the new category", func() bool {
		return west.guest().do(t, "GET /performer-categories", nil).text("data.0.slug") == "jazz"
	})
	face := tomEast.do(t, "POST /users/avatar/upload", newForm(nil).file("avatar", "me.jpg", photo(t, 500, 500))).must(t, 200).text("url")
	if got := west.guest().request(t, "GET", face, nil); got.status != 200 || got.header.Get("Content-Type") != "image/webp" {
		t.Errorf("a picture kept in the east is answered in the west with %s", got.sum())
	}

	// She goes live in the east; the west watches.
	live := nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	camera, err := whiptest.Publish(t.Context(), east.url+"/whip", live.text("publish.whip.token"), whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	onTom.hears(t, "performer/status", record{"id": west.ids["nina"], "streamingStatus": "public"})
	west.isLive(t, west.ids["nina"])
	picture := west.watches(t, tom, west.ids["nina"])

	// A logout in the east closes the socket in the west.
	tomEast.do(t, "POST /auth/logout", nil).must(t, 200)
	pictureEnds(t, map[string]*whiptest.Viewer{"the picture in the west": picture})
	onTom.hears(t, "session/revoked", nil)
	onTom.hears(t, "disconnect", record{"": "io server disconnect"})
	tom.do(t, "GET /users/me", nil).must(t, 401)
	onNina.hears(t, "room/state", record{"total": 1})
	east.audit(t)
}

// twoNodes are what two nodes of one site are started with, and the Redis between them.
func twoNodes(t *testing.T) (here, there app.Config, between *redistest.Server) {
	t.Helper()
	if os.Getenv("TEST_DATABASE_URL") == "" {
		t.Skip("two nodes need PostgreSQL: TEST_DATABASE_URL names none")
	}
	here, there = config(t), config(t)
	between = redis(t)
	here.Redis, here.ObjectURL, here.SecretKey = between.URL, objects(t), secretKey(t)
	there.Database, there.Redis, there.ObjectURL, there.SecretKey = here.Database, here.Redis, here.ObjectURL, here.SecretKey
	return here, there, between
}

// redis starts a server of its own for the test.
func redis(t *testing.T) *redistest.Server {
	t.Helper()
	_, port, _ := strings.Cut(porttest.Address(t), ":")
	return redistest.StartAt(t, port)
}

// objects is an object store with one bucket.
func objects(t *testing.T) string {
	t.Helper()
	return fmt.Sprintf("s3+http://%s:%s@%s/%s?region=%s", s3test.AccessKey, s3test.SecretKey, s3test.Start(t), s3test.Bucket, s3test.Region)
}

// secretKey is the key that all nodes of a site share, as the environment says it.
func secretKey(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret.key")
	if _, err := secretbox.FromFile(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(text)
}
