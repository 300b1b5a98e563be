package app_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// recordedShows are Nina's two recordings, of a public show in which Ann tipped and of a private one
// with Tom, on a site that plays through another host.
type recordedShows struct {
	*site
	cdn                       *edge
	ada, nina, tom, ann, eve  visitor
	public, private           string // the recordings
	privateShow, publicStream string // the shows
}

func openRecorded(t *testing.T) *recordedShows {
	t.Helper()
	s := &recordedShows{site: open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 1000}, app.Resident{Role: account.Member, Username: "ann", Tokens: 1000},
		app.Resident{Role: account.Member, Username: "eve", Tokens: 1000})}
	s.ada, s.nina = s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina")
	s.tom, s.ann, s.eve = s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann"), s.in(t, account.Member, "eve")
	s.cdn = s.edge(t)
	s.ada.do(t, "PUT /admin/settings", record{"freeSeconds": 0, "viewerURL": s.cdn.address}).must(t, 200)
	s.nina.do(t, "POST /performers/broadcast-setting/update", record{
		"maxParticipants": 4, "minParticipants": 1, "record": true, "whoMayAsk": "everyone", "peekIn": record{"enabled": false, "price": 0, "seconds": 10},
	}).must(t, 200)
	plug(t).connect(t, "nina", s.nina)

	key := s.nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key")
	program := s.publishes(t, key)
	s.isLive(t, s.ids["nina"])
	joined := s.ann.do(t, "POST /streaming/join/"+s.ids["nina"], nil).must(t, 200)
	s.publicStream = joined.text("sessionId")
	s.ann.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 25, "conversationId": joined.text("conversation")}).must(t, 200)
	s.keepsShows(t, 1)

	asked := s.tom.do(t, "POST /streaming/private-chat/"+s.ids["nina"], record{}).must(t, 200)
	s.privateShow = asked.text("sessionId")
	talk := "POST /streaming/private-chat/" + asked.text("conversation")
	s.nina.do(t, talk+"/accept", record{}).must(t, 200)
	s.isLost(t, program)
	s.publishes(t, key)
	s.sits(t, s.tom, talk)
	testkit.Eventually(t, "Tom pays", func() bool {
		return s.tom.do(t, "GET /streaming/session/"+s.ids["nina"]+"/private", nil).must(t, 200).text("meter.status") == "running"
	})
	s.keepsShows(t, 2)
	s.tom.do(t, talk+"/end", record{}).must(t, 200)
	s.nina.do(t, "POST /streaming/stop", record{}).must(t, 200)
	testkit.Eventually(t, "both recordings are one file each", func() bool {
		list := s.nina.do(t, "GET /streaming/recordings", nil).must(t, 200)
		return list.at("data.0.ready") == true && list.at("data.1.ready") == true
	})
	list := s.nina.do(t, "GET /streaming/recordings", nil).must(t, 200, `"total":2`)
	s.private, s.public = list.text("data.0._id"), list.text("data.1._id")
	if list.text("data.0.showId") != s.privateShow || list.text("data.1.showId") != s.publicStream {
		t.Fatalf("other shows are recorded: %s", list.body)
	}
	return s
}

// keeps waits until so many recordings have been begun.
func (s *recordedShows) keepsShows(t *testing.T, recordings float64) {
	t.Helper()
	testkit.Eventually(t, "the show is recorded", func() bool {
		return s.nina.do(t, "GET /streaming/recordings", nil).must(t, 200).at("total") == recordings
	})
}

// address is where the viewer may watch a recording.
func (s *recordedShows) address(t *testing.T, v visitor, recording string) string {
	t.Helper()
	return v.do(t, "POST /recordings/"+recording+"/address", nil).must(t, 200).text("url")
}

