package wheel

import (
	"context"
	"errors"
	"math"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/wheels", "wheel.own", s.getOwn, account.Performer.Guard(),
		api.Summary("My wheel: its segments in order, and what a spin costs"))
	api.Post(r, "/wheels", "wheel.add", s.post, account.Performer.Guard(),
		api.Summary("Add a segment to my wheel"))
	api.Put(r, "/wheels/{id}", "wheel.change", s.put, account.Performer.Guard(),
		api.Summary("Change a segment, or move it; the next spin has it"))
	api.Delete(r, "/wheels/{id}", "wheel.remove", s.delete, account.Performer.Guard(),
		api.Summary("Take a segment out of my wheel"))
	api.Get(r, "/wheels/search", "wheel.look", s.getLook, api.Public,
		api.Summary("A performer's wheel with its odds, and whether it can be spun now"))
	api.Get(r, "/wheels/fairness/{performerId}", "wheel.fairness", s.getFairness, account.Member.Guard(),
		api.Summary("What my next spin at this wheel is promised to be drawn with"))
	api.Post(r, "/wheels/spin/{performerId}", "wheel.spin", s.postSpin, account.Member.Guard(),
		api.Summary("Pay for a spin"))
	api.Put(r, "/wheel-result/status/{id}", "wheel.decide", s.putStatus, account.Performer.Guard(),
		api.Summary("Say that a prize was performed, or reject it and give the tokens back"))
	api.Get(r, "/wheel-result/search", "wheel.results", s.getResults, takesPart,
		api.Summary("Results of my wheel, or of my spins, newest first"))
}

// takesPart admits those who have results: members and performers.
var takesPart = account.AnyOf(account.Member, account.Performer)

// SegmentView is a segment as a client gets it.
type SegmentView struct {
	ID string `json:"_id"`
	Slice
	Position int     `json:"position" doc:"from 0, clockwise from the top"`
	Chance   float64 `json:"chance" doc:"in percent, rounded to two decimals"`
}

// View is a performer's wheel as a client gets it.
type View struct {
	Data        []SegmentView `json:"data"`
	Total       int           `json:"total"`
	PerformerID string        `json:"performerId"`
	Price       money.Tokens  `json:"price" doc:"of a spin"`
	Version     string        `json:"version" doc:"of price and segments; send it with the spin"`
	Fewest      int           `json:"fewest" doc:"segments with which it can be spun"`
	Max         int           `json:"most" doc:"segments that it may have"`
	IsOpen      bool          `json:"isOpen" doc:"it can be spun now"`
	Closed      string        `json:"closed,omitempty" enum:"wheel_not_ready,offline,wheel_closed" doc:"why not"`
}

func view(w Wheel) View {
	v := View{
		Data: make([]SegmentView, len(w.Segments)), Total: len(w.Segments), PerformerID: w.PerformerID,
		Price: w.Price, Version: versionOf(w).ID, Fewest: Min, Max: Max, IsOpen: true,
	}
	total := 0
	for _, s := range w.Segments {
		total += s.Weight
	}
	for i, s := range w.Segments {
		v.Data[i] = SegmentView{
			ID: s.ID, Slice: s.Slice, Position: i,
			Chance: math.Round(float64(s.Weight)*10_000/float64(total)) / 100,
		}
	}
	if f, shut := errors.AsType[*fault.Fault](w.refusal()); shut {
		v.IsOpen, v.Closed = false, f.Code
	}
	return v
}

func (s *Service) getOwn(ctx context.Context, _ *struct{}) (View, error) {
	w, err := s.Own(ctx, account.CallerFrom(ctx).ID)
	return view(w), err
}

type lookInput struct {
	PerformerID string `query:"performerId" required:"true"`
}

func (s *Service) getLook(ctx context.Context, in *lookInput) (View, error) {
	w, err := s.Look(ctx, account.CallerFrom(ctx), in.PerformerID)
	return view(w), err
}

