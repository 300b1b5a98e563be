package funds

import (
	"context"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/kit/translations"
)

func (s *Service) adminRoutes(r *api.Router) {
	sees, decides := account.SeePayments.Guard(), account.Decides(account.DecidePayments.Guard())
	sells := account.Decides(account.ManageShop.Guard())
	api.Get(r, "/admin/payments/packages", "funds.allPackages", s.getAllPackages, account.SeeShop.Guard(), api.Summary("All packages, and why a gateway cannot carry one"), audit.Silent("what everybody may buy"))
	api.Post(r, "/admin/payments/packages", "funds.addPackage", s.postPackage, sells, api.Summary("Add a package"))
	api.Put(r, "/admin/payments/packages/{id}", "funds.changePackage", s.putPackage, sells, api.Summary("Replace a package; payments under way keep their copy"))
	api.Delete(r, "/admin/payments/packages/{id}", "funds.dropPackage", s.deletePackage, sells, api.Summary("Remove a package"))
	api.Get(r, "/admin/payments/gateways", "funds.gateways", s.getGateways, account.SeeShop.Guard(), api.Summary("The gateways, their forms, and how they are set up"), audit.Silent("the gateways' forms, without their secrets"))
	api.Put(r, "/admin/payments/gateways/{id}", "funds.setUp", s.putGateway, sells, api.Summary("Set a gateway up; an empty secret stays as it is"))
	s.proposalRoutes(r)
	api.Get(r, "/admin/payments/intents", "funds.search", s.getIntents, sees, api.Summary("Payments by reference, account, gateway or state, newest first"), audit.As(paymentSearched, ""))
	api.Get(r, "/admin/payments/intents/{id}", "funds.look", s.getIntent, sees, api.Summary("A payment with its events"), audit.As(paymentViewed, "payment"))
	api.Post(r, "/admin/payments/intents/{id}/reconcile", "funds.reconcileOne", s.postReconcileOne, account.DecidePayments.Guard(), api.Summary("Ask the gateway about a payment now"), audit.As(paymentReconciled, "payment"))
	api.Post(r, "/admin/payments/intents/{id}/outcome", "funds.outcome", s.postOutcome, decides, api.Summary("Record how a dispute ended"))
	api.Post(r, "/admin/payments/intents/{id}/refund", "funds.giveBack", s.postRefund, decides, api.Summary("Refund the unspent part in cash"))
	api.Post(r, "/admin/payments/reconcile", "funds.reconcile", s.postReconcile, account.DecidePayments.Guard(), api.Summary("Ask the gateways about the payments that are due"), audit.As(paymentReconciled, ""))
	api.Get(r, "/admin/payments/quarantine", "funds.odds", s.getMismatches, sees, api.Summary("Events that did not agree with their payment, newest first"), audit.As(quarantineSearched, ""))
	api.Get(r, "/admin/payments/quarantine/{id}", "funds.odd", s.getMismatch, sees, api.Summary("One event in quarantine"), audit.As(quarantineViewed, "quarantine"))
	api.Post(r, "/admin/payments/quarantine/{id}/decide", "funds.resolve", s.postResolve, decides, api.Summary("Apply an event after all, or drop it"))
	api.Get(r, "/admin/payments/ratios", "funds.ratios", s.getRatios, sees, api.Summary("The share of disputed sales that card networks watch, of this month and the one before"), audit.As(ratiosViewed, ""))
	api.Get(r, "/admin/payments/receivables", "funds.receivables", s.getReceivables, sees, api.Summary("Payments that were taken back, newest first"), audit.As(receivableSearched, ""))
	api.Post(r, "/admin/payments/receivables/{id}/decide", "funds.decideCase", s.postDecideCase, decides, api.Summary("Recover, write off, or close the account"))
	api.Post(r, "/admin/payments/entries", "funds.enter", s.postEntry, decides, api.Summary("Credit or debit by hand; a second admin approves above the limit"))
	api.Post(r, "/admin/payments/entries/{id}/decide", "funds.decideEntry", s.postDecideEntry, decides, api.Summary("Approve or reject an entry"))
}

