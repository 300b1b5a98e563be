package assets

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/money"
)

// largestForm is the largest multipart body of a photo, in bytes: the highest limit an
// operator can set, and room for the form around it.
const largestForm = 21 << 20

// Routes mounts the package on the API. The files of photos are served beside it
// (files.ServePhotos).
func (s *Service) Routes(r *api.Router) {
	s.performerRoutes(r)
	s.shopRoutes(r)
	s.reviewRoutes(r)
}

func (s *Service) performerRoutes(r *api.Router) {
	mine := account.Performer.Guard
	const galleries, photos = "/performer/performer-assets/galleries", "/performer/performer-assets/photos"
	api.Post(r, galleries, "assets.create", s.postGallery, mine, api.Summary("Begin a gallery, as a draft"))
	api.Get(r, galleries+"/search", "assets.own", s.getOwn, mine, api.Summary("My galleries, the newest first, with what they sold"))
	api.Get(r, galleries+"/{id}/view", "assets.ownOne", s.getOne, mine, api.Summary("One of my galleries with its photos"))
	api.Put(r, galleries+"/{id}", "assets.change", s.putGallery, mine,
		api.Summary("Change a gallery; another title or cover of one on sale waits for the review again"))
	api.Delete(r, galleries+"/{id}", "assets.remove", s.deleteGallery, mine, api.Summary("Delete a gallery; its buyers keep it"))
	api.Post(r, galleries+"/{id}/submit", "assets.submit", s.postSubmit, mine,
		api.Summary("Declare the people in a gallery and ask for it to be sold"))
	api.Post(r, galleries+"/{id}/activate", "assets.activate", s.postActivate, mine, api.Summary("Put an approved gallery on sale"))
	api.Post(r, galleries+"/{id}/deactivate", "assets.deactivate", s.postDeactivate, mine, api.Summary("Take a gallery off sale"))
	api.Post(r, galleries+"/bulk", "assets.bulk", s.postBulk, mine, api.Summary("Do one thing with several galleries"))

	api.Post(r, photos, "assets.addPhoto", s.postPhoto, mine, api.MaxBody(largestForm), api.Summary("Add a photo to a gallery"))
	api.Get(r, photos+"/search", "assets.ownPhotos", s.getPhotos, mine, api.Summary("My photos, of one gallery or of all"))
	api.Get(r, photos+"/{id}/view", "assets.ownPhoto", s.getPhoto, mine, api.Summary("One of my photos"))
	api.Put(r, photos+"/{id}", "assets.movePhoto", s.putPhoto, mine, api.Summary("Move a photo to another place in its gallery"))
	api.Delete(r, photos+"/{id}", "assets.removePhoto", s.deletePhoto, mine, api.Summary("Delete a photo; where it was sold, its buyers keep it"))
}

type createInput struct{ Body createBody }

type createBody struct {
	Title       string       `json:"title" doc:"at most 120 characters"`
	Description string       `json:"description,omitempty" doc:"at most 4000 characters"`
	Price       money.Tokens `json:"price" doc:"whole tokens, at least 1"`
	Tags        []string     `json:"tags,omitempty"`
	CategoryIDs []string     `json:"categoryIds,omitempty"`
	PublishAt   string       `json:"publishAt,omitempty" doc:"when it goes on sale, once approved; empty: as soon as it is approved"`
}

func (s *Service) postGallery(ctx context.Context, in *createInput) (GalleryView, error) {
	b := in.Body
	me := account.CallerFrom(ctx).ID
	a, err := s.Create(ctx, me, Fields{
		Title: &b.Title, Description: &b.Description, Price: &b.Price, Tags: b.Tags, CategoryIDs: b.CategoryIDs, PublishAt: &b.PublishAt,
	})
	return galleryView(Listed{Asset: a}), err
}

type ownInput struct {
	api.Page
	Text   string `query:"q" maxLength:"100" doc:"words of the title or the tags; each must be found"`
	Status string `query:"status" enum:"draft,pending,active,rejected,inactive"`
	SortBy string `query:"sortBy" enum:"createdAt,updatedAt,publishedAt,title,price,sold"`
	Sort   string `query:"sort" enum:"asc,desc" default:"desc"`
}