type addInput struct{ Body segmentBody }

type segmentBody struct {
	Label    string `json:"label" doc:"at most 60 characters"`
	Weight   int    `json:"weight" doc:"1 to 1000: how likely it is beside the others"`
	Color    string `json:"color" doc:"such as #a2252d"`
	Position *int   `json:"position,omitempty" doc:"from 0; a new segment goes to the end, an old one stays where it is"`
}

func (b segmentBody) slice() Slice { return Slice{Label: b.Label, Weight: b.Weight, Color: b.Color} }

func (s *Service) post(ctx context.Context, in *addInput) (View, error) {
	me := account.CallerFrom(ctx).ID
	if _, err := s.Add(ctx, me, in.Body.slice(), in.Body.Position); err != nil {
		return View{}, err
	}
	return s.getOwn(ctx, nil)
}

type changeInput struct {
	ID   string `path:"id"`
	Body segmentBody
}

func (s *Service) put(ctx context.Context, in *changeInput) (View, error) {
	me := account.CallerFrom(ctx).ID
	if _, err := s.Change(ctx, me, in.ID, in.Body.slice(), in.Body.Position); err != nil {
		return View{}, err
	}
	return s.getOwn(ctx, nil)
}

type segmentInput struct {
	ID string `path:"id"`
}

func (s *Service) delete(ctx context.Context, in *segmentInput) (View, error) {
	if err := s.Remove(ctx, account.CallerFrom(ctx).ID, in.ID); err != nil {
		return View{}, err
	}
	return s.getOwn(ctx, nil)
}

type fairnessInput struct {
	PerformerID string `path:"performerId"`
}

func (s *Service) getFairness(ctx context.Context, in *fairnessInput) (Promise, error) {
	return s.Promised(ctx, account.CallerFrom(ctx).ID, in.PerformerID)
}

type spinInput struct {
	api.Idempotent
	PerformerID string `path:"performerId"`
	Body        *spinBody
}

type spinBody struct {
	ConversationID string `json:"conversationId,omitempty" doc:"the room that hears of it; the performer's public one unless given"`
	ClientSeed     string `json:"clientSeed,omitempty" maxLength:"64" doc:"my part of the draw: letters, digits, - and _"`
	Commitment     string `json:"commitment,omitempty" doc:"what I was promised; another promise by now is refused"`
	Version        string `json:"version,omitempty" doc:"of the wheel that I saw; another wheel by now is refused"`
}

// Spin is a result as its member gets it at once, and the promise of the next one.
type Spin struct {
	ResultView
	Type    string       `json:"type" enum:"wheel"`
	Balance money.Tokens `json:"balance" doc:"what is left in the wallet"`
	Next    Promise      `json:"next"`
}

func (s *Service) postSpin(ctx context.Context, in *spinInput) (Spin, error) {
	me := account.CallerFrom(ctx)
	o := Order{MemberID: me.ID, MemberName: me.Username, PerformerID: in.PerformerID}
	if in.Body != nil {
		o.ConversationID, o.ClientSeed = in.Body.ConversationID, in.Body.ClientSeed
		o.Commitment, o.Version = in.Body.Commitment, in.Body.Version
	}
	r, err := s.Spin(ctx, o, in.IdempotencyKey)
	if err != nil {
		return Spin{}, err
	}
	shown, err := s.resultOf(ctx, account.Member, r.Result)
	return Spin{ResultView: shown, Type: Kind, Balance: r.Balance, Next: r.Next}, err
}

