package app_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// aBook is a small PDF, as far as a look at it tells.
var aBook = []byte("%PDF-1.7\n" + strings.Repeat("It was a dark and stormy night.\n", 40))

// sellsProduct puts a product on sale, with a picture and, if there is one, a file.
func (s *site) sellsProduct(t *testing.T, performer, admin visitor, fields map[string]string, file []byte) (productID string) {
	t.Helper()
	fields["title"], fields["price"] = "Signed book", "20"
	form := newForm(fields).file("image", "book.jpg", photo(t, 600, 400))
	if file != nil {
		form.file("digitalFile", "book.pdf", file)
	}
	productID = performer.do(t, "POST /performer/performer-assets/products", form).must(t, 200, `"status":"draft"`).text("_id")
	performer.do(t, "POST /performer/performer-assets/products/"+productID+"/submit", agreed).must(t, 200, `"status":"pending"`)
	s.approves(t, admin, performer, productID)
	return productID
}

func (s *site) approves(t *testing.T, admin, performer visitor, productID string) {
	t.Helper()
	version := performer.do(t, "GET /performer/performer-assets/products/"+productID+"/view", nil).must(t, 200).at("version")
	admin.do(t, "POST /admin/asset-reviews/"+productID+"/approve", record{"version": version}).must(t, 200, `"status":"active"`)
}

// A file that lies in several pieces is sent whole, and any range of it.
func TestALargeDownload(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom", Tokens: 100},
		app.Resident{Role: account.Admin, Username: "ada"})
	nina, ada, tom := s.in(t, account.Performer, "nina"), s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom")
	const piece = 4 << 20
	file := []byte("%PDF-1.7\n")
	for n := 0; len(file) < 2*piece+77; n++ {
		file = fmt.Appendln(file, "the night", n)
	}
	product := s.sellsProduct(t, nina, ada, map[string]string{"type": "digital"}, file)
	tom.do(t, "POST /purchase-items/product/"+product, record{}).must(t, 200)
	path := tom.do(t, "GET /user/performer-assets/products/"+product+"/download-link", nil).must(t, 200).text("url")
	if got := tom.request(t, "GET", path, nil).must(t, 200); !bytes.Equal(got.body, file) {
		t.Errorf("%d bytes came of %d", len(got.body), len(file))
	}
	for _, span := range [][2]int{{0, 1}, {5, piece}, {piece - 10, piece + 10}, {100, len(file) - 5}, {2*piece - 1, 2 * piece}, {piece, len(file)}} {
		tom.hasRange(t, path, file, span[0], span[1])
	}
}

// A digital product is its buyer's by links, the old file while another one waits for
// staff, and nobody's after a refund.
func TestADigitalProduct(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom", Tokens: 100},
		app.Resident{Role: account.Member, Username: "ann", Tokens: 100}, app.Resident{Role: account.Admin, Username: "ada"})
	nina, ada := s.in(t, account.Performer, "nina"), s.in(t, account.Admin, "ada")
	tom, ann := s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	id := s.sellsProduct(t, nina, ada, map[string]string{"type": "digital"}, aBook)
	shop, link := "GET /user/performer-assets/products/"+id+"/view", "GET /user/performer-assets/products/"+id+"/download-link"

	s.guest().do(t, shop, nil).must(t, 200, `"product":{"type":"digital","isSoldOut":false}`, `/full.webp`)
	s.guest().do(t, "GET /performers/nina/view", nil).must(t, 200, `"products":[{"_id":"`+id+`","type":"product"`, `"productType":"digital"`)
	ann.do(t, link, nil).must(t, 404)
	bought := tom.do(t, "POST /purchase-items/product/"+id, record{}).must(t, 200).text("_id")
	tom.do(t, shop, nil).must(t, 200, `"isBought":true`, `"fileName":"book.pdf"`, fmt.Sprintf(`"fileSize":%d`, len(aBook)))
	path := tom.do(t, link, nil).must(t, 200, `"left":4`).text("url")
	got := tom.request(t, "GET", path, nil)
	if got.status != http.StatusOK || !bytes.Equal(got.body, aBook) {
		t.Fatalf("tom gets %d bytes with %d", len(got.body), got.status)
	}
	if h := got.header; h.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") || h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("it comes as %v", h)
	}
	for name, v := range map[string]visitor{"ann": ann, "a guest": s.guest(), "nina": nina, "ada": ada} {
		if other := v.request(t, "GET", path, nil); other.status != http.StatusNotFound {
			t.Errorf("%s follows his link: %d", name, other.status)
		}
	}

	revised := append(bytes.Clone(aBook), "The end.\n"...)
	nina.do(t, "PUT /performer/performer-assets/products/"+id, newForm(nil).file("digitalFile", "book 2.pdf", revised)).must(t, 200, `"status":"pending"`)
	if got := tom.request(t, "GET", path, nil); !bytes.Equal(got.body, aBook) {
		t.Errorf("while the new one waits he gets %d bytes", len(got.body))
	}
	s.staffLook(t, nina, ada, id, revised)
	nina.do(t, "POST /performer/performer-assets/products/"+id+"/submit", agreed).must(t, 200)
	s.approves(t, ada, nina, id)
	if got := tom.request(t, "GET", path, nil); !bytes.Equal(got.body, revised) {
		t.Errorf("after the review he gets %d bytes", len(got.body))
	}

	asked := tom.do(t, "POST /refund-requests", record{"type": "product", "sourceId": bought, "reason": "not_as_promised", "text": "It is about the weather."}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "So it is, indeed."}).must(t, 200)
	if got := tom.request(t, "GET", path, nil); got.status != http.StatusNotFound {
		t.Errorf("after the refund his link answers %d", got.status)
	}
	tom.do(t, link, nil).must(t, 404)
	s.audit(t)
}

