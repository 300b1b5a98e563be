package assets_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

// Forms of products, right and wrong.
func TestProductForms(t *testing.T) {
	h := setup(t)
	withDepot(t, h)
	book := h.makes(t, digital(t, pdf(100), [2]string{"tags", "sun"}, [2]string{"tags", "sea"}, [2]string{"description", "Long"}))
	print := h.makes(t, physical(t, "3"))
	put := func(as account.Caller, id string, fields ...[2]string) sheetCall {
		return sheetCall{as, "PUT " + products + "/" + id, sheet{fields: fields}}
	}
	post := func(s sheet) sheetCall { return sheetCall{h.nina, "POST " + products, s} }
	no := func(field string) sheet { // a good form without one of its fields
		s := physical(t, "3")
		kept := s.fields[:0:0]
		for _, f := range s.fields {
			if f[0] != field {
				kept = append(kept, f)
			}
		}
		return sheet{kept, s.files}
	}
	with := func(s sheet, name, value string) sheet {
		return sheet{append(no(name).fields, [2]string{name, value}), s.files}
	}
	for _, c := range []struct {
		name   string
		call   sheetCall
		status int
		has    string
	}{
		{"it has its tags", put(h.nina, book.ID), 200, `"tags":["sun","sea"]`},
		{"its file", put(h.nina, book.ID), 200, `"purpose":"digitalFile","name":"book.pdf","size":100`},
		{"one tag", put(h.nina, book.ID, [2]string{"tags", "sky"}), 200, `"tags":["sky"]`},
		{"no tags", put(h.nina, book.ID, [2]string{"tags", ""}), 200, `"tags":[]`},
		{"no description", put(h.nina, book.ID, [2]string{"description", ""}), 200, `"description":""`},
		{"no title", put(h.nina, book.ID, [2]string{"title", ""}), 422, "This field is required!"},
		{"stock of a file", put(h.nina, book.ID, [2]string{"stock", "3"}), 422, `A digital product has no stock`},
		{"not hers", put(h.vera, book.ID, [2]string{"title", "x"}), 404, ""},
		{"a member's", put(h.tom, book.ID, [2]string{"title", "x"}), 403, ""},
		{"a new stock", put(h.nina, print.ID, [2]string{"stock", "5"}, [2]string{"wasStock", "3"}), 200, `"product":{"type":"physical","stock":5`},
		{"of an old one", put(h.nina, print.ID, [2]string{"stock", "9"}, [2]string{"wasStock", "3"}), 409, `"error":"changed_elsewhere"`},
		{"the most", put(h.nina, print.ID, [2]string{"stock", "1000000"}), 200, `"stock":1000000`},
		{"above it", put(h.nina, print.ID, [2]string{"stock", "1000001"}), 422, "Must be between 0 and 1000000"},
		{"below nothing", put(h.nina, print.ID, [2]string{"stock", "-1"}), 422, "Must be between 0 and 1000000"},
		{"half of one", put(h.nina, print.ID, [2]string{"stock", "1.5"}), 422, `"property":"stock"`},
		{"without a type", post(no("type")), 422, `"property":"type"`},
		{"of another type", post(with(physical(t, "3"), "type", "service")), 422, `"property":"type"`},
		{"without stock", post(no("stock")), 422, `"property":"stock"`},
		{"without a price", post(no("price")), 422, `"property":"price"`},
		{"half a token", post(with(physical(t, "3"), "price", "1.5")), 422, "Must be a whole number of tokens"},
		{"no number", post(with(physical(t, "3"), "price", "cheap")), 422, `"property":"price"`},
		{"a file of what is sent", post(sheet{physical(t, "3").fields, [][3]string{{"digitalFile", "book.pdf", pdf(100)}}}), 422, "A physical product has no file"},
		{"no picture", post(sheet{physical(t, "3").fields, [][3]string{{"image", "a.jpg", "<html>"}}}), 422, `"property":"image"`},
		{"a file and an upload", post(digital(t, pdf(100), [2]string{"digitalFileUploadId", strings.Repeat("0", 26)})), 422, "Send the file, or name its upload"},
		{"no such upload", put(h.nina, book.ID, [2]string{"digitalFileUploadId", strings.Repeat("0", 26)}), 404, ""},
	} {
		body, header := c.call.sheet.body(t)
		got := testkit.Call(testkit.Router(h.Routes), c.call.as, c.call.do, body, header)
		if got.Code != c.status || !strings.Contains(got.Body.String(), c.has) {
			t.Errorf("%s: %d %s, want %d %s", c.name, got.Code, got.Body, c.status, c.has)
		}
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM assets`); n != 2 {
		t.Errorf("%d products are kept, want 2: refused forms leave none", n)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 2 {
		t.Errorf("%d pictures are kept, want 2", n)
	}
	h.audit(t)
}

type sheetCall struct {
	as    account.Caller
	do    string
	sheet sheet
}

// Files that are not what they say, or harm who opens them, are no product's; nor is one
// byte above the limit.
func TestHostileFiles(t *testing.T) {
	h := setup(t)
	withDepot(t, h)
	var nested bytes.Buffer
	w := zip.NewWriter(&nested)
	_, err := w.Create("inner.zip")
	check(t, err)
	check(t, w.Close())
	limitMB := 1 << 20
	for name, c := range map[string]struct {
		file, data string
		status     int
	}{
		"at the limit":           {"book.pdf", pdf(limitMB), 200},
		"a byte below":           {"book.pdf", pdf(limitMB - 1), 200},
		"a byte above":           {"book.pdf", pdf(limitMB + 1), 413},
		"empty":                  {"book.pdf", "", 422},
		"another ending":         {"book.exe", pdf(100), 422},
		"no ending":              {"book", pdf(100), 422},
		"a page":                 {"book.pdf", "<html><script>alert(1)</script>", 422},
		"a page as a picture":    {"a.jpg", "<html><script>alert(1)</script>", 422},
		"a picture and a script": {"a.jpg", "GIF89a/*\x00\x00*/=1;alert(1)", 422},
		"an archive in another":  {"a.zip", nested.String(), 422},
		"a name that climbs":     {"../../x.pdf", pdf(100), 200},
		"an option":              {"-vf.pdf", pdf(100), 200},
	} {
		h.clock.Advance(time.Hour)
		body, header := (sheet{digital(t, "").fields, [][3]string{{"digitalFile", c.file, c.data}}}).body(t)
		got := testkit.Call(testkit.Router(h.Routes), h.nina, "POST "+products, body, header)
		if got.Code != c.status {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
		if strings.Contains(got.Body.String(), "..") || strings.Contains(got.Body.String(), `"name":"-`) {
			t.Errorf("%s is called %s", name, got.Body)
		}
	}
}

