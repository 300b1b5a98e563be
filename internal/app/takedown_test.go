package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// Staff take a gallery, a product and a video down: nobody finds or buys them, their buyers
// keep them or lose them as staff say, who watches loses the picture within five seconds, and
// all is as it was once it is put back.
func TestTakenDown(t *testing.T) {
	data := clip(t)
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Member, Username: "ann", Tokens: 100})
	nina, ada, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	onNina := plug(t).connect(t, "nina", nina)
	gallery, photoID := s.sells(t, nina, ada)
	product := s.sellsProduct(t, nina, ada, map[string]string{"type": "digital"}, aBook)
	const mine = "/performer/performer-assets/videos"
	video := nina.do(t, "POST "+mine, newForm(map[string]string{"title": "Waves", "price": "20"}).
		file("video", "a.mp4", data).file("thumbnail", "a.jpg", photo(t, 300, 200))).must(t, 200).text("_id")
	testkit.Eventually(t, "it can be watched", func() bool { return nina.countOf(t, mine+"/"+video, `"status":"playable"`, `"status":"done"`) > 0 })
	version := nina.do(t, "POST "+mine+"/"+video+"/submit", agreed).must(t, 200).at("version")
	ada.do(t, "POST /admin/asset-reviews/"+video+"/approve", record{"version": version}).must(t, 200)
	for _, item := range []string{"gallery/" + gallery, "product/" + product, "video/" + video} {
		tom.with("Idempotency-Key", item).do(t, "POST /purchase-items/"+item, record{}).must(t, 200)
	}
	picture := "/files/photos/" + photoID + "/full.webp"
	segment := tom.watched(t, video, "video")
	link := tom.do(t, "GET /user/performer-assets/products/"+product+"/download-link", nil).must(t, 200).text("url")
	paid := map[string]string{gallery: picture, product: link, video: segment}
	for item, path := range paid {
		tom.request(t, "GET", path, nil).must(t, 200)
		ada.do(t, "GET /admin/assets?q=nina", nil).must(t, 200, `"buyers":1`, `"paid":20`, `"total":3`)
		seen := ada.finds(t, item)
		ada.do(t, "POST /admin/assets/"+item+"/take-down", record{"version": seen, "endAccess": false}).must(t, 422, `"property":"reason"`, "This field is required!")
		ada.do(t, "POST /admin/assets/"+item+"/take-down", record{"endAccess": false, "reason": "a complaint"}).must(t, 422, `"property":"version"`)
		ada.takesDown(t, item, false).must(t, 200, `"isTakenDown":true`)
		ada.do(t, "POST /admin/assets/"+item+"/restore", record{"version": seen, "reason": "a mistake"}).must(t, 409, `"error":"changed_elsewhere"`)
		onNina.hears(t, "asset/changed", record{"_id": item, "status": "rejected", "takenDown": true})
		tom.request(t, "GET", path, nil).must(t, 200) // who keeps it
	}
	for _, kind := range []string{"galleries", "products", "videos"} {
		ann.do(t, "GET /user/performer-assets/"+kind+"/search", nil).must(t, 200, `"total":0`)
	}
	s.guest().do(t, "GET /performers/nina/view", nil).must(t, 200, `"galleries":[]`, `"products":[]`)
	ann.do(t, "POST /purchase-items/gallery/"+gallery, record{}).must(t, 404)
	nina.do(t, "POST /performer/performer-assets/galleries/"+gallery+"/submit", agreed).must(t, 409, `"error":"taken_down"`)
	testkit.Eventually(t, "nina is written why", func() bool {
		mail, err := app.OpenMail(t.Context(), s.cfg, "nina@example.com")
		return err == nil && strings.Contains(mail.Subject, "taken down") && strings.Contains(mail.Text, "a complaint") && strings.Contains(mail.Text, "Who has bought it keeps it.")
	})

	for item, path := range paid {
		ada.takesDown(t, item, true).must(t, 200, `"accessEndedAt"`)
		tom.loses(t, path)
		tom.request(t, "GET", path, nil).must(t, 404)
	}
	testkit.Eventually(t, "nina is written that buyers lost it, too", func() bool {
		mail, err := app.OpenMail(t.Context(), s.cfg, "nina@example.com")
		return err == nil && strings.Contains(mail.Subject, "stays down") && strings.Contains(mail.Text, "Who has bought it has no access to it any more.")
	})
	tom.do(t, "GET /user/performer-assets/videos/"+video+"/playback", nil).must(t, 404)
	tom.do(t, "GET /user/performer-assets/products/"+product+"/download-link", nil).must(t, 404)
	tom.do(t, "GET /user/performer-assets/galleries/"+gallery+"/view", nil).must(t, 404)
	for _, kind := range []string{"galleries", "products", "videos"} {
		tom.do(t, "GET /purchased-items/user/"+kind, nil).must(t, 200, `"total":1`, `"isBought":false`, `"accessEndedAt"`, `"cover":""`)
	}
	payments := tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, "Beach", "Waves", "Signed book", `"total":3`)
	for i := range 3 {
		if until, err := time.Parse(time.RFC3339, payments.text(fmt.Sprintf("data.%d.until", i))); err != nil || time.Until(until) < 13*24*time.Hour {
			t.Errorf("a refund may be asked until %v (%v)", until, err)
		}
	}
	ada.do(t, "GET /admin/audit-log", nil).must(t, 200, `"action":"asset.taken_down"`, `"action":"asset.taken_down_from_buyers"`, `"reason":"a complaint"`)
	for item, path := range paid {
		ada.do(t, "POST /admin/assets/"+item+"/restore", record{"version": ada.finds(t, item), "reason": "a mistake"}).must(t, 200, `"status":"active"`)
		onNina.hears(t, "asset/changed", record{"_id": item, "status": "active", "putBack": true})
		testkit.Eventually(t, "tom has it again", func() bool { return tom.request(t, "GET", path, nil).status == http.StatusOK })
	}
	s.guest().do(t, "GET /user/performer-assets/galleries/search", nil).must(t, 200, `"title":"Beach"`)
	s.audit(t)
}

// finds is the version of something that is or was on sale, as an admin sees it now.
func (v visitor) finds(t testing.TB, assetID string) any {
	t.Helper()
	list := v.do(t, "GET /admin/assets?limit=100", nil).must(t, 200)
	for i := 0; list.at(fmt.Sprintf("data.%d", i)) != nil; i++ {
		if list.text(fmt.Sprintf("data.%d._id", i)) == assetID {
			return list.at(fmt.Sprintf("data.%d.version", i))
		}
	}
	t.Fatalf("%s is not among what was on sale: %s", assetID, list.body)
	return nil
}

// takesDown is an admin's decision about something as it is now.
func (v visitor) takesDown(t testing.TB, assetID string, endAccess bool) answer {
	t.Helper()
	return v.do(t, "POST /admin/assets/"+assetID+"/take-down", record{"version": v.finds(t, assetID), "endAccess": endAccess, "reason": "a complaint"})
}

// loses waits until a file is not sent any more: for the five seconds that this may take.
func (v visitor) loses(t testing.TB, path string) {
	t.Helper()
	ended, look := time.Now(), time.NewTicker(50*time.Millisecond)
	defer look.Stop()
	for v.request(t, "HEAD", path, nil).status != http.StatusNotFound {
		if time.Since(ended) > 5*time.Second {
			t.Fatalf("%s is still sent after five seconds", path)
		}
		<-look.C
	}
}
