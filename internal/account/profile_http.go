package account

import (
	"context"
	"strings"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// maxAvatar bounds the request that carries a picture, in bytes. The site's own
// limit, 2 MB unless set otherwise (spec §5), is the AvatarSaver's to keep.
const maxAvatar = 16 << 20

var missingUsername = fault.Missing("username")

func (s *Service) profileRoutes(r *api.Router) {
	api.Get(r, "/users/me", "users.me", s.showMe, SetUp,
		api.Summary("My own account, with balance and session"), audit.Silent("the caller's own account"))
	api.Put(r, "/users", "users.update", s.update, SignedIn,
		api.Summary("Change my account; what is not sent stays as it is"))
	api.Get(r, "/users/search", "users.search", s.search, SeeAccounts.Guard(),
		api.Summary("Accounts by name, role and status"), audit.As(accountSearched, ""))
	api.Get(r, "/users/view/{id}", "users.view", s.view, SignedIn,
		api.Summary("What others see of an account"), audit.As(accountViewed, "account"))
	api.Post(r, "/users/suspend-account", "users.suspend", s.suspend, SignedIn,
		api.Summary("Suspend my account; my password confirms it"))
	api.Post(r, "/users/avatar/upload", "users.uploadAvatar", s.uploadAvatar, SignedIn, api.MaxBody(maxAvatar),
		api.Summary("Replace my avatar"))
	api.Delete(r, "/users/avatar", "users.removeAvatar", s.removeAvatar, SignedIn,
		api.Summary("Remove my avatar"))
}

func (s *Service) showMe(ctx context.Context, _ *struct{}) (Me, error) {
	return s.Me(ctx, SessionFrom(ctx))
}

type updateInput struct {
	Body updateBody
}

type updateBody struct {
	Name            *string       `json:"name,omitempty" maxLength:"200"`
	Country         *string       `json:"country,omitempty" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	Language        *string       `json:"language,omitempty" maxLength:"35" doc:"BCP 47; one that the site speaks"`
	Email           *string       `json:"email,omitempty" maxLength:"254" doc:"takes effect when confirmed by the link sent there"`
	ConfirmAbove    *money.Tokens `json:"confirmAbove,omitempty" doc:"in tokens; 0: never asked"`
	CurrentPassword string        `json:"currentPassword,omitempty" maxLength:"1024" doc:"for another email, ten minutes after the login"`
}

func (s *Service) update(ctx context.Context, in *updateInput) (Me, error) {
	ch := Changes{Name: in.Body.Name, Country: in.Body.Country, Email: in.Body.Email, Language: in.Body.Language, ConfirmAbove: in.Body.ConfirmAbove,
		CurrentPassword: in.Body.CurrentPassword}
	for _, text := range []*string{ch.Country, ch.Email} {
		if text != nil {
			*text = strings.TrimSpace(*text)
		}
	}
	if ch.Country != nil {
		*ch.Country = strings.ToUpper(*ch.Country)
	}
	return s.UpdateProfile(ctx, CallerFrom(ctx), ch)
}

type searchInput struct {
	api.Page
	Q      string `query:"q" maxLength:"100" doc:"a part of username, name or mail address"`
	Role   Role   `query:"role" enum:"user,performer,studio,admin"`
	Status Status `query:"status" enum:"active,inactive,suspended"`
}

func (s *Service) search(ctx context.Context, in *searchInput) (page api.List[Account], err error) {
	f := Filter{Role: in.Role, Status: in.Status, Query: in.Q, Offset: in.Offset, Limit: in.Limit}
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		page.Data, page.Total, err = s.List(ctx, tx, f)
		return err
	})
	return page, err
}

type viewInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) view(ctx context.Context, in *viewInput) (Card, error) {
	return s.View(ctx, in.ID)
}

type suspendInput struct {
	Body suspendBody
}

type suspendBody struct {
	Password string `json:"password" minLength:"1" maxLength:"1024"`
}

func (s *Service) suspend(ctx context.Context, in *suspendInput) (api.Done, error) {
	if err := s.SuspendSelf(ctx, CallerFrom(ctx), in.Body.Password); err != nil {
		return api.Done{}, err
	}
	s.cookies.take(ctx)
	return api.OK, nil
}

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

func (s *Service) uploadAvatar(ctx context.Context, in *avatarInput) (Avatar, error) {
	path, err := s.SetAvatar(ctx, CallerFrom(ctx), in.RawBody.Data().Avatar)
	return Avatar{URL: path}, err
}

func (s *Service) removeAvatar(ctx context.Context, _ *struct{}) (api.Done, error) {
	return api.OK, s.RemoveAvatar(ctx, CallerFrom(ctx))
}