// AdminPackageView is a package as the back office sees it.
type AdminPackageView struct {
	PackageView
	Ordering int           `json:"ordering"`
	Active   bool          `json:"isActive"`
	Waits    bool          `json:"waits,omitempty" doc:"for a second admin, and is not kept until then"`
	Carriers []CarrierView `json:"carriers"`

	Translations map[string]translations.Name `json:"translations,omitempty" doc:"by language"`
}

// CarrierView says whether an active gateway can carry a package.
type CarrierView struct {
	ID  string `json:"_id"`
	Why string `json:"why,omitempty" doc:"it cannot"`
}

func adminPackageView(o Offer) AdminPackageView {
	v := AdminPackageView{PackageView: packageView(o), Ordering: o.Position, Active: o.Active, Waits: o.Waits, Carriers: []CarrierView{}, Translations: o.Translations}
	for _, c := range o.Carriers {
		v.Carriers = append(v.Carriers, CarrierView{c.Gateway, c.Why})
	}
	return v
}

func (s *Catalogue) getAllPackages(ctx context.Context, _ *struct{}) (api.List[AdminPackageView], error) {
	shop, err := s.Packages(ctx, "", true)
	page := api.List[AdminPackageView]{Data: []AdminPackageView{}, Total: len(shop.Offers)}
	for _, o := range shop.Offers {
		page.Data = append(page.Data, adminPackageView(o))
	}
	return page, err
}

type packageBody struct {
	Name     string       `json:"name"`
	Price    int64        `json:"price" doc:"in minor units of the currency"`
	Currency string       `json:"currency"`
	Tokens   money.Tokens `json:"tokens"`
	Bonus    money.Tokens `json:"bonus,omitempty"`
	Ordering int          `json:"ordering,omitempty" minimum:"-1000000" maximum:"1000000"`
	Active   bool         `json:"isActive,omitempty"`

	Translations map[string]translations.Name `json:"translations,omitempty" doc:"names in further languages, in the place of those before; kept when not given"`
}

func (b packageBody) of(id string) Package {
	return Package{
		ID: id, Name: b.Name, Price: gateway.Money{Minor: b.Price, Currency: b.Currency},
		Tokens: b.Tokens, Bonus: b.Bonus, Position: b.Ordering, Active: b.Active, Translations: b.Translations,
	}
}

type packageInput struct{ Body packageBody }

func (s *Catalogue) postPackage(ctx context.Context, in *packageInput) (AdminPackageView, error) {
	o, err := s.SavePackage(ctx, in.Body.of(""))
	return adminPackageView(o), err
}

type changePackageInput struct {
	ID   string `path:"id"`
	Body packageBody
}

func (s *Catalogue) putPackage(ctx context.Context, in *changePackageInput) (AdminPackageView, error) {
	o, err := s.SavePackage(ctx, in.Body.of(in.ID))
	return adminPackageView(o), err
}

func (s *Catalogue) deletePackage(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.DropPackage(ctx, in.ID)
}

// ConfigView is a gateway as the back office sees it.
type ConfigView struct {
	ID         string            `json:"_id"`
	Name       string            `json:"name"`
	Form       gateway.Form      `json:"form"`
	Values     map[string]string `json:"values" doc:"without secrets"`
	Set        []string          `json:"set" doc:"the secrets that are set"`
	Active     bool              `json:"isActive"`
	Currencies []string          `json:"currencies" doc:"it is offered for; none: all that it takes"`
	Takes      []string          `json:"takes" doc:"currencies"`
	Problem    string            `json:"problem,omitempty" doc:"why it cannot be used now"`
	UpdatedAt  *time.Time        `json:"updatedAt,omitempty"`
	Waits      bool              `json:"waits,omitempty" doc:"what was entered waits for a second admin"`
}

func configView(c Config) ConfigView {
	v := ConfigView{
		ID: c.ID, Name: c.Name, Form: c.Form, Values: c.Values, Set: c.Set, Active: c.Active,
		Currencies: append([]string{}, c.Currencies...), Takes: []string{}, Problem: c.Problem, UpdatedAt: when(c.UpdatedAt), Waits: c.Waits,
	}
	for _, accepts := range c.Accepts {
		v.Takes = append(v.Takes, accepts.Currency)
	}
	return v
}