// Who did not hear that a file was taken names its upload again, and so does a second page of
// hers in the same moment: it is taken once, and nothing else can have it.
func TestAFileIsTakenOnce(t *testing.T) {
	h := setup(t)
	d := withDepot(t, h)
	bare := digital(t, "")
	bare.files = bare.files[:1]
	book, other := h.makes(t, bare), h.makes(t, bare)
	uploadID, err := d.Keep(t.Context(), "nina", assets.DigitalFile, api.FileOf("book.pdf", []byte(pdf(100))))
	check(t, err)
	named := sheet{fields: [][2]string{{"digitalFileUploadId", uploadID}}}
	puts := func(what string, who account.Caller, productID string, status int, has string) string {
		t.Helper()
		body, header := named.body(t)
		got := testkit.Call(testkit.Router(h.Routes), who, "PUT "+products+"/"+productID, body, header)
		if got.Code != status || !strings.Contains(got.Body.String(), has) {
			t.Errorf("%s: %d %s, want %d with %s", what, got.Code, got.Body, status, has)
		}
		return got.Body.String()
	}
	meanwhile := func() { puts("the second page", h.nina, book.ID, 200, `"name":"book.pdf"`) }
	h.Media = beside{d, &meanwhile}
	puts("the first page", h.nina, book.ID, 200, `"name":"book.pdf"`)
	before := h.own(t, book.ID).Version
	puts("once more", h.nina, book.ID, 200, `"name":"book.pdf"`)
	if now := h.own(t, book.ID).Version; now != before {
		t.Errorf("named again it is version %d, was %d", now, before)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_media`); n != 1 {
		t.Errorf("%d files are kept, want 1", n)
	}
	puts("another of hers", h.nina, other.ID, 404, "This upload does not exist.")
	puts("not hers", h.vera, book.ID, 404, "This item does not exist.")
	h.audit(t)
}

// beside does something else while the first file is looked into.
type beside struct {
	depot
	meanwhile *func()
}

func (b beside) Check(ctx context.Context, performerID string, purpose assets.Purpose, uploadID string) error {
	err := b.depot.Check(ctx, performerID, purpose, uploadID)
	if then := *b.meanwhile; then != nil {
		*b.meanwhile = nil
		then()
	}
	return err
}

// A digital product is submitted with its file, and changes its type until it is sold.
func TestTypes(t *testing.T) {
	h := setup(t)
	withDepot(t, h)
	bare := digital(t, "")
	bare.files = bare.files[:1]
	a := h.makes(t, bare)
	_, err := h.Submit(t.Context(), "nina", a.ID, agreed)
	refusedAs(t, "without its file", err, assets.ErrNoFile)

	book := h.onSale(t, digital(t, pdf(100)))
	kind := func(p assets.ProductType, stock *int) error {
		_, err := h.ChangeWith(t.Context(), "nina", assets.Product, book.ID, assets.Fields{}, assets.Parts{Product: assets.ProductFields{Type: &p, Stock: stock}})
		return err
	}
	check(t, kind(assets.Physical, ptr(2)))
	if got := h.own(t, book.ID); got.Status != assets.Draft || got.Product.Stock != 2 {
		t.Errorf("as something that is sent it is %s with %d", got.Status, got.Product.Stock)
	}
	h.audit(t)
	check(t, kind(assets.Digital, nil))
	_, err = h.Submit(t.Context(), "nina", book.ID, agreed)
	refusedAs(t, "its file went with the type", err, assets.ErrNoFile)
	check(t, kind(assets.Physical, ptr(2)))
	h.submit(t, book.ID)
	h.decide(t, book.ID, true)
	check(t, h.take(book.ID, 1))
	check(t, h.putBack(book.ID, 1)) // undone, and was sold all the same
	refusedAs(t, "after a sale", kind(assets.Digital, nil), assets.ErrType)
	if got := h.own(t, book.ID); got.Status != assets.Active || got.Product.Stock != 2 {
		t.Errorf("it is %s with %d", got.Status, got.Product.Stock)
	}
}

// Stock is no matter of the review; a new picture or title is.
func TestProductReview(t *testing.T) {
	h := setup(t)
	withDepot(t, h)
	a := h.onSale(t, physical(t, "3"))
	router := testkit.Router(h.Routes)
	change := func(s sheet) string {
		body, header := s.body(t)
		return testkit.Call(router, h.nina, "PUT "+products+"/"+a.ID, body, header).Body.String()
	}
	if got := change(sheet{fields: [][2]string{{"stock", "7"}, {"price", "25"}}}); !strings.Contains(got, `"status":"active"`) {
		t.Errorf("another stock: %s", got)
	}
	got := change(sheet{files: [][3]string{{"image", "b.jpg", string(jpegOf(t, 50, 60, 9))}}})
	photos := h.photos(t, a.ID)
	if !strings.Contains(got, `"status":"pending"`) || len(photos) != 2 || photos[0].Width != 50 || h.own(t, a.ID).CoverID != photos[0].ID {
		t.Errorf("another picture: %s", got)
	}
	h.getsNone(t, "tom", h.tom, photos[:1], sizes...)
	h.submit(t, a.ID)
	h.decide(t, a.ID, true)
	h.getsAll(t, "a guest", h.guest, photos, sizes...)
	shown := fetch(h.web(), h.guest, "GET", "/api/user/performer-assets/photos/"+a.ID+"/search").Body.String()
	if !strings.Contains(shown, `"total":2`) || strings.Count(shown, "/full.webp") != 2 {
		t.Errorf("the pictures are shown as %s", shown)
	}
	for i := range assets.MaxPictures - 2 {
		change(sheet{files: [][3]string{{"image", fmt.Sprint(i, ".jpg"), string(jpegOf(t, 50, 60, 9))}}})
	}
	if got := change(sheet{files: [][3]string{{"image", "c.jpg", string(jpegOf(t, 50, 60, 9))}}}); !strings.Contains(got, `"error":"photos_full"`) {
		t.Errorf("an eleventh picture: %s", got)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files WHERE kind = $1`, string(files.Photo)); n != assets.MaxPictures {
		t.Errorf("%d pictures are kept", n)
	}
	h.audit(t)
}

