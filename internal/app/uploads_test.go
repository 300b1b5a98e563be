package app_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/api"
)

// uploadsPerHour is how many forms with files an account may send (docs/api.md, Rate limits).
const uploadsPerHour = 40

// uploaders says who sends the form of each route that takes files; strangers'
// registrations are counted by address.
var uploaders = map[string]account.Role{
	"users.uploadAvatar":  account.Member,
	"performer.avatar":    account.Performer,
	"performer.card":      account.Performer,
	"performer.wide":      account.Performer,
	"photos.create":       account.Performer,
	"messages.sendPhoto":  account.Performer,
	"videos.create":       account.Performer,
	"videos.change":       account.Performer,
	"videos.addCaptions":  account.Performer,
	"products.create":     account.Performer,
	"products.change":     account.Performer,
	"performer.submit":    account.Performer,
	"performer.register":  account.Performer,
	"studio.submit":       account.Studio,
	"studio.hire":         account.Studio,
	"studio.register":     account.Studio,
	"studio.keepDocument": account.Studio,
	"files.siteImage":     account.Admin,
	"pages.createBanner":  account.Admin,
}

// countedApart are the forms that take none of the limit of the others.
var countedApart = []string{"photos.create", "messages.sendPhoto", "videos.create", "videos.change", "videos.addCaptions", "products.create", "products.change"}

// An account that sends files too often is told when to come back, whichever form
// it sends them with and whatever became of the earlier ones; nobody else waits.
func TestUploadsAreBounded(t *testing.T) {
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	var taking []string
	for _, r := range routes {
		if r.Files {
			taking = append(taking, r.Name)
			if slices.Contains(countedApart, r.Name) {
				continue // TestPhotosAreCountedApart
			}
			t.Run(r.Name, func(t *testing.T) { uploadsAreBounded(t, r) })
		}
	}
	for name := range uploaders {
		if !slices.Contains(taking, name) {
			t.Errorf("%s takes no files any more", name)
		}
	}
}

// A gallery has hundreds of photos: they have a limit of their own, and take none of the
// account's other forms.
func TestPhotosAreCountedApart(t *testing.T) {
	const photosPerHour = 1000 // docs/api.md, Rate limits
	s := open(t, app.Resident{Role: account.Performer, Username: "eva"})
	eva := s.in(t, account.Performer, "eva")
	send := func() answer {
		return eva.do(t, "POST /performer/performer-assets/photos", newForm(nil).file("photo", "me.jpg", nil))
	}
	for n := range photosPerHour {
		if got := send(); got.status == 429 {
			t.Fatalf("photo %d of %d waits: %s", n+1, photosPerHour, got.sum())
		}
	}
	send().must(t, 429, `"statusCode":429`)
	eva.do(t, "POST /performers/avatar/upload", newForm(nil).file("avatar", "me.jpg", photo(t, 300, 300))).must(t, 200)
}

func uploadsAreBounded(t *testing.T, r api.Route) {
	role, known := uploaders[r.Name]
	if !known {
		t.Fatalf("nobody is known to send files to %s", r.Path)
	}
	// One form of another route first: all of them count together.
	first := map[account.Role]string{account.Member: "/users/avatar/upload", account.Performer: "/performers/card/upload",
		account.Studio: "/studio/identity-documents", account.Admin: "/admin/site-images"}[role]
	s := open(t, app.Resident{Role: role, Username: "eva"}, app.Resident{Role: role, Username: "ida"})
	eva, ida := s.in(t, role, "eva"), s.in(t, role, "ida")
	here := strings.TrimPrefix(r.Path, "/api")
	send := func(v visitor, path string) answer {
		return v.do(t, "POST "+path, newForm(nil).file("avatar", "me.jpg", nil))
	}
	for n := range uploadsPerHour {
		path := here
		if n == 0 {
			path = first
		}
		// Each registers from an address of its own, or would wait for that.
		if got := send(eva.from("198.51.100."+strconv.Itoa(n)), path); got.status == 429 {
			t.Fatalf("form %d of %d waits: %s", n+1, uploadsPerHour, got.sum())
		}
	}
	refused := send(eva.from("198.51.100.99"), here).must(t, 429, `"statusCode":429`)
	if wait, err := strconv.Atoi(refused.header.Get("Retry-After")); err != nil || wait < 1 || wait > 3600 {
		t.Errorf("told to come back after %q seconds, want 1 to 3600", refused.header.Get("Retry-After"))
	}
	if got := send(ida.from("198.51.100.98"), here); got.status == 429 {
		t.Errorf("another account waits: %s", got.sum())
	}
	eva.do(t, "GET /users/me", nil).must(t, 200)
}
