package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/files"
	"limelight/internal/testkit"
)

// absentID is the id of nothing.
const absentID = "00000000000000000000000001"

// stocked is a site with something of everything that is sold, in every state, and people
// who have bought it, may not see it, or have nothing to do with it.
type stocked struct {
	*site
	nina, lena, ada                          visitor
	tom, ron, bob                            visitor // have bought all that was on sale: tom keeps it, ron was refunded, bob is blocked
	ann, kim, pia, piet, vito, stella        visitor // have not: kim is blocked, pia and the guest piet come from a blocked country, the guest vito from a data centre
	active, edited, draft, pending, rejected []string
	inactive, removed                        []string
	purchases                                map[string][]string // by buyer
}

// grained is a picture of noise in a colour of its own: no two of them have a part in common, nor their blurs.
func grained(t *testing.T, seed uint64) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	p := image.NewNRGBA(image.Rect(0, 0, 300, 200))
	red, green, blue := uint8(seed*29%128), uint8(seed*53%128), uint8(seed*97%128)
	for y := range 200 {
		for x := range 300 {
			p.SetNRGBA(x, y, color.NRGBA{red + uint8(r.Uint32())/2, green + uint8(x)/2, blue + uint8(r.Uint32()>>8)/2, 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// clips makes small videos of a second, with nothing in common.
type clips struct{ made int }

func (c *clips) next(t *testing.T) []byte {
	t.Helper()
	c.made++
	file := filepath.Join(t.TempDir(), "clip.mp4")
	made := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error",
		"-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=%dx96:rate=10:duration=1,noise=alls=20:all_seed=%d", 160+16*c.made, c.made),
		"-f", "lavfi", "-i", fmt.Sprintf("anoisesrc=duration=1:amplitude=0.1:seed=%d", c.made),
		"-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest", file)
	if said, err := made.CombinedOutput(); err != nil {
		t.Fatalf("ffmpeg: %v: %s", err, said)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// prose is a text of which no two have a line in common.
func prose(name string, lines int) []byte {
	r := rand.New(rand.NewPCG(uint64(len(name)), uint64(name[0])))
	var b strings.Builder
	for n := range lines {
		fmt.Fprintf(&b, "%s, line %d: %x\n", name, n, r.Uint64())
	}
	return []byte(b.String())
}

// aPaper is an identity document, which is kept as it is.
var aPaper = append([]byte("%PDF-1.7\n"), prose("a paper", 60)...)

// stock fills a site. It takes some seconds for each video.
func stock(t *testing.T) *stocked {
	t.Helper()
	clip(t) // or skip
	member := func(name string, tokens int64) app.Resident {
		return app.Resident{Role: account.Member, Username: name, Tokens: tokens}
	}
	s := &stocked{purchases: map[string][]string{}, site: start(t, knowsHosting(t),
		app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"},
		app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Studio, Username: "stella"},
		member("tom", 2000), member("ron", 2000), member("bob", 2000), member("ann", 0), member("kim", 0), member("pia", 0))}
	s.nina, s.lena, s.ada = s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "lena"), s.in(t, account.Admin, "ada")
	s.stella = s.in(t, account.Studio, "stella")
	for name, v := range map[string]*visitor{"tom": &s.tom, "ron": &s.ron, "bob": &s.bob, "ann": &s.ann, "kim": &s.kim, "pia": &s.pia} {
		*v = s.in(t, account.Member, name)
	}
	s.pia, s.piet, s.vito = s.pia.from(dutch), s.guest().from(dutch), s.guest().from(hosted)
	s.guest().do(t, "POST /auth/performers/register", newForm(map[string]string{
		"username": "vera", "email": "vera@example.com", "password": app.Password, "dateOfBirth": "1995-03-02", "gender": "female",
	}).file("idVerification", "passport.jpg", grained(t, 99)).
		file("documentVerification", "paper.pdf", aPaper)).must(t, 200)
	s.makes(t)
	for name, lists := range map[string][][]string{ // nobody may buy more than ten things in ten seconds
		"tom": {s.active, s.edited, s.removed}, "ron": {s.active, s.edited, s.inactive}, "bob": {s.active, s.inactive, s.removed},
	} {
		v := map[string]visitor{"tom": s.tom, "ron": s.ron, "bob": s.bob}[name]
		for _, item := range slices.Concat(lists...) {
			kinds, id, _ := strings.Cut(item, "/")
			kind := map[string]string{"galleries": "gallery", "videos": "video", "products": "product"}[kinds]
			bought := v.with("Idempotency-Key", name+id).do(t, "POST /purchase-items/"+kind+"/"+id, record{}).must(t, 200)
			s.purchases[name] = append(s.purchases[name], kind+"/"+bought.text("_id"))
		}
	}
	s.sellsInTalk(t)
	s.ends(t)
	s.makesAVIF(t)() // of what came last
	return s
}

// makes lets the performer begin something of each kind for each state, and staff approve
// what is to be sold first.
func (s *stocked) makes(t *testing.T) {
	t.Helper()
	const mine = "/performer/performer-assets/"
	videos, seed := &clips{}, uint64(0)
	picture := func() []byte { seed++; return grained(t, seed) }
	lists := map[string]*[]string{"active": &s.active, "edited": &s.edited, "draft": &s.draft, "pending": &s.pending,
		"rejected": &s.rejected, "inactive": &s.inactive, "removed": &s.removed}
	for _, state := range []string{"active", "edited", "draft", "pending", "rejected", "inactive", "removed"} {
		gallery := s.nina.do(t, "POST "+mine+"galleries", record{"title": "Gallery " + state, "price": 20}).must(t, 200).text("_id")
		for range 2 {
			s.nina.do(t, "POST "+mine+"photos", newForm(map[string]string{"galleryId": gallery}).file("photo", "p.jpg", picture())).must(t, 200)
		}
		file := append([]byte("%PDF-1.7\n"), prose("a book in "+state, 80)...)
		digital := s.nina.do(t, "POST "+mine+"products", newForm(map[string]string{"title": "Book " + state, "price": "20", "type": "digital"}).
			file("image", "b.jpg", picture()).file("digitalFile", "book.pdf", file)).must(t, 200).text("_id")
		form := newForm(map[string]string{"title": "Film " + state, "price": "20", "videoUploadId": s.nina.uploads(t, "video", videos.next(t))})
		if state == "active" {
			form.file("trailer", "t.mp4", videos.next(t))
		}
		video := s.nina.do(t, "POST "+mine+"videos", form.file("thumbnail", "t.jpg", picture())).must(t, 200).text("_id")
		list := lists[state]
		*list = append(*list, "galleries/"+gallery, "products/"+digital, "videos/"+video)
	}
	signed := s.nina.do(t, "POST "+mine+"products", newForm(map[string]string{"title": "Print", "price": "20", "type": "physical", "stock": "9"}).
		file("image", "b.jpg", picture())).must(t, 200).text("_id")
	made := s.makesAVIF(t) // beside the videos
	_ = signed             // stays a draft: it has nothing that is sold as bytes
	for state, list := range lists {
		_, video, _ := strings.Cut((*list)[2], "/")
		testkit.Eventually(t, "the video is made", func() bool {
			view := string(s.nina.do(t, "GET "+mine+"videos/"+video+"/view", nil).must(t, 200).body)
			return !strings.Contains(view, `"status":"waiting"`) && !strings.Contains(view, `"status":"working"`) && !strings.Contains(view, `"status":"playable"`)
		})
		for n := range 2 {
			s.nina.do(t, "POST "+mine+"videos/"+video+"/captions", newForm(map[string]string{"language": []string{"en", "de"}[n]}).
				file("captions", "a.vtt", append([]byte("WEBVTT\n\n00:00.000 --> 00:01.000\n"), prose("words in "+state+fmt.Sprint(n), 5)...))).must(t, 200)
		}
	}
	made()
	for state, list := range lists {
		for _, item := range *list {
			if state == "draft" {
				continue
			}
			version := s.nina.do(t, "POST "+mine+item+"/submit", agreed).must(t, 200, `"status":"pending"`).at("version")
			_, id, _ := strings.Cut(item, "/")
			switch state {
			case "pending":
			case "rejected":
				s.ada.do(t, "POST /admin/asset-reviews/"+id+"/reject", record{"version": version, "reason": "too dark"}).must(t, 200)
			default:
				s.ada.do(t, "POST /admin/asset-reviews/"+id+"/approve", record{"version": version}).must(t, 200, `"status":"active"`)
			}
		}
	}
}

// sellsInTalk lets the performer sell photos in conversations: tom and ron open theirs, ann and kim do not, and one waits
// for the review.
func (s *stocked) sellsInTalk(t *testing.T) {
	t.Helper()
	declared, err := json.Marshal(agreed["consents"])
	if err != nil {
		t.Fatal(err)
	}
	offer := func(v visitor, seed uint64) (talk, line string) {
		talk = v.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
		form := newForm(map[string]string{"conversationId": talk, "price": "20", "consents": string(declared), "clientId": fmt.Sprint("p", seed)})
		return talk, s.nina.do(t, "POST /messages/private/file", form.file("file", "p.jpg", grained(t, seed))).must(t, 200).text("_id")
	}
	for n, v := range []visitor{s.tom, s.ron, s.ann, s.kim} {
		talk, line := offer(v, uint64(600+n))
		s.ada.do(t, "POST /admin/messages/"+line+"/release", nil).must(t, 200)
		if n > 1 {
			continue
		}
		line = v.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200).text("data.0._id")
		v.do(t, "POST /messages/photos/"+line+"/unlock", record{"price": 20}).must(t, 200)
		if n == 1 {
			payment := v.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"messagePhoto"`).text("data.0.sourceId")
			s.purchases["ron"] = append(s.purchases["ron"], "messagePhoto/"+payment)
		}
	}
	offer(s.tom, 610)
}

// makesAVIF begins to make AVIF of the pictures that there are, if this machine can; wait waits for
// it.
func (s *stocked) makesAVIF(t *testing.T) (wait func()) {
	t.Helper()
	if !tools(t.Context()).AVIF {
		return func() {}
	}
	ended := make(chan error, 1)
	go func() {
		ended <- app.MakeAVIF(t.Context(), s.cfg)
		close(ended)
	}()
	t.Cleanup(func() { <-ended }) // it has the site's folder open
	return func() {
		t.Helper()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
}

// ends brings what was sold into its last state.
func (s *stocked) ends(t *testing.T) {
	t.Helper()
	const mine = "/performer/performer-assets/"
	for _, item := range s.inactive {
		s.nina.do(t, "POST "+mine+item+"/deactivate", nil).must(t, 200)
	}
	for _, item := range s.removed {
		s.nina.do(t, "DELETE "+mine+item, nil).must(t, 200)
	}
	_, gallery, _ := strings.Cut(s.edited[0], "/")
	s.nina.do(t, "POST "+mine+"photos", newForm(map[string]string{"galleryId": gallery}).file("photo", "p.jpg", grained(t, 500))).must(t, 200)
	file := append([]byte("%PDF-1.7\n"), prose("the second edition", 80)...)
	s.nina.do(t, "PUT "+mine+s.edited[1], newForm(nil).file("digitalFile", "book2.pdf", file)).must(t, 200, `"status":"pending"`)
	s.nina.do(t, "PUT "+mine+s.edited[2], newForm(nil).file("thumbnail", "t.jpg", grained(t, 501))).must(t, 200, `"status":"pending"`)
	_, gallery, _ = strings.Cut(s.active[0], "/")
	taken := s.nina.do(t, "GET "+mine+"galleries/"+gallery+"/view", nil).must(t, 200).text("photos.1._id")
	s.nina.do(t, "DELETE "+mine+"photos/"+taken, nil).must(t, 200) // its buyers keep it
}

// shuts lets the performer block bob, kim and the Netherlands, and staff refund ron; each
// of the addresses that they held is dead by the time it returns.
func (s *crawl) shuts(t *testing.T, held map[string][]string) {
	t.Helper()
	for _, bought := range s.purchases["ron"] {
		kind, id, _ := strings.Cut(bought, "/")
		asked := s.ron.do(t, "POST /refund-requests", record{"type": kind, "sourceId": id, "reason": "not_as_promised", "text": "It is not what was said."}).must(t, 200).text("_id")
		s.ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "It is not."}).must(t, 200)
	}
	s.nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids0("bob"), s.ids0("kim")}, "countries": []string{"NL"}, "hosting": true}).must(t, 200)
	for name, v := range map[string]visitor{"ron": s.ron, "bob": s.bob} {
		for _, address := range held[name] {
			sent := s.sent[address[:strings.LastIndex(address, "/")]] // a trailer stays
			isPhoto := strings.HasPrefix(address, files.PhotoPrefix)
			isBlur := isPhoto && strings.Contains(address, "/blur.") // stays for who is not blocked
			if sent && (strings.HasSuffix(address, "/init.mp4") || isPhoto && !isBlur) || isPhoto && name == "bob" {
				testkit.Eventually(t, name+" sees no more of "+address, func() bool { return v.request(t, "HEAD", address, nil).status == http.StatusNotFound })
			}
		}
	}
}