// What visitors are told of a product's stock and file.
func TestProductCards(t *testing.T) {
	h := setup(t)
	withDepot(t, h)
	book, print := h.onSale(t, digital(t, pdf(100))), h.onSale(t, physical(t, "11"))
	h.sell("tom", book.ID, true)
	see := func(as account.Caller, id string) string {
		return fetch(h.web(), as, "GET", "/api/user/performer-assets/products/"+id+"/view").Body.String()
	}
	const file = `"fileName":"book.pdf","fileSize":100`
	for _, c := range []struct {
		name, got, has string
		not            bool
	}{
		{"a guest, of a file", see(h.guest, book.ID), file, true},
		{"ann, of a file", see(h.ann, book.ID), file, true},
		{"tom, of his file", see(h.tom, book.ID), file, false},
		{"nina, of her file", see(h.nina, book.ID), file, false},
		{"a guest, of much", see(h.guest, print.ID), `"stock":10,"isSoldOut":false`, false},
		{"the search", fetch(h.web(), h.guest, "GET", "/api/user/performer-assets/products/search").Body.String(), `"total":2`, false},
		{"of galleries", fetch(h.web(), h.guest, "GET", "/api/user/performer-assets/galleries/search").Body.String(), `"total":0`, false},
		{"as a gallery", fetch(h.web(), h.guest, "GET", "/api/user/performer-assets/galleries/"+book.ID+"/view").Body.String(), `does not exist`, false},
	} {
		if strings.Contains(c.got, c.has) == c.not {
			t.Errorf("%s is told %s", c.name, c.got)
		}
	}
	check(t, h.take(print.ID, 11))
	if got := see(h.guest, print.ID); !strings.Contains(got, `"stock":0,"isSoldOut":true`) {
		t.Errorf("after the last one: %s", got)
	}
}