// plays is how the host answers who plays at an address, from somewhere.
func (s *recordedShows) plays(t *testing.T, address string, from ...string) int {
	t.Helper()
	header := map[string]string{"Range": "bytes=0-99"}
	for _, place := range from {
		header["X-Forwarded-For"] = place
	}
	got, body := s.fetched(t, "GET", address, header)
	if got.StatusCode != http.StatusPartialContent && strings.Contains(body, "moov") {
		t.Errorf("%d comes with bytes of the file", got.StatusCode)
	}
	return got.StatusCode
}

func (s *recordedShows) shares(t *testing.T, recording string, shared bool) answer {
	t.Helper()
	return s.nina.do(t, "PUT /streaming/recordings/"+recording+"/shared", record{"shared": shared})
}

// A show that is over is one MP4 file, at the viewer host, under the application's name and the stream's
// id: for its performer, and once she shares it for those who paid in the show. Whatever ends that ends
// the address they have.
func TestRecordedShowAsMP4(t *testing.T) {
	s := openRecorded(t)
	t.Run("nobody's but hers at first", s.isHersAlone)
	s.shares(t, s.private, true).must(t, 200, `"viewers":1`)
	s.shares(t, s.public, true).must(t, 200, `"viewers":1`)
	t.Run("one file that is played from any place", s.isOneFile)
	t.Run("those who paid find it", s.isFound)
	t.Run("blocked", s.endsWithABlock)
	t.Run("logged out and suspended", s.endsWithTheLogin)
	t.Run("shared no longer", s.endsWithTheSharing)
	t.Run("taken down", s.endsByStaff)
	t.Run("given back", s.endsWithARefund)
	t.Run("deleted", s.endsWithTheRecording)
	s.site.audit(t)
}

func (s *recordedShows) isHersAlone(t *testing.T) {
	if got := s.plays(t, s.address(t, s.nina, s.private)); got != 206 {
		t.Errorf("she is answered %d", got)
	}
	for _, v := range []visitor{s.tom, s.ann, s.eve} {
		v.do(t, "POST /recordings/"+s.private+"/address", nil).must(t, 404)
		v.do(t, "GET /recordings", nil).must(t, 200, `{"data":[],"total":0}`)
	}
	s.guest().do(t, "POST /recordings/"+s.private+"/address", nil).must(t, 401)
}

func (s *recordedShows) isOneFile(t *testing.T) {
	address := s.address(t, s.tom, s.private)
	begins := s.cdn.address + "/" + s.guest().do(t, "GET /settings/public", nil).text("AntMediaAppname") + "/mp4/"
	if !strings.HasPrefix(address, begins) || !strings.HasSuffix(address, "/"+s.privateShow+".mp4") {
		t.Fatalf("it is at %s, want %s…/%s.mp4", address, begins, s.privateShow)
	}
	got, file := s.fetched(t, "GET", address, nil)
	if got.StatusCode != 200 || got.Header.Get("Content-Type") != "video/mp4" || got.Header.Get("Cache-Control") != "private, no-cache" || got.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Fatalf("it is answered %d, %v", got.StatusCode, got.Header)
	}
	ftyp, moov, mdat := strings.Index(file, "ftyp"), strings.Index(file, "moov"), strings.Index(file, "mdat")
	if ftyp != 4 || moov < ftyp || mdat < moov {
		t.Errorf("what says where everything lies is not at its beginning: ftyp %d, moov %d, mdat %d", ftyp, moov, mdat)
	}
	part, body := s.fetched(t, "GET", address, map[string]string{"Range": "bytes=1000-1999"})
	if part.StatusCode != 206 || body != file[1000:2000] {
		t.Errorf("a range is answered %d with %d bytes", part.StatusCode, len(body))
	}
	hers := s.nina.request(t, "GET", "/api/streaming/recordings/"+s.private+"/download", nil).must(t, 200)
	if !bytes.Equal(hers.body, []byte(file)) {
		t.Errorf("she takes away another file, of %d bytes instead of %d", len(hers.body), len(file))
	}
	for name, forged := range map[string]string{
		"another show": strings.Replace(address, s.privateShow+".mp4", s.publicStream+".mp4", 1), "a changed token": strings.Replace(address, "/mp4/", "/mp4/x", 1),
		"another name": strings.TrimSuffix(address, ".mp4"), "no token": begins + s.privateShow + ".mp4",
	} {
		if got := s.plays(t, forged); got != 404 {
			t.Errorf("%s is answered %d", name, got)
		}
	}
}

