package performer

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

// Bounds of the bodies that carry files, in bytes. What one file may have is for
// the keeper of files to say.
const (
	maxPapers  = 32 << 20
	maxPicture = 16 << 20
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	mine, categories := account.Performer.Guard(), account.ManageCategories.Guard()
	api.Post(r, "/auth/performers/register", "performer.register", s.register, api.Public, api.MaxBody(maxPapers),
		api.Summary("Register as a performer, with identity documents"))
	api.Get(r, "/performers/me", "performer.me", s.me, mine,
		api.Summary("My own profile, with prices and verification"))
	api.Put(r, "/performers", "performer.update", s.update, mine,
		api.Summary("Change my profile; what is not sent stays as it is"))
	api.Post(r, "/performers/identity-documents", "performer.submit", s.papers, mine, api.MaxBody(maxPapers),
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

	api.Get(r, "/performer-categories", "categories.list", s.categories, api.Public,
		api.Summary("The categories of performers, in order"))
	api.Post(r, "/admin/performer-categories", "categories.add", s.addCategory, categories,
		api.Summary("Add a category of performers"))
	api.Put(r, "/admin/performer-categories/{id}", "categories.change", s.changeCategory, categories,
		api.Summary("Change a category of performers"))
	api.Delete(r, "/admin/performer-categories/{id}", "categories.remove", s.removeCategory, categories,
		api.Summary("Remove a category of performers"))
}

type registerInput struct {
	RawBody api.Form[registerForm]
}

type registerForm struct {
	Username    string   `form:"username" required:"true" minLength:"1" maxLength:"100"`
	Email       string   `form:"email" required:"true" minLength:"1" maxLength:"254"`
	Password    string   `form:"password" required:"true" minLength:"1" maxLength:"1024"`
	DateOfBirth string   `form:"dateOfBirth" required:"true" minLength:"1" maxLength:"40" doc:"YYYY-MM-DD"`
	Gender      string   `form:"gender" required:"true" enum:"female,male,transgender,couple"`
	Name        string   `form:"name" required:"false" maxLength:"200"`
	Country     string   `form:"country" required:"false" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	Ref         string   `form:"ref" required:"false" maxLength:"64" doc:"a referral code"`
	ID          api.File `form:"idVerification" required:"true"`
	Document    api.File `form:"documentVerification" required:"true"`
}

type message struct {
	Message string `json:"message"`
}

func (s *Service) register(ctx context.Context, in *registerInput) (message, error) {
	f := in.RawBody.Data()
	_, err := s.Register(ctx, account.NewAccount{
		Username: f.Username, Email: f.Email, Password: f.Password, DateOfBirth: f.DateOfBirth,
		Name: f.Name, Country: f.Country, Referral: f.Ref,
	}, f.Gender, Papers{ID: f.ID, Document: f.Document})
	if err != nil {
		return message{}, err
	}
	return message{"Welcome! Please follow the link in the email that we have sent you. We are checking your documents."}, nil
}

func (s *Service) me(ctx context.Context, _ *struct{}) (Performer, error) {
	return s.Me(ctx, account.CallerFrom(ctx).ID)
}

type updateInput struct{ Body Changes }

func (s *Service) update(ctx context.Context, in *updateInput) (Performer, error) {
	return s.Update(ctx, account.CallerFrom(ctx), in.Body)
}

type papersInput struct {
	RawBody api.Form[papersForm]
}

type papersForm struct {
	ID       api.File `form:"idVerification" required:"true"`
	Document api.File `form:"documentVerification" required:"true"`
}

func (s *Service) papers(ctx context.Context, in *papersInput) (Performer, error) {
	f := in.RawBody.Data()
	return s.Submit(ctx, account.CallerFrom(ctx).ID, Papers{ID: f.ID, Document: f.Document})
}

type avatarInput struct {
	RawBody api.Form[avatarForm]
}

type avatarForm struct {
	Avatar api.File `form:"avatar" required:"true"`
}

func (s *Service) avatar(ctx context.Context, in *avatarInput) (Performer, error) {
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

func (s *Service) picture(kind string) api.Handler[pictureInput, Performer] {
	return func(ctx context.Context, in *pictureInput) (Performer, error) {
		return s.SetPicture(ctx, account.CallerFrom(ctx).ID, kind, in.RawBody.Data().File)
	}
}

type sayInput struct {
	Body struct {
		Headline string `json:"headline,omitempty" maxLength:"120"`
		Status   string `json:"status,omitempty" enum:"available,away" default:"available"`
	}
}

func (s *Service) say(ctx context.Context, in *sayInput) (Performer, error) {
	return s.Say(ctx, account.CallerFrom(ctx).ID, in.Body.Headline, in.Body.Status)
}

type pricesInput struct{ Body Prices }

func (s *Service) prices(ctx context.Context, in *pricesInput) (Performer, error) {
	return s.SetPrices(ctx, account.CallerFrom(ctx).ID, in.Body)
}

type broadcastInput struct{ Body Broadcast }

func (s *Service) broadcast(ctx context.Context, in *broadcastInput) (Performer, error) {
	return s.SetBroadcast(ctx, account.CallerFrom(ctx).ID, in.Body)
}

type suspendInput struct {
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"1024"`
	}
}

func (s *Service) suspend(ctx context.Context, in *suspendInput) (api.Done, error) {
	return api.OK, s.Accounts.SuspendSelf(ctx, account.CallerFrom(ctx), in.Body.Password)
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) view(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.View(ctx, in.ID)
}

func (s *Service) categories(ctx context.Context, _ *struct{}) (list api.List[Category], err error) {
	list.Data, err = s.Categories(ctx)
	list.Total = len(list.Data)
	return list, err
}

type addCategoryInput struct{ Body CategoryDraft }

func (s *Service) addCategory(ctx context.Context, in *addCategoryInput) (Category, error) {
	return s.AddCategory(ctx, in.Body)
}

type changeCategoryInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body CategoryDraft
}

func (s *Service) changeCategory(ctx context.Context, in *changeCategoryInput) (Category, error) {
	return s.ChangeCategory(ctx, in.ID, in.Body)
}

func (s *Service) removeCategory(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.RemoveCategory(ctx, in.ID)
}
