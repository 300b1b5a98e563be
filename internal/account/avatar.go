package account

import (
	"cmp"
	"context"
	"fmt"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// defaultAvatar is the picture of accounts without one (spec §3).
const defaultAvatar = "/default-user-icon.png"

// AvatarSaver keeps pictures. SaveAvatar refuses what is no picture or too large
// with a fault, and returns the picture's path on this site.
type AvatarSaver interface {
	SaveAvatar(ctx context.Context, c Caller, file api.File) (path string, err error)
	RemoveAvatar(ctx context.Context, path string) error
}

// Picture is the account's picture as its owner sees it: the site's placeholder when
// there is none.
func (s *Profiles) Picture(a Account) string { return cmp.Or(a.Avatar, s.Placeholder()) }

var errNoPictures = fault.New(fault.Unavailable, "Pictures cannot be uploaded here.")

// SetAvatar stores the picture as the caller's, in place of an earlier one.
func (s *Profiles) SetAvatar(ctx context.Context, c Caller, file api.File) (path string, err error) {
	if s.Avatars == nil {
		return "", errNoPictures
	}
	if path, err = s.Avatars.SaveAvatar(ctx, c, file); err != nil {
		return "", err
	}
	return path, s.replaceAvatar(ctx, c, path)
}

// RemoveAvatar takes the caller's picture away.
func (s *Profiles) RemoveAvatar(ctx context.Context, c Caller) error {
	return s.replaceAvatar(ctx, c, "")
}

func (s *Profiles) replaceAvatar(ctx context.Context, c Caller, path string) error {
	var before string
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := accountOf(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		before = a.Avatar
		if err := updateAvatar(ctx, tx, a.ID, path, s.Now()); err != nil {
			return fmt.Errorf("update avatar: %w", err)
		}
		return s.Events.Publish(ctx, tx, ProfileChanged{AccountID: a.ID, Role: a.Role})
	})
	if err != nil || before == "" || s.Avatars == nil {
		return err
	}
	return s.Avatars.RemoveAvatar(ctx, before)
}

// maxAvatar bounds the request that carries a picture, in bytes. The site's own
// limit, 2 MB unless set otherwise (spec §5), is the AvatarSaver's to keep.
const maxAvatar = 16 << 20

type avatarInput struct {
	RawBody api.Form[avatarForm]
}

type avatarForm struct {
	Avatar api.File `form:"avatar" required:"true"`
}

// Avatar answers an upload.
type Avatar struct {
	URL string `json:"url" doc:"a path on this site"`
}

func (s *Profiles) uploadAvatar(ctx context.Context, in *avatarInput) (Avatar, error) {
	path, err := s.SetAvatar(ctx, CallerFrom(ctx), in.RawBody.Data().Avatar)
	return Avatar{URL: path}, err
}

func (s *Profiles) removeAvatar(ctx context.Context, _ *struct{}) (api.Done, error) {
	return api.OK, s.RemoveAvatar(ctx, CallerFrom(ctx))
}