func (s *recordedShows) isFound(t *testing.T) {
	s.tom.do(t, "GET /recordings", nil).must(t, 200, `"total":1`, `"_id":"`+s.private+`","type":"private"`, `"username":"nina"`)
	s.ann.do(t, "GET /recordings", nil).must(t, 200, `"total":1`, `"_id":"`+s.public+`","type":"public"`)
	s.eve.do(t, "GET /recordings", nil).must(t, 200, `"total":0`)
	s.ann.do(t, "POST /recordings/"+s.private+"/address", nil).must(t, 404)
	s.eve.do(t, "POST /recordings/"+s.public+"/address", nil).must(t, 404)
	testkit.Eventually(t, "tom is told", func() bool {
		return strings.Contains(string(s.tom.do(t, "GET /notices", nil).must(t, 200).body), "nina shares a recording with you")
	})
}

func (s *recordedShows) endsWithABlock(t *testing.T) {
	address := s.address(t, s.tom, s.private)
	blocks := func(people, countries []string) {
		s.nina.do(t, "POST /performers/blocking/update", record{"userIds": people, "countries": countries}).must(t, 200)
	}
	blocks([]string{}, []string{"NL"})
	if there, here := s.plays(t, address, dutch), s.plays(t, address); there != 404 || here != 206 {
		t.Errorf("from the country that she hides from he is answered %d, from elsewhere %d", there, here)
	}
	s.tom.from(dutch).do(t, "POST /recordings/"+s.private+"/address", nil).must(t, 404)
	s.tom.from(dutch).do(t, "GET /recordings", nil).must(t, 200, `"total":0`)
	blocks([]string{s.ids["tom"]}, []string{})
	if got := s.plays(t, address); got != 404 {
		t.Errorf("whom she blocks is answered %d", got)
	}
	s.tom.do(t, "GET /recordings", nil).must(t, 200, `"total":0`)
	s.nina.do(t, "DELETE /performers/blocking/users", record{"userId": s.ids["tom"]}).must(t, 200)
	if got := s.plays(t, address); got != 206 {
		t.Errorf("unblocked, he is answered %d", got)
	}
}

func (s *recordedShows) endsWithTheLogin(t *testing.T) {
	other := s.in(t, account.Member, "tom")
	address, hers := s.address(t, other, s.private), s.address(t, s.nina, s.private)
	other.do(t, "POST /auth/logout", nil).must(t, 200)
	if got := s.plays(t, address); got != 404 {
		t.Errorf("after the login it is answered %d", got)
	}
	address = s.address(t, s.tom, s.private)
	s.ada.do(t, "POST /admin/accounts/"+s.ids["nina"]+"/suspend", record{"reason": "a complaint"}).must(t, 200)
	if her := s.plays(t, hers); her != 404 {
		t.Errorf("while she is suspended she is answered %d", her)
	}
	testkit.Eventually(t, "while she is suspended he watches nothing", func() bool { return s.plays(t, address) == 404 })
	s.ada.do(t, "POST /admin/accounts/"+s.ids["nina"]+"/restore", record{}).must(t, 200)
	s.nina = s.in(t, account.Performer, "nina")
	testkit.Eventually(t, "afterwards he watches it again", func() bool { return s.plays(t, address) == 206 })
	s.ada.do(t, "POST /admin/accounts/"+s.ids["tom"]+"/suspend", record{"reason": "a complaint"}).must(t, 200)
	if got := s.plays(t, address); got != 404 {
		t.Errorf("while he is suspended he is answered %d", got)
	}
	s.ada.do(t, "POST /admin/accounts/"+s.ids["tom"]+"/restore", record{}).must(t, 200)
	s.tom = s.in(t, account.Member, "tom")
}

