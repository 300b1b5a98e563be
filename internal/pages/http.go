package pages

import (
	"cmp"
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/settings"
)

// maxForm is the largest multipart body of a banner, in bytes.
const maxForm = 11 << 20

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	writer := account.ManagePages.Guard()
	body := api.MaxBody(int64(6 * maxPost * len(lang.All()))) // what it says in every language, each character escaped
	api.Get(r, "/menus", "pages.menus", s.menus, api.Public, api.Summary("The links of the footer"))
	api.Get(r, "/posts/search", "pages.posts", s.searchPosts, api.Public,
		api.Summary("The posts that everybody may read"))
	api.Get(r, "/posts/{id}", "pages.post", s.post, api.Public, api.Summary("A post, by its id or its short name"))
	api.Get(r, "/banners/search", "pages.banners", s.searchBanners, api.Public,
		api.Summary("The banners of a place"))
	api.Post(r, "/contact", "pages.contact", s.contact, api.Public, api.Summary("Write to the operator"))

	api.Get(r, "/admin/posts", "pages.adminPosts", s.adminPosts, writer,
		api.Summary("All posts, drafts too"), audit.Silent("the site's own pages"))
	api.Get(r, "/admin/posts/{id}", "pages.adminPost", s.adminPost, writer,
		api.Summary("One post as it was written"), audit.Silent("the site's own pages"))
	api.Post(r, "/admin/posts", "pages.createPost", s.createPost, writer, body,
		api.Summary("Write a post"))
	api.Put(r, "/admin/posts/{id}", "pages.updatePost", s.updatePost, writer, body,
		api.Summary("Change a post"))
	api.Delete(r, "/admin/posts/{id}", "pages.deletePost", s.deletePost, writer,
		api.Summary("Delete a post"))

	api.Get(r, "/admin/banners", "pages.adminBanners", s.adminBanners, writer,
		api.Summary("All banners, hidden ones too"), audit.Silent("the site's own banners"))
	api.Post(r, "/admin/banners", "pages.createBanner", s.createBanner, writer, api.MaxBody(maxForm),
		api.Summary("Add a banner"))
	api.Put(r, "/admin/banners/{id}", "pages.updateBanner", s.updateBanner, writer,
		api.Summary("Change a banner"))
	api.Delete(r, "/admin/banners/{id}", "pages.deleteBanner", s.deleteBanner, writer,
		api.Summary("Delete a banner"))

	api.Get(r, "/admin/contact-messages", "pages.contactMessages", s.contactMessages, account.ReadContact.Guard(),
		api.Summary("The messages of the contact form, newest first"), audit.As(contactSearched, ""))
}

func (s *Service) menus(ctx context.Context, _ *struct{}) (api.List[settings.MenuLink], error) {
	links := s.Settings.In(lang.Of(ctx)).Menus
	return api.List[settings.MenuLink]{Data: links, Total: len(links)}, nil
}

type searchInput struct {
	Q string `query:"q" maxLength:"100"`
	api.Page
}

func (s *Service) searchPosts(ctx context.Context, in *searchInput) (api.List[Post], error) {
	return s.posts(ctx, in, Published)
}

func (s *Service) adminPosts(ctx context.Context, in *searchInput) (api.List[Post], error) {
	return s.posts(ctx, in, "")
}

// posts lists posts of one status; of every status for admins.
func (s *Service) posts(ctx context.Context, in *searchInput, status string) (page api.List[Post], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		page.Data, page.Total, err = selectPosts(ctx, tx, in.Q, status, in.Limit, in.Offset)
		if err == nil && status != "" {
			page.Data, err = translated(ctx, tx, page.Data)
		}
		return err
	})
	for i := range page.Data {
		page.Data[i] = page.Data[i].shown(status == "")
	}
	return page, err
}

type idInput struct {
	ID string `path:"id" maxLength:"80"`
}

func (s *Service) post(ctx context.Context, in *idInput) (Post, error) {
	return s.Post(ctx, in.ID, false)
}

func (s *Service) adminPost(ctx context.Context, in *idInput) (Post, error) {
	return s.Post(ctx, in.ID, true)
}

type postBody struct {
	Title   string `json:"title" minLength:"1"`
	Slug    string `json:"slug,omitempty" doc:"empty: made of the title, or kept"`
	Summary string `json:"shortDescription,omitempty"`
	Content string `json:"content" doc:"HTML, kept as written"`
	Status  string `json:"status,omitempty" enum:"draft,published" doc:"published when not given"`

	Translations map[string]PostTexts `json:"translations,omitempty" doc:"the texts in further languages, in the place of those before; kept when not given"`
}

func (b postBody) post(postID string) Post {
	return Post{ID: postID, Title: b.Title, Slug: b.Slug, Summary: b.Summary, Source: b.Content, Status: b.Status, Translations: b.Translations}
}

