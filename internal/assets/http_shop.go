package assets

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

func (s *Service) shopRoutes(r *api.Router) {
	const galleries = "/user/performer-assets/galleries"
	api.Get(r, galleries+"/search", "assets.search", s.getSearch, api.Public, api.Summary("Galleries on sale, the newest or the most bought first"))
	api.Get(r, galleries+"/{id}/view", "assets.view", s.getView, api.Public, api.Summary("A gallery on sale, or one that I bought"))
	api.Get(r, "/user/performer-assets/photos/{galleryId}/search", "assets.photos", s.getShown, api.Public,
		api.Summary("The photos of a gallery: blurred, or as they are for who bought it"))
}

type searchInput struct {
	api.Page
	PerformerID string `query:"performerId" maxLength:"40"`
	Text        string `query:"q" maxLength:"100" doc:"words of the title or the tags; each must be found"`
	Category    string `query:"category" maxLength:"60" doc:"id or slug"`
	Tag         string `query:"tag" maxLength:"60"`
	Sort        string `query:"sort" enum:"newest,popular" default:"newest"`
}

func (s *Service) getSearch(ctx context.Context, in *searchInput) (page api.List[GalleryCard], err error) {
	list, total, err := s.Search(ctx, account.CallerFrom(ctx), Query{
		Text: in.Text, PerformerID: in.PerformerID, Category: in.Category, Tag: in.Tag, Popular: in.Sort == "popular",
		Offset: in.Offset, Limit: in.Limit,
	})
	page = api.List[GalleryCard]{Data: make([]GalleryCard, len(list)), Total: total}
	for i, o := range list {
		page.Data[i] = o.Card()
	}
	return page, err
}

func (s *Service) getView(ctx context.Context, in *galleryInput) (GalleryCard, error) {
	o, err := s.View(ctx, account.CallerFrom(ctx), in.ID)
	return o.Card(), err
}

type shownInput struct {
	api.Page
	GalleryID string `path:"galleryId"`
}

func (s *Service) getShown(ctx context.Context, in *shownInput) (page api.List[ShownPhoto], err error) {
	o, list, total, err := s.Shown(ctx, account.CallerFrom(ctx), in.GalleryID, in.Offset, in.Limit)
	page = api.List[ShownPhoto]{Data: make([]ShownPhoto, len(list)), Total: total}
	for i, p := range list {
		page.Data[i] = o.photo(p)
	}
	return page, err
}
