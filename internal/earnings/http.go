package earnings

import (
	"context"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// exported is an act of a studio's: performers' own calls are on no record.
var exported = audit.Declare("earnings.exported", "Earnings: taken away as a file")

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	for _, who := range []struct {
		role  account.Role
		name  string // as performer's operations were called first
		guard api.Guard
	}{{account.Performer, "earnings.", account.Performer.Guard()}, {account.Studio, "earnings.studio.", account.SeeStudioEarnings.Guard()}} {
		path, guard := "/earning/"+string(who.role), who.guard
		api.Get(r, path+"/search", who.name+"search", s.getSearch, guard, api.Summary("My income, newest first"))
		api.Get(r, path+"/stats", who.name+"stats", s.getStats, guard, api.Summary("Sums of my income"))
		api.Get(r, path+"/daily", who.name+"daily", s.getDaily, guard, api.Summary("My income by day"))
		api.Raw(r, http.MethodGet, path+"/export", who.name+"export", s.export, guard, audit.As(exported, ""))
	}
	api.Get(r, "/earning/studio/performers", "earnings.studio.performers", s.getPerformers, account.SeeStudioEarnings.Guard(),
		api.Summary("The studio's income by performer, the most first"))
	api.Get(r, "/earning/performer/live", "earnings.live", s.getLive, account.Performer.Guard(),
		api.Summary("Income of my show under way"))
	api.Get(r, "/transactions/user/search", "earnings.transactions", s.getTransactions, account.Member.Guard(),
		api.Summary("What happened to my wallet, newest first"))
}

// SpanInput is the span of time of a listing or a sum. It has a name that others
// could use because the router passes over embedded fields that have none.
type SpanInput struct {
	FromDate time.Time `query:"fromDate" doc:"from this instant on"`
	ToDate   time.Time `query:"toDate" doc:"up to and including this instant"`
}

func (in SpanInput) span() (Span, error) {
	end, err := api.SpanEnd(in.FromDate, in.ToDate)
	return Span{From: in.FromDate, To: end}, err
}

// ChoiceInput chooses incomes by time, kind and person.
type ChoiceInput struct {
	SpanInput
	Type   string `query:"type" maxLength:"20" doc:"one kind, such as tip"`
	Member string `query:"member" maxLength:"64" doc:"one person: who paid; for a studio, the performer"`
}

func (in ChoiceInput) query(role account.Role) (report.Query, error) {
	span, err := in.span()
	q := report.Query{From: span.From, To: span.To}
	if in.Type != "" {
		q.Kinds = []string{in.Type}
	}
	if role == account.Studio {
		q.Payee = in.Member
	} else {
		q.Payer = in.Member
	}
	return q, err
}

type searchInput struct {
	api.Page
	ChoiceInput
	SortBy string `query:"sortBy" enum:"createdAt" default:"createdAt"`
	Sort   string `query:"sort" enum:"asc,desc" default:"desc"`
}

func (in searchInput) query(role account.Role) (report.Query, error) {
	q, err := in.ChoiceInput.query(role)
	q.Offset, q.Limit, q.Ascending = in.Offset, in.Limit, in.Sort == "asc"
	return q, err
}

// Earning is one income as its performer or her studio sees it.
type Earning struct {
	ID            string        `json:"_id"`
	Type          string        `json:"type"`
	SourceID      string        `json:"sourceId" doc:"the tip, show or order"`
	UserInfo      Person        `json:"userInfo" doc:"who paid"`
	PerformerInfo Person        `json:"performerInfo" doc:"who worked for it"`
	OriginalPrice money.Tokens  `json:"originalPrice" doc:"what was paid"`
	SiteFee       money.Tokens  `json:"siteFee"`
	StudioNet     money.Tokens  `json:"studioNet"`
	PerformerNet  money.Tokens  `json:"performerNet"`
	NetPrice      money.Tokens  `json:"netPrice" doc:"what I earned; negative when taken back"`
	Reverses      string        `json:"reverses,omitempty" doc:"the income that this one takes back"`
	CreatedAt     time.Time     `json:"createdAt"`
	Bearer        ledger.Bearer `json:"chargebackBearer,omitempty" enum:"house,shared" doc:"who bears a chargeback of it: the site, or performer and studio"`
}

func (i Income) earning(role account.Role) Earning {
	e := Earning{
		ID: i.TransferID, Type: i.Kind, SourceID: i.Reference,
		UserInfo: Person{i.Payer, i.PayerName}, PerformerInfo: Person{i.Payee, i.PayeeName},
		OriginalPrice: i.Gross, SiteFee: i.SiteFee, NetPrice: i.Net,
		Reverses: i.Reverses, CreatedAt: i.At, Bearer: i.Bearer,
	}
	e.PerformerNet, e.StudioNet = i.Net, i.Gross-i.SiteFee-i.Net
	if role == account.Studio {
		e.PerformerNet, e.StudioNet = e.StudioNet, e.PerformerNet
	}
	return e
}

// Person is somebody on the other side.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
}