func (s *recordedShows) endsWithTheSharing(t *testing.T) {
	address := s.address(t, s.tom, s.private)
	s.shares(t, s.private, false).must(t, 200, `"viewers":0`)
	if got := s.plays(t, address); got != 404 {
		t.Errorf("no longer shared it is answered %d", got)
	}
	s.shares(t, s.private, true).must(t, 200, `"viewers":1`)
	s.eve.do(t, "PUT /streaming/recordings/"+s.private+"/shared", record{"shared": true}).must(t, 403)
}

func (s *recordedShows) endsByStaff(t *testing.T) {
	his, hers := s.address(t, s.tom, s.private), s.address(t, s.nina, s.private)
	of := "/admin/recordings/" + s.private
	s.ada.do(t, "POST "+of+"/take-down", record{"reason": ""}).must(t, 422)
	s.ada.do(t, "POST "+of+"/take-down", record{"reason": "Somebody else is to be seen."}).must(t, 200)
	if tom, nina := s.plays(t, his), s.plays(t, hers); tom != 404 || nina != 404 {
		t.Errorf("taken down he is answered %d and she %d", tom, nina)
	}
	s.nina.do(t, "GET /streaming/recordings", nil).must(t, 200, `"takedownReason":"Somebody else is to be seen."`)
	s.nina.do(t, "DELETE /streaming/recordings/"+s.private, nil).must(t, 409, `"taken_down"`)
	s.shares(t, s.private, false).must(t, 409, `"taken_down"`)
	s.tom.do(t, "GET /recordings", nil).must(t, 200, `"total":0`)
	s.ada.hasMail(t, "nina", "The recording of your show was taken down", "Somebody else is to be seen.")
	s.ada.do(t, "GET /admin/recordings?takenDown=true", nil).must(t, 200, `"total":1`, `"username":"nina"`)
	if got := s.plays(t, s.ada.do(t, "POST "+of+"/address", nil).must(t, 200).text("url")); got != 206 {
		t.Errorf("staff are answered %d", got)
	}
	s.nina.do(t, "POST "+of+"/address", nil).must(t, 403)
	s.ada.do(t, "POST "+of+"/restore", record{"reason": "It was herself."}).must(t, 200)
	if tom, nina := s.plays(t, his), s.plays(t, hers); tom != 206 || nina != 206 {
		t.Errorf("put back he is answered %d and she %d", tom, nina)
	}
}

func (s *recordedShows) endsWithARefund(t *testing.T) {
	address := s.address(t, s.tom, s.private)
	paid := s.tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"type":"private"`).text("data.0.sourceId")
	asked := s.tom.do(t, "POST /refund-requests", record{"type": "private", "sourceId": paid, "reason": "no_picture", "text": "It was black all the time."}).must(t, 200).text("_id")
	s.ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "We have looked at it."}).must(t, 200, `"resolution":"full"`)
	if got := s.plays(t, address); got != 404 {
		t.Errorf("who has everything back is answered %d", got)
	}
	s.shares(t, s.private, false).must(t, 200)
	s.shares(t, s.private, true).must(t, 409, `"no_viewers"`)
}

func (s *recordedShows) endsWithTheRecording(t *testing.T) {
	address := s.address(t, s.ann, s.public)
	s.nina.do(t, "DELETE /streaming/recordings/"+s.public, nil).must(t, 200)
	if got := s.plays(t, address); got != 404 {
		t.Errorf("deleted it is answered %d", got)
	}
	hers := s.address(t, s.nina, s.private)
	s.ada.do(t, "POST /admin/recordings/"+s.private+"/delete", record{"reason": "It had to go."}).must(t, 200)
	if got := s.plays(t, hers); got != 404 {
		t.Errorf("deleted by staff it is answered %d", got)
	}
	s.nina.do(t, "GET /streaming/recordings", nil).must(t, 200, `"total":0`)
}
