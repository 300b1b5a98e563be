package app_test

import (
	"encoding/base64"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// clip is a small video of a second.
func clip(t *testing.T) []byte {
	t.Helper()
	tools := foundTools()
	if err := tools.Err(); err != nil {
		t.Skip("skipped, and nothing is proven: ", err)
	}
	file := filepath.Join(t.TempDir(), "clip.mp4")
	made := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=10:duration=1",
		"-f", "lavfi", "-i", "sine=duration=1", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest", file)
	if said, err := made.CombinedOutput(); err != nil {
		t.Fatalf("ffmpeg: %v: %s", err, said)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// uploads sends a file in pieces, and returns the upload's id.
func (v visitor) uploads(t *testing.T, purpose string, data []byte) string {
	t.Helper()
	encode := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	tus := v.with("Tus-Resumable", "1.0.0")
	begun := tus.with("Upload-Length", strconv.Itoa(len(data))).with("Upload-Metadata", "purpose "+encode(purpose)+",filename "+encode(purpose+".mp4")).
		do(t, "POST /uploads", nil).must(t, http.StatusCreated)
	at := begun.header.Get("Location")
	at = at[strings.Index(at, "/api/"):]
	tus.with("Upload-Offset", "0").with("Content-Type", "application/offset+octet-stream").request(t, "PATCH", at, string(data)).must(t, http.StatusNoContent)
	return at[strings.LastIndex(at, "/")+1:]
}

// countOf is how often one of the texts stands in her view of a video.
func (v visitor) countOf(t *testing.T, video string, texts ...string) (n int) {
	t.Helper()
	body := string(v.do(t, "GET "+video+"/view", nil).must(t, 200).body)
	for _, text := range texts {
		n += strings.Count(body, text)
	}
	return n
}

// watched is what a player loads of a video: the playlist of its first rendition, and what
// that names.
func (v visitor) watched(t *testing.T, videoID, part string) (segment string) {
	t.Helper()
	begun := v.do(t, "GET /user/performer-assets/videos/"+videoID+"/playback?part="+part, nil).must(t, 200)
	master := begun.text("playlist")
	folder := strings.TrimSuffix(master, "master.m3u8")
	list := folder + firstAddress(t, v.request(t, "GET", master, nil).must(t, 200))
	segment = list[:strings.LastIndex(list, "/")+1] + firstAddress(t, v.request(t, "GET", list, nil).must(t, 200))
	return segment
}

var addressOfPlaylist = regexp.MustCompile(`(?m)^[^#\s].*$`)

func firstAddress(t *testing.T, playlist answer) string {
	t.Helper()
	address := addressOfPlaylist.FindString(string(playlist.body))
	if address == "" {
		t.Fatalf("%s names nothing: %s", playlist.call, playlist.body)
	}
	return address
}

// A video's life with real files: sent, made, reviewed, bought, watched and refunded. Nobody
// but its performer, staff and who has bought it gets a byte, and that ends with the refund.
func TestAVideo(t *testing.T) {
	data := clip(t)
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Member, Username: "ann"}, app.Resident{Role: account.Member, Username: "bob", Tokens: 100})
	nina, ada, tom, bob := s.in(t, account.Performer, "nina"), s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "bob")
	onNina := plug(t).connect(t, "nina", nina)
	upload := nina.uploads(t, "video", data)
	id := nina.do(t, "POST /performer/performer-assets/videos", newForm(map[string]string{"title": "Waves", "price": "30", "videoUploadId": upload}).
		file("trailer", "short.mp4", data)).must(t, 200, `"purpose":"video"`, `"purpose":"trailer"`).text("_id")
	mine, one := "/performer/performer-assets/videos/"+id, "/user/performer-assets/videos/"+id
	nina.do(t, "POST "+mine+"/submit", agreed)
	for n := range 2 { // each step of the work, which stands behind everything else of this machine
		testkit.Eventually(t, "it is known how long they last", func() bool { return nina.countOf(t, mine, `"durationMs":1`) > n })
		testkit.Eventually(t, "they can be watched", func() bool { return nina.countOf(t, mine, `"status":"playable"`, `"status":"done"`) > n })
	}
	onNina.hears(t, "asset/media", record{"_id": id, "purpose": "video", "status": "playable"})
	nina.do(t, "POST "+mine+"/captions", newForm(map[string]string{"language": "en"}).
		file("captions", "a.vtt", []byte("WEBVTT\n\n00:00.000 --> 00:01.000\nWaves\n"))).must(t, 200)
	version := nina.do(t, "POST "+mine+"/submit", agreed).must(t, 200, `"status":"pending"`, `"numPhotos":1`).at("version")
	ada.do(t, "GET /admin/asset-reviews", nil).must(t, 200, `"purpose":"video"`, `"durationMs":1`)
	ada.request(t, "GET", ada.watched(t, id, "video"), nil).must(t, 200)
	ada.do(t, "GET /admin/audit-log", nil).must(t, 200, `"action":"video.viewed"`)
	tom.do(t, "GET "+one+"/playback?part=trailer", nil).must(t, 404)
	ada.do(t, "POST /admin/asset-reviews/"+id+"/approve", record{"version": version}).must(t, 200, `"status":"active"`)

	s.guest().do(t, "GET /performers/nina/view", nil).must(t, 200, `"type":"video"`, `"title":"Waves"`, `"hasTrailer":true`)
	s.guest().request(t, "GET", s.guest().watched(t, id, "trailer"), nil).must(t, 200)
	s.guest().do(t, "POST "+one+"/inc-view", nil).must(t, 200)
	for name, v := range map[string]visitor{"a guest": s.guest(), "tom, who has not bought it": tom} {
		if got := v.do(t, "GET "+one+"/playback", nil); got.status != http.StatusNotFound {
			t.Errorf("%s: %s", name, got.sum())
		}
	}
	buy := func(v visitor, key string) string {
		t.Helper()
		return v.with("Idempotency-Key", key).do(t, "POST /purchase-items/video/"+id, record{"price": 30}).must(t, 200).text("_id")
	}
	purchase := buy(tom, "tom-buys-waves")
	tom.do(t, "GET "+one+"/view", nil).must(t, 200, `"isBought":true`, `"isWatchable":true`, `"numViews":1`, `"hasCaptions":true`, `"undoUntil"`)
	segment := tom.watched(t, id, "video")
	tom.do(t, "GET "+one+"/view", nil).must(t, 200, `"undoUntil"`) // nothing was delivered by now
	if got := tom.request(t, "GET", segment, nil).must(t, 200); string(got.body[4:8]) != "moof" {
		t.Errorf("a segment begins with %q", got.body[:8])
	}
	tom.do(t, "POST /purchase-items/"+purchase+"/undo", nil).must(t, 409, `"error":"delivered"`)
	for name, v := range map[string]visitor{"a guest": s.guest(), "ann": s.in(t, account.Member, "ann"), "bob": bob, "nina": nina} {
		if got := v.request(t, "GET", segment, nil); got.status != http.StatusNotFound {
			t.Errorf("%s gets a segment by tom's address: %s", name, got.sum())
		}
	}
	buy(bob, "bob-buys-waves")
	bobs := bob.watched(t, id, "video")
	bob.request(t, "GET", bobs, nil).must(t, 200)
	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids["bob"]}}).must(t, 200)
	// By HEAD: an answer that is under way when the right ends breaks off, as it should.
	gone := func(who visitor, path string) func() bool {
		return func() bool { return who.request(t, "HEAD", path, nil).status == http.StatusNotFound }
	}
	testkit.Eventually(t, "who is blocked watches no more", gone(bob, bobs))
	bob.request(t, "GET", bobs, nil).must(t, 404)
	bob.do(t, "GET "+one+"/playback", nil).must(t, 404)

	asked := tom.do(t, "POST /refund-requests", record{"type": "video", "sourceId": purchase, "reason": "not_as_promised", "text": "There are no waves in it."}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "There are none indeed."}).must(t, 200, `"resolution":"full"`)
	testkit.Eventually(t, "who was refunded watches no more", gone(tom, segment))
	tom.request(t, "GET", segment, nil).must(t, 404)
	tom.do(t, "GET "+one+"/playback", nil).must(t, 404)
	tom.do(t, "GET "+one+"/view", nil).must(t, 200, `"isWatchable":false`)
	s.audit(t)
}