func (s *Service) getSearch(ctx context.Context, in *searchInput) (page api.List[Earning], err error) {
	me := account.CallerFrom(ctx)
	q, err := in.query(me.Role)
	if err != nil {
		return page, err
	}
	list, total, err := s.Search(ctx, me.ActsFor(), q)
	return api.ListOf(list, total, func(i Income) Earning { return i.earning(me.Role) }), err
}

// Stats are sums of income, in tokens.
type Stats struct {
	Count      int          `json:"count"`
	TotalGross money.Tokens `json:"totalGross"`
	TotalFee   money.Tokens `json:"totalSiteFee"`
	TotalNet   money.Tokens `json:"totalNet" doc:"what I earned"`
	ByType     []TypeStats  `json:"byType"`
}

// TypeStats are the sums of one kind.
type TypeStats struct {
	Type       string       `json:"type"`
	Count      int          `json:"count"`
	TotalGross money.Tokens `json:"totalGross"`
	TotalFee   money.Tokens `json:"totalSiteFee"`
	TotalNet   money.Tokens `json:"totalNet"`
}

func (s *Service) getStats(ctx context.Context, in *ChoiceInput) (Stats, error) {
	me := account.CallerFrom(ctx)
	q, err := in.query(me.Role)
	if err != nil {
		return Stats{}, err
	}
	t, err := s.Totals(ctx, me.ActsFor(), q)
	stats := Stats{
		Count: t.Count, TotalGross: t.Gross, TotalFee: t.SiteFee, TotalNet: t.Net,
		ByType: make([]TypeStats, len(t.ByKind)),
	}
	for i, kind := range t.ByKind {
		stats.ByType[i] = TypeStats{kind.Kind, kind.Count, kind.Gross, kind.SiteFee, kind.Net}
	}
	return stats, err
}

// LiveStats is what the show under way has earned.
type LiveStats struct {
	Tips  int          `json:"tips"`
	Gross money.Tokens `json:"gross"`
	Net   money.Tokens `json:"net"`
	Since *time.Time   `json:"since" doc:"when the show began; null when there is none"`
}

func (s *Service) getLive(ctx context.Context, _ *struct{}) (LiveStats, error) {
	t, since, err := s.Live(ctx, account.CallerFrom(ctx).ID)
	live := LiveStats{Tips: t.count("tip"), Gross: t.Gross, Net: t.Net}
	if !since.IsZero() {
		live.Since = &since
	}
	return live, err
}

func (t Totals) count(kind string) int {
	for _, k := range t.ByKind {
		if k.Kind == kind {
			return k.Count
		}
	}
	return 0
}

// Transaction is one line of a member's wallet.
type Transaction struct {
	ID            string       `json:"_id"`
	Type          string       `json:"type" doc:"tip, grant, …; refund for what was taken back"`
	SourceID      string       `json:"sourceId" doc:"the tip, show or order"`
	PerformerInfo *Person      `json:"performerInfo,omitempty" doc:"who was paid"`
	OriginalPrice money.Tokens `json:"originalPrice" doc:"how many tokens moved"`
	Token         money.Tokens `json:"token" doc:"into the wallet, negative out of it"`
	Balance       money.Tokens `json:"balance" doc:"of the wallet afterwards"`
	Note          string       `json:"note,omitempty"`
	Reverses      string       `json:"reverses,omitempty"`
	CreatedAt     time.Time    `json:"createdAt"`
}

// transactionsInput has nobody to choose: a wallet is one member's.
type transactionsInput struct {
	api.Page
	SpanInput
	Type   string `query:"type" maxLength:"20" doc:"one kind, such as tip"`
	SortBy string `query:"sortBy" enum:"createdAt" default:"createdAt"`
	Sort   string `query:"sort" enum:"asc,desc" default:"desc"`
}

func (s *Service) getTransactions(ctx context.Context, in *transactionsInput) (page api.List[Transaction], err error) {
	search := searchInput{Page: in.Page, ChoiceInput: ChoiceInput{SpanInput: in.SpanInput, Type: in.Type}, Sort: in.Sort}
	q, err := search.query(account.Member)
	if err != nil {
		return page, err
	}
	me := account.CallerFrom(ctx).ID
	list, total, err := s.Statement(ctx, me, q)
	return api.ListOf(list, total, func(l Line) Transaction { return l.transaction(lang.In(ctx), me) }), err
}

func (l Line) transaction(say lang.Teller, me string) Transaction {
	t := Transaction{
		ID: l.TransferID, Type: l.Kind, SourceID: l.Reference,
		OriginalPrice: max(l.Amount, -l.Amount), Token: l.Amount, Balance: l.Balance,
		Note: l.Memo.In(say), Reverses: l.Reverses, CreatedAt: l.At,
	}
	if l.Reverses != "" {
		t.Type = "refund"
	}
	if l.Payee != "" && l.Payee != me {
		t.PerformerInfo = &Person{ID: l.Payee, Username: l.PayeeName}
	}
	return t
}
