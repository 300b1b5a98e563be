package assets

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

// maxForm is the largest multipart body of a photo, in bytes: the highest limit an
// operator can set, and room for the form around it.
const maxForm = 21 << 20

func (s *Photos) photoRoutes(r *api.Router) {
	mine := account.Performer.Guard()
	const photos = "/performer/performer-assets/photos"
	api.Post(r, photos, "photos.create", s.postPhoto, mine, api.MaxBody(maxForm), api.Summary("Add a photo to a gallery, or a picture to another asset"))
	api.Get(r, photos+"/search", "photos.own", s.getPhotos, mine, api.Summary("My photos, of one asset or of all galleries"))
	api.Get(r, photos+"/{id}/view", "photos.ownOne", s.getPhoto, mine, api.Summary("One of my photos"))
	api.Put(r, photos+"/{id}", "photos.move", s.putPhoto, mine, api.Summary("Move a photo to another place in its gallery"))
	api.Delete(r, photos+"/{id}", "photos.remove", s.deletePhoto, mine, api.Summary("Delete a photo; where it was sold, its buyers keep it"))
}

type photoForm struct {
	Photo     api.File `form:"photo" required:"true"`
	GalleryID string   `form:"galleryId" required:"true"`
}

type photoUpload struct {
	RawBody api.Form[photoForm]
}

func (s *Photos) postPhoto(ctx context.Context, in *photoUpload) (PhotoView, error) {
	form := in.RawBody.Data()
	p, err := s.AddPhoto(ctx, account.CallerFrom(ctx).ID, form.GalleryID, form.Photo)
	return photoView(p, ""), err
}

type photosInput struct {
	api.Page
	GalleryID string `query:"galleryId" maxLength:"40"`
}

func (s *Photos) getPhotos(ctx context.Context, in *photosInput) (page api.List[PhotoView], err error) {
	list, total, err := s.OwnPhotos(ctx, account.CallerFrom(ctx).ID, in.GalleryID, in.Offset, in.Limit)
	return api.List[PhotoView]{Data: photoViews(list, ""), Total: total}, err
}

type photoInput struct {
	ID string `path:"id"`
}

func (s *Photos) getPhoto(ctx context.Context, in *photoInput) (PhotoView, error) {
	p, err := s.OwnPhoto(ctx, account.CallerFrom(ctx).ID, in.ID)
	return photoView(p, ""), err
}

type moveInput struct {
	ID   string `path:"id"`
	Body struct {
		Position int `json:"position" doc:"from 0"`
	}
}

func (s *Photos) putPhoto(ctx context.Context, in *moveInput) (PhotoView, error) {
	p, err := s.MovePhoto(ctx, account.CallerFrom(ctx).ID, in.ID, in.Body.Position)
	return photoView(p, ""), err
}

func (s *Photos) deletePhoto(ctx context.Context, in *photoInput) (api.Done, error) {
	return api.OK, s.RemovePhoto(ctx, account.CallerFrom(ctx).ID, in.ID)
}
