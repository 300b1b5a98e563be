package assets

import (
	"cmp"
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API. The files of photos are served beside it
// (files.ServePhotos).
func (s *Service) Routes(r *api.Router) {
	s.performerRoutes(r)
	s.shopRoutes(r)
	s.reviewRoutes(r)
	s.takedownRoutes(r)
}

func (s *Service) performerRoutes(r *api.Router) {
	mine := account.Performer.Guard()
	const base = "/performer/performer-assets/"
	galleries := own{s, Gallery}
	api.Post(r, base+"galleries", "galleries.create", galleries.post, mine, api.Summary("Begin a gallery, as a draft"))
	api.Put(r, base+"galleries/{id}", "galleries.change", galleries.put, mine,
		api.Summary("Change a gallery; another title or cover of one on sale waits for the review again"))
	galleries.routes(r, base+"galleries", "galleries")
	s.videoRoutes(r, base+"videos")
	s.productRoutes(r)
	s.photoRoutes(r)

}

// own are the calls by which performers look after their assets of a kind.
type own struct {
	*Service
	kind string
}

// routes mounts what all kinds have in common; name is the kind in the plural.
func (s own) routes(r *api.Router, path, name string) {
	mine := account.Performer.Guard()
	api.Get(r, path+"/search", name+".own", s.search, mine, api.Summary("My "+name+", the newest first, with what they sold"))
	api.Get(r, path+"/{id}/view", name+".ownOne", s.view, mine, api.Summary("One of my "+name))
	api.Delete(r, path+"/{id}", name+".remove", s.delete, mine, api.Summary("Delete one of my "+name+"; its buyers keep it"))
	api.Post(r, path+"/{id}/submit", name+".submit", s.submit, mine,
		api.Summary("Declare the people to be seen in one of my "+name+" and ask for it to be sold"))
	api.Post(r, path+"/{id}/activate", name+".activate", s.activate, mine, api.Summary("Put one of my "+name+" on sale that was approved"))
	api.Post(r, path+"/{id}/deactivate", name+".deactivate", s.deactivate, mine, api.Summary("Take one of my "+name+" off sale"))
	api.Post(r, path+"/bulk", name+".bulk", s.bulk, mine, api.Summary("Do one thing with several "+name))
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

func (s own) post(ctx context.Context, in *createInput) (OwnView, error) {
	b := in.Body
	a, err := s.Create(ctx, account.CallerFrom(ctx).ID, s.kind, Fields{
		Title: &b.Title, Description: &b.Description, Price: &b.Price, Tags: b.Tags, CategoryIDs: b.CategoryIDs, PublishAt: &b.PublishAt,
	})
	return ownView(Listed{Asset: a}), err
}

type ownInput struct {
	api.Page
	Text   string `query:"q" maxLength:"100" doc:"words of the title or the tags; each must be found"`
	Status string `query:"status" enum:"draft,pending,active,rejected,inactive"`
	SortBy string `query:"sortBy" enum:"createdAt,updatedAt,publishedAt,title,price,sold"`
	Sort   string `query:"sort" enum:"asc,desc" default:"desc"`
}

func (s own) search(ctx context.Context, in *ownInput) (api.List[OwnView], error) {
	list, total, err := s.OwnList(ctx, account.CallerFrom(ctx).ID, Filter{
		Kind: s.kind, Text: in.Text, Status: Status(in.Status), SortBy: in.SortBy, Ascending: in.Sort == "asc", Offset: in.Offset, Limit: in.Limit,
	})
	return api.ListOf(list, total, ownView), err
}

type assetInput struct {
	ID string `path:"id"`
}

func (s own) view(ctx context.Context, in *assetInput) (view OwnView, err error) {
	a, photos, err := s.Own(ctx, account.CallerFrom(ctx).ID, in.ID)
	if err != nil || a.Kind != s.kind {
		return view, cmp.Or[error](err, ErrNone)
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err := s.listed(ctx, tx, []Asset{a})
		if err != nil {
			return err
		}
		view = ownView(list[0])
		view.Captions, err = selectCaptions(ctx, tx, a.ID)
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

func (s own) put(ctx context.Context, in *changeInput) (OwnView, error) {
	return s.then(ctx, in.ID, func(me string) error {
		_, err := s.Change(ctx, me, in.ID, Fields(in.Body))
		return err
	})
}

// then does something with an asset of the kind, which is the caller's, and answers what
// it is after.
func (s own) then(ctx context.Context, assetID string, do func(me string) error) (OwnView, error) {
	me := account.CallerFrom(ctx).ID
	if _, err := s.OwnOf(ctx, me, s.kind, assetID); err != nil {
		return OwnView{}, err
	}
	if err := do(me); err != nil {
		return OwnView{}, err
	}
	return s.view(ctx, &assetInput{assetID})
}

func (s own) delete(ctx context.Context, in *assetInput) (api.Done, error) {
	me := account.CallerFrom(ctx).ID
	if _, err := s.OwnOf(ctx, me, s.kind, in.ID); err != nil {
		return api.OK, err
	}
	return api.OK, s.Remove(ctx, me, in.ID)
}

type submitInput struct {
	ID   string `path:"id"`
	Body struct {
		Consents Consents `json:"consents"`
	}
}

func (s own) submit(ctx context.Context, in *submitInput) (OwnView, error) {
	return s.then(ctx, in.ID, func(me string) error {
		_, err := s.Submit(ctx, me, in.ID, in.Body.Consents)
		return err
	})
}

func (s own) activate(ctx context.Context, in *assetInput) (OwnView, error) {
	return s.then(ctx, in.ID, func(me string) error {
		_, err := s.Activate(ctx, me, in.ID)
		return err
	})
}

func (s own) deactivate(ctx context.Context, in *assetInput) (OwnView, error) {
	return s.then(ctx, in.ID, func(me string) error {
		_, err := s.Deactivate(ctx, me, in.ID)
		return err
	})
}

type bulkInput struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"100"`
		Action string   `json:"action" enum:"activate,deactivate,delete"`
	}
}

// Bulk says of each asset whether it was done.
type Bulk struct {
	Done    []string  `json:"done"`
	Refused []Refused `json:"refused"`
}

// Refused is an asset with which it was not done, and why.
type Refused struct {
	ID      string `json:"_id"`
	Error   string `json:"error" doc:"the code of the refusal, such as wrong_status"`
	Message string `json:"message"`
}

// bulk does one thing with each asset, and goes on after a refusal.
func (s own) bulk(ctx context.Context, in *bulkInput) (Bulk, error) {
	me, result := account.CallerFrom(ctx).ID, Bulk{Done: []string{}, Refused: []Refused{}}
	for _, one := range distinct(in.Body.IDs) {
		err := s.one(ctx, me, in.Body.Action, one)
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

func (s own) one(ctx context.Context, me, action, assetID string) error {
	if _, err := s.OwnOf(ctx, me, s.kind, assetID); err != nil {
		return err
	}
	switch action {
	case "activate":
		_, err := s.Activate(ctx, me, assetID)
		return err
	case "deactivate":
		_, err := s.Deactivate(ctx, me, assetID)
		return err
	}
	return s.Remove(ctx, me, assetID)
}
