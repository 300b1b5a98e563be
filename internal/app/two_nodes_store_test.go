package app_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// onNode is the same visitor at another node of the site.
func (v visitor) onNode(s *site) visitor {
	v.site = s
	return v
}

// hasRange asks for the bytes of a file from one to before another.
func (v visitor) hasRange(t *testing.T, path string, whole []byte, from, to int) {
	t.Helper()
	got := v.with("Range", fmt.Sprintf("bytes=%d-%d", from, to-1)).request(t, "GET", path, nil).must(t, http.StatusPartialContent)
	if !bytes.Equal(got.body, whole[from:to]) || got.header.Get("Content-Range") != fmt.Sprintf("bytes %d-%d/%d", from, to-1, len(whole)) {
		t.Errorf("%s: bytes %d to %d are answered with %d others, %s", path, from, to, len(got.body), got.header.Get("Content-Range"))
	}
}

// What a shop of two nodes shows on one it does on the other: a gallery that is bought turns on the
// sockets of both, its photos come from S3 in ranges by either, a link to a file that one made is
// followed on the other, and five a day are five of both together.
func TestTheShopAcrossNodes(t *testing.T) {
	t.Parallel()
	here, there, _ := twoNodes(t)
	east := start(t, here, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Member, Username: "ann"})
	west := start(t, there)
	west.ids = east.ids
	nina, ada, tom := east.in(t, account.Performer, "nina"), east.in(t, account.Admin, "ada"), west.in(t, account.Member, "tom")
	wires := plug(t)
	onTom := []client{wires.connect(t, "tom in the east", tom.onNode(east)), wires.connect(t, "tom in the west", tom)}
	bothHear := func(itemID string, bought bool) {
		t.Helper()
		for _, c := range onTom {
			c.hears(t, "purchase/changed", record{"itemId": itemID, "isBought": bought})
		}
	}

	gallery, photoID := east.sells(t, nina, ada)
	purchase := tom.do(t, "POST /purchase-items/gallery/"+gallery, record{"price": 20}).must(t, 200).text("_id")
	bothHear(gallery, true)
	tom.onNode(east).do(t, "GET /user/performer-assets/galleries/"+gallery+"/view", nil).must(t, 200, `"isBought":true`)
	ann := east.in(t, account.Member, "ann")
	for _, size := range []string{"card.webp", "page.webp", "full.webp", "full.jpg"} {
		path := "/files/photos/" + photoID + "/" + size
		whole := tom.request(t, "GET", path, nil).must(t, 200).body
		for _, node := range []*site{east, west} {
			tom.onNode(node).hasRange(t, path, whole, 0, 1)
			tom.onNode(node).hasRange(t, path, whole, 10, len(whole)/2)
			tom.onNode(node).hasRange(t, path, whole, len(whole)-5, len(whole))
			tom.onNode(node).with("Range", fmt.Sprintf("bytes=%d-", len(whole))).request(t, "GET", path, nil).must(t, http.StatusRequestedRangeNotSatisfiable)
			ann.onNode(node).with("Range", "bytes=0-0").request(t, "GET", path, nil).must(t, 404)
		}
	}
	asked := tom.do(t, "POST /refund-requests", record{"type": "gallery", "sourceId": purchase, "reason": "not_as_promised", "text": "There is no beach in it."}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "There is none indeed."}).must(t, 200)
	bothHear(gallery, false)
	for _, node := range []*site{east, west} {
		tom.onNode(node).loses(t, "/files/photos/"+photoID+"/full.webp")
	}

	book := east.sellsProduct(t, nina, ada, map[string]string{"type": "digital"}, aBook)
	tom.do(t, "POST /purchase-items/product/"+book, record{}).must(t, 200)
	bothHear(book, true)
	link := "GET /user/performer-assets/products/" + book + "/download-link"
	for n := range 5 {
		makes, follows := tom.onNode(east), tom
		if n%2 == 1 {
			makes, follows = follows, makes
		}
		path := makes.do(t, link, nil).must(t, 200, fmt.Sprintf(`"left":%d`, 4-n)).text("url")
		if got := follows.request(t, "GET", path, nil).must(t, 200); !bytes.Equal(got.body, aBook) {
			t.Errorf("the file has %d bytes, want %d", len(got.body), len(aBook))
		}
		follows.hasRange(t, path, aBook, 7, 100)
		ann.onNode(follows.site).request(t, "GET", path, nil).must(t, 404)
	}
	for _, node := range []*site{east, west} {
		tom.onNode(node).do(t, link, nil).must(t, http.StatusTooManyRequests, `"error":"download_limit"`)
	}
	east.audit(t)
}
