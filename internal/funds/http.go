package funds

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"limelight/internal/account"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/api"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/package/token/search", "funds.packages", s.getPackages, api.Public,
		api.Summary("The token packages, in order, and how each can be paid"))
	api.Post(r, "/payment/purchase-tokens/{packageId}", "funds.buy", s.postBuy, account.Member.Guard(),
		api.Summary("Start a payment"))
	api.Get(r, "/payment/transactions/search", "funds.payments", s.getPayments, account.Member.Guard(),
		api.Summary("My payments, newest first"))
	api.Get(r, "/payment/transactions/{id}", "funds.payment", s.getPayment, account.Member.Guard(),
		api.Summary("One of my payments, as far as it is"))
	api.Get(r, "/payment/held", "funds.held", s.getHeld, earns,
		api.Summary("What of my earnings is held or lost by payment disputes"))
	api.Get(r, "/member/spending-limits", "funds.limits", s.getLimits, account.Member.Guard(),
		api.Summary("My own spending limits, what I have spent, and my pause"))
	api.Put(r, "/member/spending-limits", "funds.setLimits", s.putLimits, account.Member.Guard(),
		api.Summary("Change my limits: lower ones act at once, higher ones after 24 hours"))
	api.Post(r, "/member/cool-off", "funds.coolOff", s.postCoolOff, account.Member.Guard(),
		api.Summary("Pause my spending and buying; it can be made longer, not shorter"))
	api.Raw(r, http.MethodPost, "/payment/webhooks/{gateway}", "funds.webhook", s.webhook, api.Public)
	api.Raw(r, http.MethodGet, "/payment/webhooks/{gateway}", "funds.webhookGet", s.webhook, api.Public)
	s.adminRoutes(r)
}

// earns admits those who have earnings.
var earns = account.AnyOf(account.Performer, account.Studio)