// staffLook proves that the new file is for its performer and for staff, whose look is on
// record, and for nobody else.
func (s *site) staffLook(t *testing.T, nina, ada visitor, productID string, file []byte) {
	t.Helper()
	medium := nina.do(t, "GET /performer/performer-assets/products/"+productID+"/view", nil).must(t, 200).text("media.0._id")
	own, reviewed := "/api/performer/performer-assets/products/"+productID+"/files/"+medium, "/api/admin/asset-reviews/"+productID+"/files/"+medium
	if got := nina.request(t, "GET", own, nil); got.status != http.StatusOK || !bytes.Equal(got.body, file) {
		t.Errorf("nina gets %d, %d bytes", got.status, len(got.body))
	}
	if got := ada.request(t, "GET", reviewed, nil); got.status != http.StatusOK || !bytes.Equal(got.body, file) {
		t.Errorf("staff get %d, %d bytes", got.status, len(got.body))
	}
	ada.do(t, "GET /admin/audit-log?subject=medium:"+medium, nil).must(t, 200, `"file.viewed"`)
	sold := "/api/admin/asset-reviews/" + productID + "/file"
	if got := ada.request(t, "GET", sold, nil); got.status != http.StatusOK || !bytes.Equal(got.body, aBook) {
		t.Errorf("of what buyers download staff get %d, %d bytes", got.status, len(got.body))
	}
	if looks := strings.Count(string(ada.do(t, "GET /admin/audit-log", nil).must(t, 200).body), `"file.viewed"`); looks != 2 {
		t.Errorf("%d looks are on record, want 2", looks)
	}
	if got := nina.request(t, "GET", sold, nil); got.status != http.StatusForbidden {
		t.Errorf("nina gets it as staff: %d", got.status)
	}
	if got := nina.request(t, "GET", reviewed, nil); got.status != http.StatusForbidden {
		t.Errorf("nina looks as staff: %d", got.status)
	}
}

// A hundred members try a thousand times for the ten that there are.
func TestLastItemsInStock(t *testing.T) {
	people := []app.Resident{{Role: account.Performer, Username: "nina"}, {Role: account.Admin, Username: "ada"}}
	for i := range 100 {
		people = append(people, app.Resident{Role: account.Member, Username: fmt.Sprintf("member%d", i), Tokens: 500})
	}
	s := open(t, people...)
	nina, ada := s.in(t, account.Performer, "nina"), s.in(t, account.Admin, "ada")
	id := s.sellsProduct(t, nina, ada, map[string]string{"type": "physical", "stock": "10"}, nil)
	var members []string
	for _, p := range people[2:] {
		members = append(members, s.ids[p.Username])
	}
	bought, soldOut, err := app.Rush(t.Context(), s.cfg, members, 10, id)
	if err != nil {
		t.Fatal(err)
	}
	if bought != 10 || soldOut != 990 {
		t.Errorf("%d were bought and %d told that none is left, want 10 and 990", bought, soldOut)
	}
	s.guest().do(t, "GET /user/performer-assets/products/"+id+"/view", nil).must(t, 200, `"product":{"type":"physical","stock":0,"isSoldOut":true}`)
	nina.do(t, "GET /orders/search", nil).must(t, 200, `"total":10`)
	s.audit(t)
}

// With a scanner, a file is sold only after it was looked through: what it knows is
// refused, and so is everything while it is away.
func TestScanner(t *testing.T) {
	scanner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = scanner.Close() })
	go func() {
		for {
			conn, err := scanner.Accept()
			if err != nil {
				return
			}
			got := make([]byte, 4096)
			n, _ := io.ReadAtLeast(conn, got, 10+4+len(aBook)+4)
			said := "stream: OK\x00"
			if bytes.Contains(got[:n], []byte("harm")) {
				said = "stream: Eicar FOUND\x00"
			}
			_, _ = conn.Write([]byte(said))
			_ = conn.Close()
		}
	}()
	cfg := config(t)
	cfg.ScanWith = scanner.Addr().String()
	s := start(t, cfg, app.Resident{Role: account.Performer, Username: "nina"})
	nina := s.in(t, account.Performer, "nina")
	send := func(file []byte) answer {
		return nina.do(t, "POST /performer/performer-assets/products", newForm(map[string]string{"title": "Book", "price": "1", "type": "digital"}).file("digitalFile", "book.pdf", file))
	}
	send(aBook).must(t, 200, `"purpose":"digitalFile"`)
	send(append(bytes.Clone(aBook), "harm"...)).must(t, 422, "found to be harmful")
	if err := scanner.Close(); err != nil {
		t.Fatal(err)
	}
	send(aBook).must(t, 503, `"error":"scan_unavailable"`)
	nina.do(t, "GET /performer/performer-assets/products/search", nil).must(t, 200, `"total":1`)
}
