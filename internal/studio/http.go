package studio

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

// Bounds of the bodies that carry documents, in bytes.
const (
	maxDocument = 16 << 20
	maxPapers   = 32 << 20
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	mine := account.Studio.Guard()
	api.Post(r, "/auth/studio/register", "studio.register", s.register, api.Public, api.MaxBody(maxDocument),
		api.Summary("Register as a studio, with a document"))
	api.Get(r, "/studio/me", "studio.me", s.me, mine,
		api.Summary("My own studio, with its verification"))
	api.Put(r, "/studio/update", "studio.update", s.update, mine,
		api.Summary("Change my studio's account; what is not sent stays as it is"))
	api.Post(r, "/studio/identity-documents", "studio.submit", s.papers, mine, api.MaxBody(maxDocument),
		api.Summary("Send the studio's document again"))
	api.Get(r, "/studio/stats", "studio.stats", s.statistics, mine,
		api.Summary("Numbers about my members"))
	api.Get(r, "/studio/members", "studio.members", s.members, mine,
		api.Summary("My members"))
	api.Post(r, "/studio/members", "studio.hire", s.hire, mine, api.MaxBody(maxPapers),
		api.Summary("Register a performer as my member, with identity documents"))
	api.Post(r, "/studio/members/{id}/{status}", "studio.setStatus", s.setStatus, mine,
		api.Summary("Activate one of my members, or suspend them"))
	api.Post(r, "/performers/studio/leave", "studio.leave", s.leave, account.Performer.Guard(),
		api.Summary("Leave my studio"))
	s.rateRoutes(r)
}

func (s *Service) leave(ctx context.Context, _ *struct{}) (message, error) {
	if err := s.Leave(ctx, account.CallerFrom(ctx).ID); err != nil {
		return message{}, err
	}
	return message{"You have left your studio."}, nil
}

type registerInput struct {
	RawBody api.Form[registerForm]
}

type registerForm struct {
	Username    string   `form:"username" required:"true" minLength:"1" maxLength:"100"`
	Email       string   `form:"email" required:"true" minLength:"1" maxLength:"254"`
	Password    string   `form:"password" required:"true" minLength:"1" maxLength:"1024"`
	DateOfBirth string   `form:"dateOfBirth" required:"true" minLength:"1" maxLength:"40" doc:"of the person who answers for the studio, YYYY-MM-DD"`
	Name        string   `form:"name" required:"false" maxLength:"200"`
	Country     string   `form:"country" required:"false" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	Ref         string   `form:"ref" required:"false" maxLength:"64" doc:"a referral code"`
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
	}, f.Document)
	if err != nil {
		return message{}, err
	}
	return message{"Welcome! Please follow the link in the email that we have sent you. We are checking your document."}, nil
}

func (s *Service) me(ctx context.Context, _ *struct{}) (Studio, error) {
	return s.Me(ctx, account.CallerFrom(ctx).ID)
}

type papersInput struct {
	RawBody api.Form[papersForm]
}

type papersForm struct {
	Document api.File `form:"documentVerification" required:"true"`
}

func (s *Service) papers(ctx context.Context, in *papersInput) (Studio, error) {
	return s.Submit(ctx, account.CallerFrom(ctx).ID, in.RawBody.Data().Document)
}

func (s *Service) statistics(ctx context.Context, _ *struct{}) (Stats, error) {
	return s.Stats(ctx, account.CallerFrom(ctx).ID)
}

type updateInput struct {
	Body struct {
		Name    *string `json:"name,omitempty" minLength:"1" maxLength:"60"`
		Country *string `json:"country,omitempty" pattern:"^[A-Z]{2}$"`
	}
}

// update changes the studio's account; its mail address is changed under /users.
func (s *Service) update(ctx context.Context, in *updateInput) (Studio, error) {
	c := account.CallerFrom(ctx)
	if _, err := s.Accounts.UpdateProfile(ctx, c, account.Changes{Name: in.Body.Name, Country: in.Body.Country}); err != nil {
		return Studio{}, err
	}
	return s.Me(ctx, c.ID)
}

type membersInput struct {
	api.Page
	Status string `query:"status" enum:"active,inactive"`
}

func (s *Service) members(ctx context.Context, in *membersInput) (list api.List[Member], err error) {
	list.Data, list.Total, err = s.Members(ctx, account.CallerFrom(ctx).ID, in.Status, in.Offset, in.Limit)
	return list, err
}

type hireInput struct {
	RawBody api.Form[hireForm]
}

type hireForm struct {
	Username    string   `form:"username" required:"true" minLength:"1" maxLength:"100"`
	Email       string   `form:"email" required:"true" minLength:"1" maxLength:"254"`
	Password    string   `form:"password" required:"false" maxLength:"1024" doc:"without one she chooses it by the link of her invitation"`
	DateOfBirth string   `form:"dateOfBirth" required:"true" minLength:"1" maxLength:"40" doc:"YYYY-MM-DD"`
	Gender      string   `form:"gender" required:"true" enum:"female,male,transgender,couple"`
	Name        string   `form:"name" required:"false" maxLength:"200"`
	Country     string   `form:"country" required:"false" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	ID          api.File `form:"idVerification" required:"false" doc:"with documentVerification, or she sends both herself"`
	Document    api.File `form:"documentVerification" required:"false"`
}

func (s *Service) hire(ctx context.Context, in *hireInput) (Member, error) {
	f := in.RawBody.Data()
	return s.Hire(ctx, account.CallerFrom(ctx), account.NewAccount{
		Username: f.Username, Email: f.Email, Password: f.Password, DateOfBirth: f.DateOfBirth, Name: f.Name, Country: f.Country,
	}, f.Gender, f.ID, f.Document)
}

type statusInput struct {
	ID     string `path:"id" maxLength:"64"`
	Status string `path:"status" enum:"active,inactive"`
}

func (s *Service) setStatus(ctx context.Context, in *statusInput) (Member, error) {
	return s.SetStatus(ctx, account.CallerFrom(ctx).ID, in.ID, in.Status)
}