// webhook takes a vendor's notification: no session, no check of its origin. The
// answer is the vendor's own, after the commit.
func (s *Notifications) webhook(w http.ResponseWriter, r *http.Request) error {
	from, err := netip.ParseAddr(api.Address(r.Context()))
	if err != nil {
		from = netip.Addr{} // no gateway trusts it
	}
	raw, err := gateway.ReadRaw(r, from)
	if err != nil {
		return err
	}
	reply, err := s.Notify(r.Context(), r.PathValue("gateway"), raw)
	if err != nil {
		return err
	}
	if reply.ContentType != "" {
		w.Header().Set("Content-Type", reply.ContentType)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(reply.Status)
	_, _ = w.Write([]byte(reply.Body)) // who left asks again
	return nil
}

// GatewayView is a way to pay.
type GatewayView struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

// PackageView is a package as members see it.
type PackageView struct {
	ID            string        `json:"_id"`
	Name          string        `json:"name"`
	Price         int64         `json:"price" doc:"in minor units of the currency"`
	Currency      string        `json:"currency"`
	PriceText     string        `json:"priceText" doc:"such as 10.00"`
	Tokens        money.Tokens  `json:"tokens"`
	Bonus         money.Tokens  `json:"bonus"`
	PricePerToken int64         `json:"pricePerToken" doc:"in ten-thousandths of the currency's unit, the bonus counted"`
	Gateways      []GatewayView `json:"gateways" doc:"that can carry it"`
}

// ShopView is the list of packages.
type ShopView struct {
	Data        []PackageView `json:"data"`
	Total       int           `json:"total"`
	LastGateway string        `json:"lastGateway,omitempty" doc:"of my last payment"`
}

func packageView(o Offer) PackageView {
	v := PackageView{
		ID: o.ID, Name: o.Name, Price: o.Price.Minor, Currency: o.Price.Currency, PriceText: o.Price.Text(),
		Tokens: o.Tokens, Bonus: o.Bonus, PricePerToken: o.PerToken(), Gateways: []GatewayView{},
	}
	for _, c := range o.Carriers {
		if c.Why == "" {
			v.Gateways = append(v.Gateways, GatewayView{c.Gateway, c.Name})
		}
	}
	return v
}

func (s *Catalogue) getPackages(ctx context.Context, _ *struct{}) (ShopView, error) {
	shop, err := s.Packages(ctx, account.CallerFrom(ctx).ID, false)
	v := ShopView{Data: []PackageView{}, Total: len(shop.Offers), LastGateway: shop.Last}
	for _, o := range shop.Offers {
		v.Data = append(v.Data, packageView(o))
	}
	return v, err
}

type buyInput struct {
	api.Idempotent
	PackageID string `path:"packageId"`
	Body      buyBody
}

type buyBody struct {
	Gateway string `json:"gateway,omitempty" maxLength:"40" doc:"empty: the last one used, or the first that can"`
}

// StartedView says where the member goes to pay.
type StartedView struct {
	PaymentURL    string            `json:"paymentUrl"`
	TransactionID string            `json:"transactionId"`
	Fields        map[string]string `json:"fields,omitempty" doc:"post these to paymentUrl as a form; without them follow it"`
}

// fundsPage is where vendors send members back to. It shows a payment's state and
// never makes it.
const fundsPage = "/account/user/funds-tokens"

func (s *Checkout) postBuy(ctx context.Context, in *buyInput) (StartedView, error) {
	page := api.Origin(ctx) + fundsPage
	started, err := s.Buy(ctx, Order{
		MemberID: account.CallerFrom(ctx).ID, PackageID: in.PackageID, Gateway: in.Body.Gateway,
		ReturnURL: page + "?payment=", CancelURL: page + "?cancelled=",
	}, in.IdempotencyKey)
	return StartedView{PaymentURL: started.URL, TransactionID: started.Intent.ID, Fields: started.Fields}, err
}

// PaymentView is a payment as its member sees it.
type PaymentView struct {
	ID        string       `json:"_id"`
	Package   string       `json:"package" doc:"its name then"`
	Gateway   string       `json:"gateway"`
	Price     int64        `json:"price" doc:"in minor units"`
	Currency  string       `json:"currency"`
	PriceText string       `json:"priceText"`
	Tokens    money.Tokens `json:"tokens"`
	Bonus     money.Tokens `json:"bonus"`
	Status    State        `json:"status" enum:"created,pending,paid,refunded,charged_back,failed,expired,underpaid,quarantine"`
	Refunded  int64        `json:"refunded" doc:"in minor units"`
	CreatedAt time.Time    `json:"createdAt"`
	PaidAt    *time.Time   `json:"paidAt,omitempty"`
}

func paymentView(in Intent) PaymentView {
	return PaymentView{
		ID: in.ID, Package: in.PackageName, Gateway: in.Gateway, Price: in.Price.Minor, Currency: in.Price.Currency,
		PriceText: in.Price.Text(), Tokens: in.Tokens, Bonus: in.Bonus, Status: in.State, Refunded: in.Refunded,
		CreatedAt: in.CreatedAt, PaidAt: when(in.PaidAt),
	}
}

// when leaves out an instant that is none.
func when(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

type idInput struct {
	ID string `path:"id"`
}

func (s *Checkout) getPayment(ctx context.Context, in *idInput) (PaymentView, error) {
	found, err := s.Payment(ctx, account.CallerFrom(ctx).ID, in.ID)
	if err != nil {
		return PaymentView{}, err
	}
	return paymentView(found), nil
}

func (s *Checkout) getPayments(ctx context.Context, in *api.Page) (api.List[PaymentView], error) {
	list, total, err := s.payments.Search(ctx, Filter{AccountID: account.CallerFrom(ctx).ID, Offset: in.Offset, Limit: in.Limit})
	page := api.List[PaymentView]{Data: []PaymentView{}, Total: total}
	for _, found := range list {
		page.Data = append(page.Data, paymentView(found))
	}
	return page, err
}

// ExposureView is a part of somebody's earnings that a payment dispute concerns. It
// says nothing of whose payment it was.
type ExposureView struct {
	ID     string       `json:"_id"`
	Reason string       `json:"reason"`
	Held   money.Tokens `json:"held"`
	Lost   money.Tokens `json:"lost"`
}

func (s *Losses) getHeld(ctx context.Context, _ *struct{}) (api.List[ExposureView], error) {
	list, err := s.Exposures(ctx, account.CallerFrom(ctx).ID)
	page := api.List[ExposureView]{Data: []ExposureView{}, Total: len(list)}
	for _, k := range list {
		page.Data = append(page.Data, ExposureView{ID: k.CaseID, Reason: heldMemo.With().In(lang.In(ctx)), Held: k.Held, Lost: k.Absorbed})
	}
	return page, err
}

// CapsBody are limits; 0 is none.
type CapsBody struct {
	Daily   money.Tokens `json:"daily" doc:"in 24 hours; 0: no limit"`
	Weekly  money.Tokens `json:"weekly" doc:"in 7 days"`
	Monthly money.Tokens `json:"monthly" doc:"in 30 days"`
}

func capsBody(c Caps) CapsBody { return CapsBody(c) }

// LimitsView is what a member set for oneself.
type LimitsView struct {
	CapsBody
	Spent         CapsBody   `json:"spent"`
	Next          *CapsBody  `json:"next,omitempty" doc:"acts from nextAt on"`
	NextAt        *time.Time `json:"nextAt,omitempty"`
	CoolOffUntil  *time.Time `json:"coolOffUntil,omitempty"`
	SpendingIsOff bool       `json:"frozen" doc:"an admin is looking at a payment"`
}

func (s *SpendingLimits) limitsView(l Limits, err error) (LimitsView, error) {
	v := LimitsView{CapsBody: capsBody(l.Caps), Spent: capsBody(l.Spent), NextAt: when(l.NextAt), SpendingIsOff: l.Frozen}
	if v.NextAt != nil {
		next := capsBody(l.Next)
		v.Next = &next
	}
	if s.Now().Before(l.CoolUntil) {
		v.CoolOffUntil = when(l.CoolUntil)
	}
	return v, err
}

func (s *SpendingLimits) getLimits(ctx context.Context, _ *struct{}) (LimitsView, error) {
	return s.limitsView(s.Limits(ctx, account.CallerFrom(ctx).ID))
}

type limitsInput struct{ Body CapsBody }

func (s *SpendingLimits) putLimits(ctx context.Context, in *limitsInput) (LimitsView, error) {
	return s.limitsView(s.SetLimits(ctx, account.CallerFrom(ctx).ID, Caps(in.Body)))
}

type coolOffInput struct {
	Body struct {
		Hours int `json:"hours" doc:"1 to 8760"`
	}
}

func (s *SpendingLimits) postCoolOff(ctx context.Context, in *coolOffInput) (LimitsView, error) {
	hours := min(max(in.Body.Hours, 0), 1_000_000)
	return s.limitsView(s.CoolOff(ctx, account.CallerFrom(ctx).ID, time.Duration(hours)*time.Hour))
}
