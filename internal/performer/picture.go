package performer

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// The pictures of a performer's cards, by the last part of their address.
var pictureColumns = map[string]string{"card": "card_image", "wide": "wide_image"}

// SetPicture keeps a picture for the performer's cards (kind card) or the head of
// the page (kind wide).
func (s *Profiles) SetPicture(ctx context.Context, performerID, kind string, f api.File) (Performer, error) {
	if !f.IsSet {
		return Performer{}, fault.Missing("file")
	}
	file, err := s.Files.SaveImage(ctx, performerID, files.Kind(kind), f.Filename, f, files.Limits{})
	if err != nil {
		return Performer{}, files.RefusedIn("file", err)
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		return updateImage(ctx, tx, performerID, pictureColumns[kind], file.URL(), s.Now())
	})
}

type avatarInput struct {
	RawBody api.Form[avatarForm]
}

type avatarForm struct {
	Avatar api.File `form:"avatar" required:"true"`
}

func (s *Profiles) avatar(ctx context.Context, in *avatarInput) (Performer, error) {
	c := account.CallerFrom(ctx)
	if _, err := s.Accounts.SetAvatar(ctx, c, in.RawBody.Data().Avatar); err != nil {
		return Performer{}, err
	}
	return s.Me(ctx, c.ID)
}

type pictureInput struct {
	RawBody api.Form[pictureForm]
}

type pictureForm struct {
	File api.File `form:"file" required:"true"`
}

func (s *Profiles) picture(kind string) api.Handler[pictureInput, Performer] {
	return func(ctx context.Context, in *pictureInput) (Performer, error) {
		return s.SetPicture(ctx, account.CallerFrom(ctx).ID, kind, in.RawBody.Data().File)
	}
}