func (s *Service) getOwn(ctx context.Context, in *ownInput) (page api.List[GalleryView], err error) {
	list, total, err := s.OwnGalleries(ctx, account.CallerFrom(ctx).ID, Filter{
		Text: in.Text, Status: Status(in.Status), SortBy: in.SortBy, Ascending: in.Sort == "asc", Offset: in.Offset, Limit: in.Limit,
	})
	page = api.List[GalleryView]{Data: make([]GalleryView, len(list)), Total: total}
	for i, l := range list {
		page.Data[i] = galleryView(l)
	}
	return page, err
}

// OwnGalleries is a page of a performer's galleries with what they sold.
func (s *Service) OwnGalleries(ctx context.Context, performerID string, f Filter) (list []Listed, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, n, err := selectOwn(ctx, tx, performerID, f, fold.Words(f.Text))
		if err != nil {
			return err
		}
		total = n
		list, err = s.listed(ctx, tx, found)
		return err
	})
	return list, total, err
}

// listed gives galleries their covers, counts and sales.
func (s *Service) listed(ctx context.Context, tx *db.Tx, found []Asset) ([]Listed, error) {
	ids, covers := make([]string, len(found)), make([]string, len(found))
	for i, a := range found {
		ids[i], covers[i] = a.ID, a.CoverID
	}
	counts, err := photoCounts(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	photos, err := photosByID(ctx, tx, covers)
	if err != nil {
		return nil, err
	}
	sales, err := s.Purchases.Sales(ctx, tx, Gallery, ids)
	list := make([]Listed, len(found))
	for i, a := range found {
		list[i] = Listed{Asset: a, Photos: counts[a.ID][0], Undeclared: counts[a.ID][1], Cover: photos[a.CoverID], Sales: sales[a.ID]}
	}
	return list, err
}

type galleryInput struct {
	ID string `path:"id"`
}

func (s *Service) getOne(ctx context.Context, in *galleryInput) (view GalleryView, err error) {
	a, photos, err := s.Own(ctx, account.CallerFrom(ctx).ID, in.ID)
	if err != nil {
		return view, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err := s.listed(ctx, tx, []Asset{a})
		if err == nil {
			view = galleryView(list[0])
		}
		return err
	})
	view.Photos = photoViews(photos, a.CoverID)
	return view, err
}

type changeInput struct {
	ID   string `path:"id"`
	Body changeBody
}

type changeBody struct {
	Title       *string       `json:"title,omitempty"`
	Description *string       `json:"description,omitempty"`
	Price       *money.Tokens `json:"price,omitempty"`
	Tags        []string      `json:"tags,omitempty"`
	CategoryIDs []string      `json:"categoryIds,omitempty"`
	PublishAt   *string       `json:"publishAt,omitempty" doc:"empty: as soon as it is approved"`
	CoverID     *string       `json:"coverId,omitempty"`
	PhotoIDs    []string      `json:"photoIds,omitempty" doc:"every photo of the gallery once, in their new order"`
}

func (s *Service) putGallery(ctx context.Context, in *changeInput) (GalleryView, error) {
	_, err := s.Change(ctx, account.CallerFrom(ctx).ID, in.ID, Fields(in.Body))
	return s.viewAfter(ctx, in.ID, err)
}

// viewAfter is a gallery after a change that succeeded.
func (s *Service) viewAfter(ctx context.Context, assetID string, err error) (GalleryView, error) {
	if err != nil {
		return GalleryView{}, err
	}
	return s.getOne(ctx, &galleryInput{assetID})
}

func (s *Service) deleteGallery(ctx context.Context, in *galleryInput) (api.Done, error) {
	return api.OK, s.Remove(ctx, account.CallerFrom(ctx).ID, in.ID)
}

type submitInput struct {
	ID   string `path:"id"`
	Body struct {
		Consents Consents `json:"consents"`
	}
}