func (s *Setups) getGateways(ctx context.Context, _ *struct{}) (api.List[ConfigView], error) {
	list, err := s.Gateways(ctx)
	page := api.List[ConfigView]{Data: []ConfigView{}, Total: len(list)}
	for _, c := range list {
		page.Data = append(page.Data, configView(c))
	}
	return page, err
}

type setUpInput struct {
	ID   string `path:"id"`
	Body struct {
		Values     map[string]string `json:"values,omitempty"`
		Active     bool              `json:"isActive,omitempty"`
		Currencies []string          `json:"currencies,omitempty" maxItems:"50"`
	}
}

func (s *Setups) putGateway(ctx context.Context, in *setUpInput) (ConfigView, error) {
	c, err := s.SetUp(ctx, in.ID, Setup{Values: in.Body.Values, Active: in.Body.Active, Currencies: in.Body.Currencies})
	return configView(c), err
}

// IntentView is a payment as the back office sees it.
type IntentView struct {
	PaymentView
	Kind       string `json:"kind" enum:"purchase,credit,debit"`
	AccountID  string `json:"accountId"`
	Username   string `json:"username" doc:"whose account it is"`
	Session    string `json:"session,omitempty" doc:"the vendor's name of the attempt"`
	Sale       string `json:"sale,omitempty" doc:"the vendor's name of the sale"`
	Dispute    string `json:"dispute,omitempty" enum:"open,won,lost"`
	Disputed   int64  `json:"disputed"`
	Surplus    bool   `json:"surplus,omitempty" doc:"more was paid than the price"`
	Orphaned   bool   `json:"parked,omitempty" doc:"taken back before it is known to be paid"`
	Reason     string `json:"reason,omitempty"`
	Reference  string `json:"reference,omitempty"`
	EnteredBy  string `json:"enteredBy,omitempty" doc:"an admin's username"`
	ApprovedBy string `json:"approvedBy,omitempty"`
	Checks     int    `json:"checks" doc:"how often the gateway was asked"`
	Waits      bool   `json:"waits,omitempty" doc:"what was decided waits for a second admin"`
}

// names are usernames by account id.
type names map[string]string

// of is the username; the id of an account that is no more.
func (n names) of(accountID string) string {
	if name, known := n[accountID]; known {
		return name
	}
	return accountID
}

func (s *core) names(ctx context.Context, ids ...string) (found names, err error) {
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	slices.Sort(ids)
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err = s.Accounts.Usernames(ctx, tx, slices.Compact(ids)...)
		return err
	})
	return found, err
}

// intentViews adds whose payments they are.
func (s *core) intentViews(ctx context.Context, list ...Intent) ([]IntentView, error) {
	var ids []string
	for _, in := range list {
		ids = append(ids, in.AccountID, in.EnteredBy, in.ApprovedBy)
	}
	names, err := s.names(ctx, ids...)
	views := make([]IntentView, len(list))
	for i, in := range list {
		views[i] = intentView(in, names)
	}
	return views, err
}

// oneIntent answers a call about one payment.
func (s *core) oneIntent(ctx context.Context, in Intent, failed error) (IntentView, error) {
	if failed != nil {
		return IntentView{}, failed
	}
	views, err := s.intentViews(ctx, in)
	return views[0], err
}

func intentView(in Intent, names names) IntentView {
	return IntentView{
		PaymentView: paymentView(in), Kind: in.Kind, AccountID: in.AccountID, Username: names.of(in.AccountID), Session: in.Ref.Session, Sale: in.Ref.Sale,
		Dispute: in.Dispute, Disputed: in.Disputed, Surplus: in.Surplus, Orphaned: in.Orphaned, Reason: in.Reason,
		Reference: in.Reference, EnteredBy: names.of(in.EnteredBy), ApprovedBy: names.of(in.ApprovedBy), Checks: in.Checks, Waits: in.Waits,
	}
}