// Whatever is taken and put back at once, by whomever: no stock is lost, none comes from
// nowhere, and never is there less than nothing.
func TestStock(t *testing.T) {
	h := setup(t)
	withDepot(t, h)
	a := h.onSale(t, physical(t, "20"))
	took := make([]int, 8)
	testkit.Together(len(took), func(i int) {
		chance := rand.New(rand.NewPCG(uint64(i), 7))
		for range 25 {
			n := 1 + chance.IntN(6)
			if took[i] >= n && chance.IntN(2) == 0 {
				if err := h.putBack(a.ID, n); err != nil {
					t.Error(err)
				}
				took[i] -= n
				continue
			}
			err := h.take(a.ID, n)
			refusal, _ := errors.AsType[*fault.Fault](err)
			switch left, _ := extra(refusal, "left"); {
			case err == nil:
				took[i] += n
			case !errors.Is(err, assets.ErrSoldOut) || left < 0 || left >= n && left > 20:
				t.Errorf("%d of it: %v", n, err)
			}
		}
	})
	sum := 0
	for _, n := range took {
		sum += n
	}
	if left := h.own(t, a.ID).Product.Stock; left < 0 || left+sum != 20 {
		t.Errorf("%d are left and %d were taken of 20", left, sum)
	}
	refusedAs(t, "more than there are", h.take(a.ID, 21), assets.ErrSoldOut)
	refusedAs(t, "of nothing", h.take(strings.Repeat("0", 26), 1), assets.ErrNone)
}

func extra(f *fault.Fault, name string) (int, bool) {
	if f == nil {
		return 0, false
	}
	n, ok := f.Extra[name].(int)
	return n, ok
}

// The check finds each thing that must not be so of products.
func TestProductRule(t *testing.T) {
	for rule, harm := range map[string]string{
		"assets.product":     `INSERT INTO asset_products (asset_id, type) SELECT id, 'digital' FROM assets WHERE kind = 'gallery'`,
		"assets.digital":     `DELETE FROM asset_media`,
		"assets.physical":    `UPDATE asset_products SET type = 'physical', stock = 1`,
		"assets.digitalFile": `DELETE FROM upload_parts`,
	} {
		h := setup(t)
		withDepot(t, h)
		h.onSale(t, digital(t, pdf(100)))
		h.active(t, "Beach", 1)
		if found := h.violations(t); len(found) != 0 {
			t.Fatalf("at first: %v", found)
		}
		testkit.Exec(t, h.db, harm)
		if found := h.violations(t); len(found) != 1 || found[0].Rule != rule {
			t.Errorf("after %s: %v, want %s", harm, found, rule)
		}
	}
}

// A product is bought as what is sent, or not.
func TestProductForSale(t *testing.T) {
	h := setup(t)
	withDepot(t, h)
	book, print := h.onSale(t, digital(t, pdf(100))), h.onSale(t, physical(t, "0"))
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for id, sent := range map[string]bool{book.ID: false, print.ID: true} {
			item, err := h.ForSale(ctx, tx, assets.Product, id, h.tom)
			if err != nil || item.Physical != sent || item.Price != money.Whole(20) {
				t.Errorf("it is sold as %+v (%v)", item, err)
			}
		}
		return nil
	}))
}