func (s *Service) postSubmit(ctx context.Context, in *submitInput) (GalleryView, error) {
	_, err := s.Submit(ctx, account.CallerFrom(ctx).ID, in.ID, in.Body.Consents)
	return s.viewAfter(ctx, in.ID, err)
}

func (s *Service) postActivate(ctx context.Context, in *galleryInput) (GalleryView, error) {
	_, err := s.Activate(ctx, account.CallerFrom(ctx).ID, in.ID)
	return s.viewAfter(ctx, in.ID, err)
}

func (s *Service) postDeactivate(ctx context.Context, in *galleryInput) (GalleryView, error) {
	_, err := s.Deactivate(ctx, account.CallerFrom(ctx).ID, in.ID)
	return s.viewAfter(ctx, in.ID, err)
}

type bulkInput struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"100"`
		Action string   `json:"action" enum:"activate,deactivate,delete"`
	}
}

// Bulk says of each gallery whether it was done.
type Bulk struct {
	Done    []string  `json:"done"`
	Refused []Refused `json:"refused"`
}

// Refused is a gallery with which it was not done, and why.
type Refused struct {
	ID      string `json:"_id"`
	Error   string `json:"error" doc:"the code of the refusal, such as wrong_status"`
	Message string `json:"message"`
}

// postBulk does one thing with each gallery, and goes on after a refusal.
func (s *Service) postBulk(ctx context.Context, in *bulkInput) (Bulk, error) {
	me, result := account.CallerFrom(ctx).ID, Bulk{Done: []string{}, Refused: []Refused{}}
	for _, one := range distinct(in.Body.IDs) {
		var err error
		switch in.Body.Action {
		case "activate":
			_, err = s.Activate(ctx, me, one)
		case "deactivate":
			_, err = s.Deactivate(ctx, me, one)
		default:
			err = s.Remove(ctx, me, one)
		}
		refusal, refused := errors.AsType[*fault.Fault](err)
		switch {
		case err == nil:
			result.Done = append(result.Done, one)
		case refused:
			said := refusal.In(ctx)
			result.Refused = append(result.Refused, Refused{ID: one, Error: said.Code, Message: said.Text})
		default:
			return result, err
		}
	}
	return result, nil
}

type photoForm struct {
	Photo     api.File `form:"photo" required:"true"`
	GalleryID string   `form:"galleryId" required:"true"`
}

type photoUpload struct {
	RawBody api.Form[photoForm]
}

func (s *Service) postPhoto(ctx context.Context, in *photoUpload) (PhotoView, error) {
	form := in.RawBody.Data()
	p, err := s.AddPhoto(ctx, account.CallerFrom(ctx).ID, form.GalleryID, form.Photo)
	return photoView(p, ""), err
}

type photosInput struct {
	api.Page
	GalleryID string `query:"galleryId" maxLength:"40"`
}

func (s *Service) getPhotos(ctx context.Context, in *photosInput) (page api.List[PhotoView], err error) {
	list, total, err := s.OwnPhotos(ctx, account.CallerFrom(ctx).ID, in.GalleryID, in.Offset, in.Limit)
	return api.List[PhotoView]{Data: photoViews(list, ""), Total: total}, err
}

type photoInput struct {
	ID string `path:"id"`
}

func (s *Service) getPhoto(ctx context.Context, in *photoInput) (PhotoView, error) {
	p, err := s.OwnPhoto(ctx, account.CallerFrom(ctx).ID, in.ID)
	return photoView(p, ""), err
}

type moveInput struct {
	ID   string `path:"id"`
	Body struct {
		Position int `json:"position" doc:"from 0"`
	}
}

func (s *Service) putPhoto(ctx context.Context, in *moveInput) (PhotoView, error) {
	p, err := s.MovePhoto(ctx, account.CallerFrom(ctx).ID, in.ID, in.Body.Position)
	return photoView(p, ""), err
}

func (s *Service) deletePhoto(ctx context.Context, in *photoInput) (api.Done, error) {
	return api.OK, s.RemovePhoto(ctx, account.CallerFrom(ctx).ID, in.ID)
}
