package performer

import (
	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

// Bounds of the bodies that carry files, in bytes. The limits of one file are
// those of package files.
const (
	maxDocuments = 32 << 20
	maxPicture   = 16 << 20
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	mine, categories := account.Performer.Guard(), account.ManageCategories.Guard()
	api.Post(r, "/auth/performers/register", "performer.register", s.register, api.Public, api.MaxBody(maxDocuments),
		api.Summary("Register as a performer, with identity documents"))
	api.Get(r, "/performers/me", "performer.me", s.me, mine,
		api.Summary("My own profile, with prices and verification"))
	api.Put(r, "/performers", "performer.update", s.update, mine,
		api.Summary("Change my profile; what is not sent stays as it is"))
	api.Put(r, "/performers/links", "performer.links", s.setLinks, mine,
		api.Summary("Replace my addresses elsewhere"))
	api.Post(r, "/performers/identity-documents", "performer.submit", s.documents, mine, api.MaxBody(maxDocuments),
		api.Summary("Send identity documents again"))
	api.Post(r, "/performers/avatar/upload", "performer.avatar", s.avatar, mine, api.MaxBody(maxPicture),
		api.Summary("Replace my avatar"))
	api.Post(r, "/performers/card/upload", "performer.card", s.picture("card"), mine, api.MaxBody(maxPicture),
		api.Summary("Replace the picture of my card"))
	api.Post(r, "/performers/wide/upload", "performer.wide", s.picture("wide"), mine, api.MaxBody(maxPicture),
		api.Summary("Replace the wide picture of my profile"))
	api.Post(r, "/performers/streaming-status/update", "performer.say", s.say, mine,
		api.Summary("Set my headline, and whether I am away"))
	api.Post(r, "/performers/default-price/update", "performer.prices", s.prices, mine,
		api.Summary("Set the prices of my shows"))
	api.Post(r, "/performers/broadcast-setting/update", "performer.broadcast", s.broadcast, mine,
		api.Summary("Set how my shows are broadcast"))
	api.Post(r, "/performers/suspend-account", "performer.suspend", s.suspend, mine,
		api.Summary("Suspend my account; my password confirms it"))
	api.Post(r, "/performers/{id}/inc-view", "performer.view", s.view, api.Public,
		api.Summary("Count a look at a performer's profile"))

	api.Get(r, "/admin/performer-links", "performer.allLinks", s.allLinks, account.ReviewAssets.Guard(),
		api.Summary("Performers' addresses elsewhere, the newest first"), audit.As(linksSearched, "performer_link"))
	api.Put(r, "/admin/performer-links/{id}", "performer.hideLink", s.hideLink, account.ReviewAssets.Guard(),
		api.Summary("Take a performer's address elsewhere off her page, or put it back"))
	api.Get(r, "/performer-categories", "categories.list", s.categories(false), api.Public,
		api.Summary("The categories of performers, in order"))
	api.Get(r, "/admin/performer-categories", "categories.written", s.categories(true), categories,
		api.Summary("The categories of performers as they were written, with their names in further languages"), audit.Silent("the site's own headings"))
	api.Post(r, "/admin/performer-categories", "categories.add", s.addCategory, categories,
		api.Summary("Add a category of performers"))
	api.Put(r, "/admin/performer-categories/{id}", "categories.change", s.changeCategory, categories,
		api.Summary("Change a category of performers"))
	api.Delete(r, "/admin/performer-categories/{id}", "categories.remove", s.removeCategory, categories,
		api.Summary("Remove a category of performers"))
}
