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

// agreed is what a performer declares who is alone in the pictures.
var agreed = record{"consents": record{"onlyMe": true, "adults": true, "depicted": true, "published": true, "downloadable": true}}

// submittedVersion is the version of a gallery with one photo that was submitted.
const submittedVersion = 3

// submits is a gallery with one photo that waits for staff.
func (s *site) submits(t *testing.T, performer visitor) (galleryID string) {
	t.Helper()
	galleryID = performer.do(t, "POST /performer/performer-assets/galleries", record{"title": "Beach", "price": 20}).must(t, 200).text("_id")
	performer.do(t, "POST /performer/performer-assets/photos",
		newForm(map[string]string{"galleryId": galleryID}).file("photo", "beach.jpg", photo(t, 600, 400))).must(t, 200)
	performer.do(t, "POST /performer/performer-assets/galleries/"+galleryID+"/submit", agreed).must(t, 200, `"status":"pending"`)
	return galleryID
}

// sells puts a gallery with one photo on sale.
func (s *site) sells(t *testing.T, performer, admin visitor) (galleryID, photoID string) {
	t.Helper()
	galleryID = s.submits(t, performer)
	admin.do(t, "POST /admin/asset-reviews/"+galleryID+"/approve", record{"version": submittedVersion}).must(t, 200, `"status":"active"`)
	return galleryID, performer.do(t, "GET /performer/performer-assets/galleries/"+galleryID+"/view", nil).must(t, 200).text("photos.0._id")
}

// A gallery comes to the shop through staff; its performer hears of each decision, and
// nobody gets a byte of its photos but her and staff.
func TestGallery(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"},
		app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Admin, Username: "ada"})
	nina, ada, tom := s.in(t, account.Performer, "nina"), s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom")
	onNina := plug(t).connect(t, "nina", nina)
	id := s.submits(t, nina)
	ada.do(t, "GET /admin/asset-reviews", nil).must(t, 200, `"username":"nina"`, `"total":1`)
	ada.do(t, "POST /admin/asset-reviews/"+id+"/reject", record{"version": submittedVersion, "reason": "too dark"}).must(t, 200)
	onNina.hears(t, "asset/changed", record{"_id": id, "status": "rejected"})
	testkit.Eventually(t, "nina is written why", func() bool {
		mail, err := app.OpenMail(t.Context(), s.cfg, "nina@example.com")
		return err == nil && strings.Contains(mail.Text, "too dark")
	})
	s.guest().do(t, "GET /performers/nina/view", nil).must(t, 200, `"galleries":[]`, `"photos":[]`)
	nina.do(t, "POST /performer/performer-assets/galleries/"+id+"/submit", agreed).must(t, 200)
	ada.do(t, "POST /admin/asset-reviews/"+id+"/approve", record{"version": submittedVersion + 1}).must(t, 200)
	onNina.hears(t, "asset/changed", record{"_id": id, "status": "active"})

	s.guest().do(t, "GET /performers/nina/view", nil).must(t, 200, `"title":"Beach"`, `"numPhotos":1`, `"blurred":"/files/photos/`)
	photoID := nina.do(t, "GET /performer/performer-assets/photos/search", nil).must(t, 200).text("data.0._id")
	absent := s.guest().request(t, "GET", "/files/photos/"+strings.Repeat("0", 26)+"/full.webp", nil)
	for name, v := range map[string]visitor{"a guest": s.guest(), "tom": tom, "lena": s.in(t, account.Performer, "lena")} {
		for _, size := range []string{"full", "page", "card"} {
			got := v.request(t, "GET", "/files/photos/"+photoID+"/"+size+".webp", nil)
			if got.status != http.StatusNotFound || !bytes.Equal(got.body, absent.body) {
				t.Errorf("%s gets the %s: %d, %d bytes", name, size, got.status, len(got.body))
			}
		}
		if got := v.request(t, "GET", "/files/photos/"+photoID+"/blur.webp", nil); got.status != http.StatusOK {
			t.Errorf("%s does not get the blur: %s", name, got.sum())
		}
	}
	for name, v := range map[string]visitor{"nina": nina, "ada": ada} {
		if got := v.request(t, "GET", "/files/photos/"+photoID+"/full.webp", nil); got.status != http.StatusOK {
			t.Errorf("%s does not get her photo: %s", name, got.sum())
		}
	}
	ada.do(t, "GET /admin/audit-log", nil).must(t, 200, `"action":"photo.viewed"`, `"action":"asset.rejected"`, `"reason":"too dark"`)

	nina.do(t, "POST /performers/suspend-account", record{"password": app.Password}).must(t, 200)
	testkit.Eventually(t, "who has left sells nothing", func() bool {
		return s.guest().do(t, "GET /user/performer-assets/galleries/"+id+"/view", nil).status == http.StatusNotFound
	})
	s.guest().loses(t, "/files/photos/"+photoID+"/blur.webp")
}

// Without a review a gallery is on sale at once; the setting holds from the next one on.
func TestReviewMode(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Admin, Username: "ada"})
	nina := s.in(t, account.Performer, "nina")
	s.in(t, account.Admin, "ada").do(t, "PUT /admin/settings", record{"reviewMode": "off"}).must(t, 200)
	id := nina.do(t, "POST /performer/performer-assets/galleries", record{"title": "Beach", "price": 20}).must(t, 200).text("_id")
	upload := func(bytes int) answer {
		data := append(photo(t, 600, 400), make([]byte, bytes)...)
		return nina.do(t, "POST /performer/performer-assets/photos", newForm(map[string]string{"galleryId": id}).file("photo", "beach.jpg", data))
	}
	upload(3<<20).must(t, 200) // more than another picture may have
	upload(11<<20).must(t, 422, "Image must smaller than 10MB!")
	nina.do(t, "POST /performer/performer-assets/galleries/"+id+"/submit", agreed).must(t, 200, `"status":"active"`)
	s.guest().do(t, "GET /user/performer-assets/galleries/search", nil).must(t, 200, `"title":"Beach"`)
}
