package socialconnect

import (
	"context"
	"net/http"
	"net/url"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

const (
	callbackPath = "/auth/twitter/connect-callback"

	// The pages that X leads back to.
	performerPage = "/account/performer/account-settings"
	memberPage    = "/account/user/account-settings"
	loginPage     = "/auth/login/user"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/auth/twitter/connect", "social.connect", s.getConnect, api.Public, audit.Silent("the caller's own account of X"),
		api.Summary("The page of X that asks for what I want: posts for a performer, a login for a member or a guest"))
	api.Raw(r, http.MethodGet, callbackPath, "social.answered", s.getAnswer, api.Public, audit.Silent("the caller's own account of X"))
	api.Post(r, "/auth/twitter/login", "social.enter", s.postEnter, api.Public, api.Summary("Log in by an answer of X, in the browser that asked"))
	api.Post(r, "/auth/twitter/register", "social.register", s.postRegister, api.Public, api.Summary("Register as a member by an answer of X"))

	api.Get(r, "/social-connect/available", "social.available", s.getAvailable, api.Public, api.Summary("What this site lets people do with X"))
	api.Get(r, "/social-connect/twitter", "social.connection", s.getConnection, account.Performer.Guard(), api.Summary("Where it is posted that I am live"))
	api.Put(r, "/social-connect/twitter", "social.change", s.putConnection, account.Performer.Guard(), api.Summary("Whether and what is posted when I go live"))
	api.Delete(r, "/social-connect/twitter", "social.disconnect", s.deleteConnection, account.Performer.Guard(), api.Summary("Disconnect X; nothing is posted any more"))
	api.Post(r, "/social-connect/twitter/preview", "social.preview", s.postPreview, account.Performer.Guard(), api.Summary("How a text would be posted"))
	api.Post(r, "/social-connect/twitter/posts/{id}/retry", "social.retry", s.postRetry, account.Performer.Guard(),
		api.Summary("Try a post again that has failed, while the show goes on"))
	api.Get(r, "/social-connect/sign-in", "social.signIn", s.getSignIn, account.Member.Guard(), api.Summary("By which account of X I log in"))
	api.Delete(r, "/social-connect/sign-in", "social.unlink", s.deleteSignIn, account.StepUp(account.Member.Guard()), api.Summary("No longer log in by X"))

	api.Get(r, "/admin/social-connect/twitter", "social.setup", s.getSetup, account.ManageSettings.Guard(),
		api.Summary("How X is set up"), audit.Silent("the site's own settings; they hold no secret"))
	api.Put(r, "/admin/social-connect/twitter", "social.setUp", s.putSetup, account.Decides(account.ManageSettings.Guard()),
		api.Summary("Set X up; a secret that is left out stays, unless the client or an address is changed"))
}

type connectInput struct {
	Next string `query:"next" maxLength:"300" doc:"the path on this site to go to after a login"`
}

// Address is where the browser goes next.
type Address struct {
	URL string `json:"url"`
}

func (s *Flows) getConnect(ctx context.Context, in *connectInput) (Address, error) {
	address, err := s.Connect(ctx, in.Next)
	return Address{address}, err
}

// getAnswer leads the browser to the page that goes on. It is a page's request, so it says on that page
// whatever went wrong.
func (s *Flows) getAnswer(w http.ResponseWriter, r *http.Request) error {
	ctx, q := r.Context(), r.URL.Query()
	f, end := s.Answered(ctx, answer{q.Get("state"), q.Get("code"), q.Get("error")})
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, pageAfter(f, end, account.CallerFrom(ctx)), http.StatusSeeOther)
	return nil
}

func pageAfter(f flow, end outcome, caller account.Caller) string {
	q := url.Values{"twitter": {string(end)}}
	switch {
	case f.purpose == forLogin:
		if end == connected {
			q.Set("twitter", f.id)
		}
		if f.next != "" {
			q.Set("next", f.next)
		}
		return loginPage + "?" + q.Encode()
	case caller.Role == account.Performer:
		return performerPage + "?" + q.Encode()
	case caller.Role == account.Member:
		return memberPage + "?" + q.Encode()
	}
	return loginPage + "?" + q.Encode()
}

type enterInput struct {
	Body struct {
		Flow string `json:"flow" minLength:"1" maxLength:"64" doc:"as the page was led to"`
	}
}

func (s *SignIns) postEnter(ctx context.Context, in *enterInput) (Entered, error) {
	return s.Enter(ctx, in.Body.Flow)
}

type registerInput struct{ Body registerBody }

