package app_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// What a performer has that nobody has approved is bounded, however it was sent and
// whatever uses it; what is approved or deleted makes room again.
func TestRoomForDrafts(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"})
	ada, nina, lena := s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "lena")
	ada.do(t, "PUT /admin/settings", record{"draftMaxMB": 5}).must(t, 200)
	nina.do(t, "GET /uploads", nil).must(t, 200, `"room":{"used":0,"allowed":5242880}`)
	const mine = "/performer/performer-assets/products"
	book := append([]byte("%PDF-1.7\n"), make([]byte, 3*megabyte)...)
	sends := func(v visitor) answer {
		return v.do(t, "POST "+mine, newForm(map[string]string{"title": "Book", "price": "5", "type": "digital"}).
			file("image", "a.jpg", photo(t, 300, 300)).file("digitalFile", "a.pdf", book))
	}
	first := sends(nina).must(t, 200).text("_id") // which claims its upload
	nina.do(t, "GET /uploads", nil).must(t, 200, `"total":0`, fmt.Sprintf(`"used":%d`, len(book)+len(photo(t, 300, 300))))
	sends(nina).must(t, 409, `"error":"drafts_full"`, "Your drafts may take 5MB, and they take 4MB. Submit or delete some of them first.", `"allowed":5242880`)
	nina.announces(t, 3*megabyte).must(t, 409, `"error":"drafts_full"`)
	gallery := nina.do(t, "POST /performer/performer-assets/galleries", record{"title": "Beach", "price": 5}).must(t, 200).text("_id")
	large := append(photo(t, 300, 300), make([]byte, 2*megabyte)...)
	nina.do(t, "POST /performer/performer-assets/photos", newForm(map[string]string{"galleryId": gallery}).file("photo", "a.jpg", large)).must(t, 409, `"error":"drafts_full"`)
	sends(lena).must(t, 200) // who has room of her own

	nina.do(t, "POST "+mine+"/"+first+"/submit", agreed).must(t, 200)
	s.approves(t, ada, nina, first)
	nina.do(t, "GET /uploads", nil).must(t, 200, `"room":{"used":0,`)
	second := sends(nina).must(t, 200).text("_id")
	sends(nina).must(t, 409)
	nina.do(t, "DELETE "+mine+"/"+second, nil).must(t, 200)
	third := sends(nina).must(t, 200).text("_id")
	nina.do(t, "DELETE "+mine+"/"+third, nil).must(t, 200)

	nina.do(t, "PUT "+mine+"/"+first, newForm(nil).file("digitalFile", "b.pdf", book)).must(t, 200)
	if used := nina.do(t, "GET /uploads", nil).must(t, 200).at("room.used"); used != float64(len(book)) {
		t.Errorf("with a new file of what is approved %v bytes are used, want %d", used, len(book))
	}
	ada.takesDown(t, first, false).must(t, 200)
	nina.do(t, "GET /uploads", nil).must(t, 200, `"room":{"used":0,`) // it is not hers to free
	s.audit(t)
}

// No upload begins that would leave the disk less than the operator's reserve; what is there
// stays, and pages are answered.
func TestDiskReserve(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"})
	ada, nina := s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina")
	avatar := func() answer {
		return nina.do(t, "POST /performers/avatar/upload", newForm(nil).file("avatar", "a.jpg", photo(t, 400, 400)))
	}
	announces := func() answer { return nina.announces(t, 1000) }
	avatar().must(t, 200)
	announces().must(t, 201)
	ada.do(t, "PUT /admin/settings", record{"diskReserveMB": 1_048_576}).must(t, 200) // more than this machine has
	for _, got := range []answer{avatar(), announces()} {
		got.must(t, 503, `"error":"disk_full"`, "This site has no room for files right now.")
		if got.header.Get("Retry-After") != "600" {
			t.Errorf("it says to come back after %q", got.header.Get("Retry-After"))
		}
	}
	ada.do(t, "PUT /admin/settings", record{"diskReserveMB": 0}).must(t, 200)
	avatar().must(t, 200)
	announces().must(t, 201)
}