type createPostInput struct{ Body postBody }

func (s *Service) createPost(ctx context.Context, in *createPostInput) (Post, error) {
	return s.CreatePost(ctx, in.Body.post(""))
}

type updatePostInput struct {
	ID   string `path:"id" maxLength:"80"`
	Body postBody
}

func (s *Service) updatePost(ctx context.Context, in *updatePostInput) (Post, error) {
	return s.UpdatePost(ctx, in.Body.post(in.ID))
}

func (s *Service) deletePost(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.DeletePost(ctx, in.ID)
}

type bannersInput struct {
	Position string `query:"position" maxLength:"40" doc:"top, middle or bottom; empty: every place"`
	api.Page
}

func (s *Service) searchBanners(ctx context.Context, in *bannersInput) (api.List[Banner], error) {
	return s.Banners(ctx, in.Position, in.Limit, in.Offset)
}

func (s *Service) adminBanners(ctx context.Context, in *bannersInput) (api.List[Banner], error) {
	return s.banners(ctx, in.Position, time.Time{}, in.Limit, in.Offset)
}

type bannerForm struct {
	Image       api.File `form:"image" required:"true"`
	Title       string   `form:"title"`
	Description string   `form:"description" required:"false"`
	Link        string   `form:"link" required:"false"`
	Position    string   `form:"position" required:"false"`
	Ordering    int      `form:"ordering" required:"false"`
	Status      string   `form:"status" required:"false"`
	StartsAt    string   `form:"startsAt" required:"false" doc:"ISO 8601; empty: from the start"`
	EndsAt      string   `form:"endsAt" required:"false" doc:"ISO 8601; empty: without end"`
}

type createBannerInput struct {
	RawBody api.Form[bannerForm]
}

func (s *Service) createBanner(ctx context.Context, in *createBannerInput) (Banner, error) {
	f := in.RawBody.Data()
	starts, err1 := instant("startsAt", f.StartsAt)
	ends, err2 := instant("endsAt", f.EndsAt)
	if err := cmp.Or(err1, err2); err != nil {
		return Banner{}, err
	}
	return s.CreateBanner(ctx, Banner{
		Title: f.Title, Description: f.Description, Link: f.Link, Position: f.Position, Ordering: f.Ordering, Status: f.Status,
		StartsAt: starts, EndsAt: ends,
	}, f.Image)
}

// instant reads a moment of a form; the zero time of an empty one.
func instant(field, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, fault.Field(field, "Must be a time such as 2026-11-02T12:00:00Z")
	}
	return at.UTC(), nil
}

type updateBannerInput struct {
	ID   string `path:"id"`
	Body struct {
		Title       string `json:"title" minLength:"1"`
		Description string `json:"description,omitempty"`
		Link        string `json:"link,omitempty"`
		Position    string `json:"position,omitempty"`
		Ordering    int    `json:"ordering,omitempty"`
		Status      string `json:"status,omitempty" enum:"active,inactive"`

		StartsAt time.Time `json:"startsAt,omitzero" doc:"absent: from the start"`
		EndsAt   time.Time `json:"endsAt,omitzero" doc:"absent: without end"`
	}
}

func (s *Service) updateBanner(ctx context.Context, in *updateBannerInput) (Banner, error) {
	b := in.Body
	return s.UpdateBanner(ctx, Banner{
		ID: in.ID, Title: b.Title, Description: b.Description, Link: b.Link, Position: b.Position, Ordering: b.Ordering, Status: b.Status,
		StartsAt: b.StartsAt, EndsAt: b.EndsAt,
	})
}

func (s *Service) deleteBanner(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.DeleteBanner(ctx, in.ID)
}

type contactInput struct {
	Body struct {
		Name    string `json:"name" minLength:"1" maxLength:"100"`
		Email   string `json:"email" format:"email" maxLength:"254"`
		Subject string `json:"subject,omitempty" maxLength:"200"`
		Message string `json:"message" minLength:"1" maxLength:"5000"`
	}
}

func (s *Service) contact(ctx context.Context, in *contactInput) (api.Done, error) {
	if err := s.Limits.AllowAddress(ctx, limitContact, api.Address(ctx)); err != nil {
		return api.Done{}, err
	}
	b := in.Body
	return api.OK, s.Contact(ctx, Message{
		Name: b.Name, Email: b.Email, Subject: b.Subject, Message: b.Message, SenderID: account.CallerFrom(ctx).ID,
	})
}

func (s *Service) contactMessages(ctx context.Context, in *struct{ api.Page }) (page api.List[Message], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		page.Data, page.Total, err = selectMessages(ctx, tx, in.Limit, in.Offset)
		return err
	})
	return page, err
}
