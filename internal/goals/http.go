package goals

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/goals", "goals.list", s.getList, account.Performer.Guard(),
		api.Summary("My goals: the current one, those to come, and the last ones reached"))
	api.Post(r, "/goals", "goals.add", s.post, account.Performer.Guard(),
		api.Summary("Add a goal; it begins at once when no other is being raised"))
	api.Put(r, "/goals/{id}", "goals.change", s.put, account.Performer.Guard(),
		api.Summary("Change a goal that is not reached, or start it"))
	api.Delete(r, "/goals/{id}", "goals.remove", s.delete, account.Performer.Guard(),
		api.Summary("Take a goal away; the next begins when it was the current one"))
	api.Get(r, "/goals/search", "goals.look", s.getLook, api.Public,
		api.Summary("A performer's current goal"))
}

// View is a goal as everybody sees it.
type View struct {
	ID      string       `json:"_id"`
	Title   string       `json:"title"`
	Target  money.Tokens `json:"target"`
	Reached money.Tokens `json:"reached" doc:"raised so far, never more than the target"`
	Done    bool         `json:"done" doc:"the target is reached"`
}

// Show is a goal as everybody sees it.
func Show(g Goal) View {
	return View{ID: g.ID, Title: g.Title, Target: g.Target, Reached: min(g.Raised, g.Target), Done: g.full()}
}

// OwnGoal is a goal as its performer sees it.
type OwnGoal struct {
	View
	Start     money.Tokens `json:"start"`
	Surplus   money.Tokens `json:"surplus" doc:"raised beyond the target; the next goal gets it"`
	Auto      bool         `json:"auto" doc:"the next goal begins by itself when this one is reached"`
	State     State        `json:"state" enum:"waiting,current,done"`
	CreatedAt time.Time    `json:"createdAt"`
	ReachedAt *time.Time   `json:"reachedAt,omitempty"`
}

func own(g Goal) OwnGoal {
	o := OwnGoal{
		View: Show(g), Start: g.Start, Surplus: g.surplus(), Auto: g.Auto, State: g.State, CreatedAt: g.CreatedAt,
	}
	if !g.ReachedAt.IsZero() {
		o.ReachedAt = &g.ReachedAt
	}
	return o
}

func (s *Service) getList(ctx context.Context, _ *struct{}) (page api.List[OwnGoal], err error) {
	list, err := s.List(ctx, account.CallerFrom(ctx).ID)
	page = api.List[OwnGoal]{Data: make([]OwnGoal, len(list)), Total: len(list)}
	for i, g := range list {
		page.Data[i] = own(g)
	}
	return page, err
}

type addInput struct{ Body PlanBody }

// PlanBody is a plan as a client sends it.
type PlanBody struct {
	Title  string       `json:"title" doc:"at most 100 characters"`
	Target money.Tokens `json:"target" doc:"whole tokens"`
	Start  money.Tokens `json:"start,omitempty" doc:"counted from the beginning; less than the target"`
	Auto   bool         `json:"auto,omitempty" doc:"the next goal begins by itself when this one is reached"`
}

func (b PlanBody) plan() Plan {
	return Plan(b)
}

func (s *Service) post(ctx context.Context, in *addInput) (OwnGoal, error) {
	g, err := s.Add(ctx, account.CallerFrom(ctx).ID, in.Body.plan())
	return own(g), err
}

type changeInput struct {
	ID   string `path:"id"`
	Body changeBody
}

type changeBody struct {
	PlanBody
	Current bool `json:"current,omitempty" doc:"start it now; the one before waits again, or is done when it is full"`
}

func (s *Service) put(ctx context.Context, in *changeInput) (OwnGoal, error) {
	g, err := s.Change(ctx, account.CallerFrom(ctx).ID, in.ID, in.Body.plan(), in.Body.Current)
	return own(g), err
}

type goalInput struct {
	ID string `path:"id"`
}

func (s *Service) delete(ctx context.Context, in *goalInput) (api.Done, error) {
	return api.OK, s.Remove(ctx, account.CallerFrom(ctx).ID, in.ID)
}

type lookInput struct {
	PerformerID string `query:"performerId" required:"true"`
}

// CurrentGoal is a performer's current goal, if she has one.
type CurrentGoal struct {
	Goal *View `json:"goal,omitempty"`
}

func (s *Service) getLook(ctx context.Context, in *lookInput) (CurrentGoal, error) {
	g, err := s.Look(ctx, account.CallerFrom(ctx), in.PerformerID)
	if err != nil || g == nil {
		return CurrentGoal{}, err
	}
	shown := Show(*g)
	return CurrentGoal{&shown}, nil
}
