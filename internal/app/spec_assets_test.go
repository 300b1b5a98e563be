package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// What a performer sells is found, looked at, made, changed and deleted by the calls of the
// specification, and by its performer alone.
func TestAssetsOfTheSpecification(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"},
		app.Resident{Role: account.Member, Username: "tom"})
	nina, lena, tom := s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "lena"), s.in(t, account.Member, "tom")
	gallery := nina.do(t, "POST /performer/performer-assets/galleries", record{"title": "Beach", "price": 20}).must(t, 200).text("_id")
	for kind, c := range map[string]struct{ made, changed func() any }{
		"galleries": {
			func() any { return record{"title": "City", "price": 10} },
			func() any { return record{"title": "Night"} },
		},
		"videos": {
			func() any { return newForm(map[string]string{"title": "Waves", "price": "30"}) },
			func() any { return newForm(map[string]string{"title": "Night"}) },
		},
		"photos": {
			func() any {
				return newForm(map[string]string{"galleryId": gallery}).file("photo", "beach.jpg", photo(t, 600, 400))
			},
			func() any { return record{"position": 0} },
		},
		"products": {
			func() any {
				return newForm(map[string]string{"title": "Book", "price": "5", "type": "physical", "stock": "3"}).
					file("image", "book.jpg", photo(t, 600, 400))
			},
			func() any { return newForm(map[string]string{"title": "Night"}) },
		},
	} {
		t.Run(kind, func(t *testing.T) {
			all := "/performer/performer-assets/" + kind
			made := nina.do(t, "POST "+all, c.made()).must(t, 200).text("_id")
			one := all + "/" + made
			tom.do(t, "GET "+all+"/search", nil).must(t, 403)
			nina.do(t, "GET "+all+"/search", nil).must(t, 200, made)
			nina.do(t, "GET "+one+"/view", nil).must(t, 200, made)
			lena.do(t, "PUT "+one, c.changed()).must(t, 404)
			nina.do(t, "PUT "+one, c.changed()).must(t, 200)
			if kind != "photos" {
				nina.do(t, "GET "+one+"/view", nil).must(t, 200, `"title":"Night"`)
			}
			lena.do(t, "DELETE "+one, nil).must(t, 404)
			nina.do(t, "DELETE "+one, nil).must(t, 200)
			nina.do(t, "GET "+one+"/view", nil).must(t, 404)
		})
	}
}