// With an object store the reserve is kept by forms, which lie on this disk on their way; uploads
// that are announced do not come here.
func TestDiskReserveBesideAnObjectStore(t *testing.T) {
	cfg := config(t)
	cfg.ObjectURL, cfg.SecretKey = objects(t), secretKey(t)
	s := start(t, cfg, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"})
	ada, nina := s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina")
	ada.do(t, "PUT /admin/settings", record{"diskReserveMB": 1_048_576}).must(t, 200)
	nina.do(t, "POST /performers/avatar/upload", newForm(nil).file("avatar", "a.jpg", photo(t, 400, 400))).must(t, 503, `"error":"disk_full"`)
	nina.announces(t, 1000*megabyte).must(t, 201)

	ada.leaves(t, cfg, 1536)
	for range 2 {
		if _, status := nina.holdsForm(t, 500); status != http.StatusContinue {
			t.Errorf("one of two forms that have room is answered %d", status)
		}
	}
}

// Forms that are on their way together count each other, twice as large as they are: on their way
// and in the store. What is announced counts with them.
func TestFormsKeepTheReserve(t *testing.T) {
	cfg := config(t)
	s := start(t, cfg, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"})
	ada, nina, lena := s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "lena")
	ada.leaves(t, cfg, 1536)
	held, status := nina.holdsForm(t, 500)
	if status != http.StatusContinue {
		t.Fatalf("a form that has room is answered %d", status)
	}
	if _, status := lena.holdsForm(t, 500); status != http.StatusServiceUnavailable {
		t.Errorf("a form that has no room beside another is answered %d", status)
	}
	lena.announces(t, 1000*megabyte).must(t, 503, `"error":"disk_full"`)
	_ = held.Close()
	testkit.Eventually(t, "a form that does not say how long it is has the room of the longest that there may be", func() bool {
		held, status = nina.holdsForm(t, inChunks)
		_ = held.Close()
		return status == http.StatusContinue
	})
	var announced answer
	testkit.Eventually(t, "the form's room is free", func() bool {
		announced = lena.announces(t, 1000*megabyte)
		return announced.status == 201
	})
	if _, status := nina.holdsForm(t, 500); status != http.StatusServiceUnavailable {
		t.Errorf("a form that has no room beside an upload is answered %d", status)
	}
	lena.with("Tus-Resumable", "1.0.0").request(t, "DELETE", announced.header.Get("Location"), nil).must(t, 204)
	if _, status := nina.holdsForm(t, 500); status != http.StatusContinue {
		t.Errorf("a form is answered %d once the upload was cancelled", status)
	}
}

// leaves sets the reserve so that so many MB of the disk are left for uploads.
func (v visitor) leaves(t *testing.T, cfg app.Config, mb uint64) {
	t.Helper()
	var disk syscall.Statfs_t
	if err := syscall.Statfs(cfg.Data, &disk); err != nil {
		t.Fatal(err)
	}
	free := disk.Bavail * uint64(disk.Bsize) >> 20
	if free < mb || free-mb > 1_048_576 {
		t.Skip("skipped, and nothing is proven: the disk has less than the test needs, or more than a reserve may be")
	}
	v.do(t, "PUT /admin/settings", record{"diskReserveMB": free - mb, "videoMaxMB": 1024}).must(t, 200)
}

// announces begins an upload of a video.
func (v visitor) announces(t *testing.T, length int) answer {
	t.Helper()
	return v.with("Tus-Resumable", "1.0.0").with("Upload-Length", fmt.Sprint(length)).
		with("Upload-Metadata", "purpose dmlkZW8=,filename YS5tcDQ=").request(t, "POST", "/api/uploads", nil)
}

// inChunks is a form that does not say how many MB it has.
const inChunks = -1

// holdsForm begins a form of so many MB and sends nothing of it; 100 says that it is waited for.
func (v visitor) holdsForm(t *testing.T, mb int) (held heldUpload, status int) {
	t.Helper()
	length := fmt.Sprintf("Content-Length: %d", mb*megabyte)
	if mb == inChunks {
		length = "Transfer-Encoding: chunked"
	}
	held = v.beginsForm(t, "/performer/performer-assets/videos", length+"\r\nExpect: 100-continue")
	return held, held.status(t, 10*time.Second)
}

// announcesForm begins a form of a length and sends not a byte of it; what is answered says
// whether one was waited for.
func (v visitor) announcesForm(t *testing.T, path, length string) (status int) {
	t.Helper()
	return v.beginsForm(t, path, length).status(t, 10*time.Second)
}

func (v visitor) beginsForm(t *testing.T, path, length string) heldUpload {
	t.Helper()
	host := strings.TrimPrefix(v.site.url, "http://")
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	fmt.Fprintf(conn, "POST /api%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=x\r\n%s\r\n\r\n", path, host, v.token, length)
	return heldUpload{conn, bufio.NewReader(conn)}
}

// A large form of somebody who may not send one, and one that is larger than its route takes,
// are refused before a byte of them is read. Pictures are for everybody.
func TestLargeFormsAreRefusedUnread(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Performer, Username: "vera", Papers: time.Now().Add(-time.Hour)})
	nina, vera := s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "vera")
	const videos, products = "/performer/performer-assets/videos", "/performer/performer-assets/products"
	for _, path := range []string{videos, products} {
		if got := vera.announcesForm(t, path, "Content-Length: 104857600"); got != http.StatusForbidden {
			t.Errorf("%s of who is not verified is answered %d", path, got)
		}
		if got := nina.announcesForm(t, path, "Content-Length: 536870913"); got != http.StatusRequestEntityTooLarge {
			t.Errorf("%s beyond the limit is answered %d", path, got)
		}
	}
	if got := nina.announcesForm(t, "/performers/avatar/upload", "Content-Length: 104857600"); got != http.StatusRequestEntityTooLarge {
		t.Errorf("an avatar beyond the limit is answered %d", got)
	}
	s.in(t, account.Admin, "ada").do(t, "PUT /admin/settings", record{"videoMaxMB": 5, "trailerMaxMB": 5}).must(t, 200)
	if got := nina.announcesForm(t, videos, "Content-Length: 104857600"); got != http.StatusRequestEntityTooLarge {
		t.Errorf("more than the settings allow of a video is answered %d", got)
	}
	vera.do(t, "POST "+products, newForm(map[string]string{"title": "Print", "price": "5", "type": "physical", "stock": "1"}).
		file("image", "a.jpg", photo(t, 300, 300))).must(t, 200)
	if got := vera.announcesForm(t, videos, "Content-Length: 12582912"); got != http.StatusForbidden {
		t.Errorf("a form that is larger than a picture is answered %d", got)
	}
	vera.do(t, "GET "+videos+"/search", nil).must(t, 200, `"total":0`)
}