type searchInput struct {
	api.Page
	Text      string `query:"q" maxLength:"200" doc:"an id, a reference, or the vendor's name of it"`
	AccountID string `query:"accountId" maxLength:"64"`
	Gateway   string `query:"gateway" maxLength:"40"`
	State     string `query:"status" maxLength:"40"`
	Unsettled bool   `query:"unsettled" doc:"those that only an admin can settle"`
}

func (s *Payments) getIntents(ctx context.Context, in *searchInput) (api.List[IntentView], error) {
	list, total, err := s.Search(ctx, Filter{
		Text: in.Text, AccountID: in.AccountID, Gateway: in.Gateway, State: in.State,
		Unsettled: in.Unsettled, Offset: in.Offset, Limit: in.Limit,
	})
	if err != nil {
		return api.List[IntentView]{}, err
	}
	views, err := s.intentViews(ctx, list...)
	return api.List[IntentView]{Data: views, Total: total}, err
}

// EventView is a fact about a payment.
type EventView struct {
	Key            string     `json:"key"`
	Kind           string     `json:"kind"`
	NotificationID string     `json:"notificationId,omitempty" doc:"empty: asked for, or entered by hand"`
	Amount         int64      `json:"amount"`
	Reason         string     `json:"reason,omitempty"`
	At             *time.Time `json:"at,omitempty" doc:"the vendor's time"`
	ReceivedAt     time.Time  `json:"receivedAt"`
	Forged         bool       `json:"forged,omitempty" doc:"not as the program writes what gateways tell: it counts for nothing"`
}

// RefundView is cash given back.
type RefundView struct {
	ID     string       `json:"_id"`
	Amount int64        `json:"amount"`
	Tokens money.Tokens `json:"tokens"`
	Status string       `json:"status" enum:"debited,done,refused,failed"`
	By     string       `json:"by"`
	Reason string       `json:"reason"`
	Waits  bool         `json:"waits,omitempty" doc:"for a second admin: nothing of it is done yet"`
}

func refundView(r CashRefund, names names) RefundView {
	return RefundView{ID: r.ID, Amount: r.Amount.Minor, Tokens: r.Tokens, Status: r.State, By: names.of(r.AskedBy), Reason: r.Reason, Waits: r.Waits}
}

// FileView is all that is known of a payment.
type FileView struct {
	IntentView
	Events      []EventView    `json:"events"`
	Quarantine  []MismatchView `json:"quarantine"`
	Receivables []CaseView     `json:"receivables"`
	Refunds     []RefundView   `json:"refunds"`
}

// people are all who appear in a payment's file.
func (f File) people() []string {
	ids := []string{f.Intent.AccountID, f.Intent.EnteredBy, f.Intent.ApprovedBy}
	for _, o := range f.Mismatches {
		ids = append(ids, o.FirstBy, o.DecidedBy)
	}
	for _, c := range f.Cases {
		ids = append(ids, c.AccountID, c.DecidedBy)
	}
	for _, r := range f.Refunds {
		ids = append(ids, r.AskedBy)
	}
	return ids
}

func (s *Payments) getIntent(ctx context.Context, in *idInput) (FileView, error) {
	f, err := s.Look(ctx, in.ID)
	if err != nil {
		return FileView{}, err
	}
	names, err := s.names(ctx, f.people()...)
	v := FileView{IntentView: intentView(f.Intent, names), Events: []EventView{}, Quarantine: []MismatchView{}, Receivables: []CaseView{}, Refunds: []RefundView{}}
	for _, e := range f.Events {
		v.Events = append(v.Events, EventView{e.Key, string(e.Kind), e.NotificationID, e.Amount, reasonIn(lang.In(ctx), e.Reason), when(e.At), e.ReceivedAt, e.Forged})
	}
	for _, o := range f.Mismatches {
		v.Quarantine = append(v.Quarantine, mismatchView(o, names))
	}
	for _, c := range f.Cases {
		v.Receivables = append(v.Receivables, caseView(c, names))
	}
	for _, r := range f.Refunds {
		v.Refunds = append(v.Refunds, refundView(r, names))
	}
	return v, err
}