type registerBody struct {
	Flow        string `json:"flow" minLength:"1" maxLength:"64" doc:"as the page was led to"`
	Username    string `json:"username" minLength:"1" maxLength:"100"`
	Email       string `json:"email" minLength:"1" maxLength:"254"`
	DateOfBirth string `json:"dateOfBirth" minLength:"1" maxLength:"40" doc:"YYYY-MM-DD"`
	Name        string `json:"name,omitempty" maxLength:"200"`
	Ref         string `json:"ref,omitempty" maxLength:"64" doc:"a referral code"`
	Next        string `json:"next,omitempty" maxLength:"300" doc:"the path on this site that they came from"`
	Terms       bool   `json:"terms" doc:"they agree to the site's terms"`
}

func (s *SignIns) postRegister(ctx context.Context, in *registerInput) (account.Message, error) {
	if !in.Body.Terms {
		return account.Message{}, errTerms
	}
	err := s.Register(ctx, in.Body.Flow, account.NewAccount{
		Username: in.Body.Username, Email: in.Body.Email, DateOfBirth: in.Body.DateOfBirth, Name: in.Body.Name,
		Referral: in.Body.Ref, Next: in.Body.Next,
	})
	if err != nil {
		return account.Message{}, err
	}
	return account.Message{Message: "Welcome! Please follow the link in the email that we have sent you."}, nil
}

// Available is what this site lets people do with X.
type Available struct {
	Posts  bool `json:"posts" doc:"performers have it posted that they are live"`
	SignIn bool `json:"signIn" doc:"members register and log in by it"`
}

func (s *Setups) getAvailable(ctx context.Context, _ *struct{}) (Available, error) {
	setup, err := s.active(ctx)
	if err != nil {
		return Available{}, ignoreOff(err)
	}
	return Available{Posts: true, SignIn: setup.SignIn}, nil
}

func (s *Posts) getConnection(ctx context.Context, _ *struct{}) (Connection, error) {
	return s.Connection(ctx, account.CallerFrom(ctx).ID)
}

type settingsInput struct{ Body Settings }

func (s *Posts) putConnection(ctx context.Context, in *settingsInput) (Connection, error) {
	me := account.CallerFrom(ctx).ID
	if err := s.Change(ctx, me, in.Body); err != nil {
		return Connection{}, err
	}
	return s.Connection(ctx, me)
}

func (s *Posts) deleteConnection(ctx context.Context, _ *struct{}) (api.Done, error) {
	return api.OK, s.Disconnect(ctx, account.CallerFrom(ctx).ID)
}

type previewInput struct {
	Body struct {
		Text string `json:"text" maxLength:"600"`
	}
}

func (s *Posts) postPreview(ctx context.Context, in *previewInput) (Preview, error) {
	me := account.CallerFrom(ctx).ID
	if err := s.Limits.Allow(ctx, limitPreview, me); err != nil {
		return Preview{}, err
	}
	return s.Preview(ctx, me, in.Body.Text)
}

type postInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Posts) postRetry(ctx context.Context, in *postInput) (api.Done, error) {
	return api.OK, s.Retry(ctx, account.CallerFrom(ctx).ID, in.ID)
}

// SignInState is by which account of X a member logs in.
type SignInState struct {
	Identity *Identity `json:"identity,omitempty" doc:"nothing: by none"`
}

func (s *SignIns) getSignIn(ctx context.Context, _ *struct{}) (SignInState, error) {
	found, err := s.SignIn(ctx, account.CallerFrom(ctx).ID)
	return SignInState{found}, err
}

func (s *SignIns) deleteSignIn(ctx context.Context, _ *struct{}) (api.Done, error) {
	return api.OK, s.Unlink(ctx, account.CallerFrom(ctx).ID)
}

func (s *Setups) getSetup(ctx context.Context, _ *struct{}) (view SetupView, err error) {
	return s.Setup(ctx)
}

type setupInput struct{ Body setupBody }

type setupBody struct {
	Active       bool   `json:"active"`
	SignIn       bool   `json:"signIn"`
	AskEmail     bool   `json:"askEmail"`
	ClientID     string `json:"clientId" maxLength:"200"`
	ClientSecret string `json:"clientSecret,omitempty" maxLength:"400" doc:"sealed at rest, never told; empty: as it is"`
	AuthorizeURL string `json:"authorizeUrl" maxLength:"300"`
	TokenURL     string `json:"tokenUrl" maxLength:"300"`
	RevokeURL    string `json:"revokeUrl" maxLength:"300"`
	APIURL       string `json:"apiUrl" maxLength:"300"`
}

func (s *Setups) putSetup(ctx context.Context, in *setupInput) (SetupView, error) {
	return s.SetUp(ctx, Setup(in.Body))
}