// ResultView is one spin as its member or its performer sees it.
type ResultView struct {
	ID             string        `json:"_id"`
	PerformerInfo  Person        `json:"performerInfo"`
	UserInfo       Person        `json:"userInfo" doc:"who spun"`
	ConversationID string        `json:"conversationId"`
	Segment        int           `json:"segment" doc:"which of fairness.segments, from 0"`
	Label          string        `json:"label"`
	Color          string        `json:"color"`
	OriginalPrice  money.Tokens  `json:"originalPrice" doc:"what was paid"`
	NetPrice       *money.Tokens `json:"netPrice,omitempty" doc:"what the performer earns; told to her only"`
	Status         Status        `json:"status" enum:"pending,done,rejected"`
	Refunded       money.Tokens  `json:"refunded" doc:"what the site gave back of it, on the member's request"`
	CreatedAt      time.Time     `json:"createdAt"`
	DecidedAt      time.Time     `json:"decidedAt,omitzero"`
	Fairness       Proof         `json:"fairness"`
}

// Person is somebody on the other side.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
}

// Proof is what anybody needs to repeat a draw (README.md).
type Proof struct {
	Commitment string  `json:"commitment"`
	ServerSeed string  `json:"serverSeed"`
	ClientSeed string  `json:"clientSeed"`
	Nonce      int64   `json:"nonce"`
	Version    string  `json:"version"`
	Segments   []Slice `json:"segments" doc:"the wheel as it was spun"`
}

// resultOf is a single result as somebody of the role sees it.
func (s *Service) resultOf(ctx context.Context, role account.Role, r Result) (shown ResultView, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		names, err := s.People.Usernames(ctx, tx, r.PerformerID)
		if err == nil {
			shown, err = resultFor(role, r, names)
		}
		return err
	})
	return shown, err
}

// resultFor is a result as somebody of the role sees it.
func resultFor(role account.Role, r Result, names map[string]string) (ResultView, error) {
	commitment, err := Commitment(r.ServerSeed)
	drawn := r.Drawn()
	shown := ResultView{
		ID: r.ID, ConversationID: r.ConversationID,
		PerformerInfo: Person{r.PerformerID, names[r.PerformerID]}, UserInfo: Person{r.MemberID, r.MemberName},
		Segment: r.Segment, Label: drawn.Label, Color: drawn.Color, OriginalPrice: r.Version.Price,
		Status: r.Status, Refunded: r.Refunded, CreatedAt: r.CreatedAt,
		Fairness: Proof{
			Commitment: commitment, ServerSeed: r.ServerSeed, ClientSeed: r.ClientSeed, Nonce: r.Nonce,
			Version: r.Version.ID, Segments: r.Version.Segments,
		},
	}
	if role == account.Performer {
		shown.NetPrice = &r.Shares.Net
	}
	return shown, err
}

type statusInput struct {
	ID   string `path:"id"`
	Body struct {
		Status Status `json:"status" enum:"done,rejected"`
	}
}

func (s *Service) putStatus(ctx context.Context, in *statusInput) (ResultView, error) {
	r, err := s.Decide(ctx, account.CallerFrom(ctx).ID, in.ID, in.Body.Status)
	if err != nil {
		return ResultView{}, err
	}
	return s.resultOf(ctx, account.Performer, r)
}

type resultsInput struct {
	api.Page
	Status      Status `query:"status" enum:"pending,done,rejected" doc:"all unless given"`
	PerformerID string `query:"performerId" doc:"of a member's spins: those at this wheel"`
}

func (s *Service) getResults(ctx context.Context, in *resultsInput) (page api.List[ResultView], err error) {
	if in.PerformerID != "" && !id.Valid(in.PerformerID) {
		return page, ErrNoPerformer
	}
	me := account.CallerFrom(ctx)
	q := Query{PerformerID: in.PerformerID, MemberID: me.ID, Status: in.Status, Offset: in.Offset, Limit: in.Limit}
	if me.Role == account.Performer {
		q.PerformerID, q.MemberID = me.ID, ""
	}
	list, total, names, err := s.Results(ctx, q)
	if err != nil {
		return page, err
	}
	page = api.List[ResultView]{Data: make([]ResultView, len(list)), Total: total}
	for i, r := range list {
		if page.Data[i], err = resultFor(me.Role, r, names); err != nil {
			return page, err
		}
	}
	return page, nil
}
