package assets

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

func (s *Shop) shopRoutes(r *api.Router) {
	const base = "/user/performer-assets/"
	shop{s, Gallery}.routes(r, base+"galleries", "galleries")
	shop{s, Video}.routes(r, base+"videos", "videos")
	api.Post(r, base+"videos/{id}/inc-view", "videos.countView", s.postView, api.Public,
		api.Summary("Count that I look at a video or its trailer, once in an hour"))
	shop{s, Product}.routes(r, base+"products", "products")
	api.Get(r, base+"photos/{galleryId}/search", "photos.search", s.getShown, api.Public,
		api.Summary("The photos of a gallery: blurred, or as they are for who bought it; and the pictures of other assets"))
}

// shop are the calls by which visitors find assets of a kind.
type shop struct {
	*Shop
	kind string
}

// routes mounts what all kinds have in common; name is the kind in the plural.
func (s shop) routes(r *api.Router, path, name string) {
	api.Get(r, path+"/search", name+".search", s.search, api.Public, api.Summary("What is on sale of "+name+", the newest or the most bought first"))
	api.Get(r, path+"/{id}/view", name+".view", s.view, api.Public, api.Summary("One of the "+name+" on sale, or one that I bought"))
}

type searchInput struct {
	api.Page
	PerformerID string `query:"performerId" maxLength:"40"`
	Text        string `query:"q" maxLength:"100" doc:"words of the title or the tags; each must be found"`
	Category    string `query:"category" maxLength:"60" doc:"id or slug"`
	Tag         string `query:"tag" maxLength:"60"`
	Sort        string `query:"sort" enum:"newest,popular" default:"newest"`
}

func (s shop) search(ctx context.Context, in *searchInput) (api.List[Card], error) {
	list, total, err := s.Search(ctx, account.CallerFrom(ctx), Query{
		Kind: s.kind, Text: in.Text, PerformerID: in.PerformerID, Category: in.Category, Tag: in.Tag, Popular: in.Sort == "popular",
		Offset: in.Offset, Limit: in.Limit,
	})
	return api.ListOf(list, total, Offer.Card), err
}

func (s shop) view(ctx context.Context, in *assetInput) (Card, error) {
	o, err := s.ViewOf(ctx, account.CallerFrom(ctx), s.kind, in.ID)
	return o.Card(), err
}

type shownInput struct {
	api.Page
	GalleryID string `path:"galleryId"`
}

func (s *Shop) getShown(ctx context.Context, in *shownInput) (api.List[ShownPhoto], error) {
	o, list, total, err := s.Shown(ctx, account.CallerFrom(ctx), in.GalleryID, in.Offset, in.Limit)
	return api.ListOf(list, total, o.photo), err
}
