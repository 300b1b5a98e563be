package funds

import (
	"context"
	"time"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

func (s *Reconciler) postReconcileOne(ctx context.Context, in *idInput) (IntentView, error) {
	found, err := s.ReconcileOne(ctx, in.ID)
	return s.oneIntent(ctx, found, err)
}

// ReconciledView is what a run did.
type ReconciledView struct {
	Asked   int `json:"asked" doc:"payments"`
	Events  int `json:"events" doc:"that the gateways told"`
	Failed  int `json:"failed" doc:"that did not answer"`
	Expired int `json:"expired" doc:"payments given up"`
}

func (s *Reconciler) postReconcile(ctx context.Context, _ *struct{}) (ReconciledView, error) {
	r, err := s.Reconcile(ctx)
	return ReconciledView{Asked: r.Asked, Events: r.Events, Failed: r.Failed, Expired: r.Expired}, err
}

type outcomeInput struct {
	ID   string `path:"id"`
	Body struct {
		Outcome string `json:"outcome" enum:"won,lost" doc:"by the site"`
		Reason  string `json:"reason"`
	}
}

func (s *Outcomes) postOutcome(ctx context.Context, in *outcomeInput) (IntentView, error) {
	found, err := s.RecordOutcome(ctx, in.ID, in.Body.Outcome == DisputeWon, in.Body.Reason)
	return s.oneIntent(ctx, found, err)
}

type refundInput struct {
	ID   string `path:"id"`
	Body struct {
		Reason string `json:"reason"`
	}
}

func (s *CashRefunds) postRefund(ctx context.Context, in *refundInput) (RefundView, error) {
	r, err := s.RefundCash(ctx, in.ID, in.Body.Reason)
	if err != nil {
		return RefundView{}, err
	}
	names, err := s.names(ctx, r.AskedBy)
	return refundView(r, names), err
}

// MismatchView is an event in quarantine.
type MismatchView struct {
	ID             string     `json:"_id"`
	Gateway        string     `json:"gateway"`
	TransactionID  string     `json:"transactionId,omitempty" doc:"empty: no payment is known for it"`
	NotificationID string     `json:"notificationId,omitempty"`
	Kind           string     `json:"kind"`
	Key            string     `json:"key"`
	Amount         int64      `json:"amount"`
	Currency       string     `json:"currency"`
	Differences    []string   `json:"differences"`
	Status         string     `json:"status" enum:"open,approved,applied,dropped"`
	FirstBy        string     `json:"firstBy,omitempty" doc:"the first admin of two"`
	DecidedBy      string     `json:"decidedBy,omitempty"`
	Reason         string     `json:"reason,omitempty"`
	CreatedAt      time.Time  `json:"createdAt"`
	DecidedAt      *time.Time `json:"decidedAt,omitempty"`
}

func mismatchView(o Mismatch, names names) MismatchView {
	return MismatchView{
		ID: o.ID, Gateway: o.Gateway, TransactionID: o.IntentID, NotificationID: o.NotificationID,
		Kind: string(o.Event.Kind), Key: o.Event.Key, Amount: o.Event.Amount.Minor, Currency: o.Event.Amount.Currency,
		Differences: o.Differences, Status: o.State, FirstBy: names.of(o.FirstBy), DecidedBy: names.of(o.DecidedBy), Reason: o.Reason,
		CreatedAt: o.CreatedAt, DecidedAt: when(o.DecidedAt),
	}
}

func (s *MismatchQueue) mismatchViews(ctx context.Context, list ...Mismatch) ([]MismatchView, error) {
	var ids []string
	for _, o := range list {
		ids = append(ids, o.FirstBy, o.DecidedBy)
	}
	names, err := s.names(ctx, ids...)
	views := make([]MismatchView, len(list))
	for i, o := range list {
		views[i] = mismatchView(o, names)
	}
	return views, err
}

func (s *MismatchQueue) oneMismatch(ctx context.Context, o Mismatch, failed error) (MismatchView, error) {
	if failed != nil {
		return MismatchView{}, failed
	}
	views, err := s.mismatchViews(ctx, o)
	return views[0], err
}

type mismatchesInput struct {
	api.Page
	State string `query:"status" maxLength:"20"`
}

func (s *MismatchQueue) getMismatches(ctx context.Context, in *mismatchesInput) (api.List[MismatchView], error) {
	list, total, err := s.Mismatches(ctx, in.State, in.Offset, in.Limit)
	if err != nil {
		return api.List[MismatchView]{}, err
	}
	views, err := s.mismatchViews(ctx, list...)
	return api.List[MismatchView]{Data: views, Total: total}, err
}

func (s *MismatchQueue) getMismatch(ctx context.Context, in *idInput) (MismatchView, error) {
	o, err := s.Mismatch(ctx, in.ID)
	return s.oneMismatch(ctx, o, err)
}

type resolveInput struct {
	ID   string `path:"id"`
	Body struct {
		Decision      string `json:"decision" enum:"apply,drop"`
		TransactionID string `json:"transactionId,omitempty" maxLength:"64" doc:"the payment, where the event names none"`
		Reason        string `json:"reason"`
	}
}

func (s *MismatchQueue) postResolve(ctx context.Context, in *resolveInput) (MismatchView, error) {
	o, err := s.ResolveMismatch(ctx, in.ID, in.Body.Decision == "apply", in.Body.TransactionID, in.Body.Reason)
	return s.oneMismatch(ctx, o, err)
}

// CaseView is a loss, and what is still owed of it.
type CaseView struct {
	ID            string       `json:"_id"`
	TransactionID string       `json:"transactionId"`
	AccountID     string       `json:"accountId"`
	Username      string       `json:"username" doc:"whose account it is"`
	Cause         string       `json:"cause" enum:"refund,dispute"`
	Taken         money.Tokens `json:"taken"`
	Amount        money.Tokens `json:"amount" doc:"of it, what had been spent"`
	Recovered     money.Tokens `json:"recovered"`
	WrittenOff    money.Tokens `json:"writtenOff"`
	Owed          money.Tokens `json:"owed"`
	Status        string       `json:"status" enum:"open,decided,closed,won"`
	Decision      string       `json:"decision,omitempty"`
	DecidedBy     string       `json:"decidedBy,omitempty"`
	Reason        string       `json:"reason,omitempty"`
	OpenedAt      time.Time    `json:"openedAt"`
	DecidedAt     *time.Time   `json:"decidedAt,omitempty"`
	Waits         bool         `json:"waits,omitempty" doc:"what was decided waits for a second admin"`
}

func caseView(c Case, names names) CaseView {
	return CaseView{
		ID: c.ID, TransactionID: c.IntentID, AccountID: c.AccountID, Username: names.of(c.AccountID), Cause: c.Cause, Taken: c.Taken, Amount: c.Amount,
		Recovered: c.Recovered, WrittenOff: c.WrittenOff, Owed: c.owed(), Status: c.State, Decision: c.Decision,
		DecidedBy: names.of(c.DecidedBy), Reason: c.Reason, OpenedAt: c.OpenedAt, DecidedAt: when(c.DecidedAt), Waits: c.Waits,
	}
}

func (s *Losses) caseViews(ctx context.Context, list ...Case) ([]CaseView, error) {
	var ids []string
	for _, c := range list {
		ids = append(ids, c.AccountID, c.DecidedBy)
	}
	names, err := s.names(ctx, ids...)
	views := make([]CaseView, len(list))
	for i, c := range list {
		views[i] = caseView(c, names)
	}
	return views, err
}

type receivablesInput struct {
	api.Page
	State     string `query:"status" maxLength:"20"`
	AccountID string `query:"accountId" maxLength:"64"`
}

func (s *Losses) getReceivables(ctx context.Context, in *receivablesInput) (api.List[CaseView], error) {
	list, total, err := s.Receivables(ctx, in.State, in.AccountID, in.Offset, in.Limit)
	if err != nil {
		return api.List[CaseView]{}, err
	}
	views, err := s.caseViews(ctx, list...)
	return api.List[CaseView]{Data: views, Total: total}, err
}

type decideCaseInput struct {
	ID   string `path:"id"`
	Body struct {
		Decision string `json:"decision" enum:"recover,writeOff,close"`
		Reason   string `json:"reason"`
	}
}

func (s *Losses) postDecideCase(ctx context.Context, in *decideCaseInput) (CaseView, error) {
	c, err := s.DecideCase(ctx, in.ID, in.Body.Decision, in.Body.Reason)
	if err != nil {
		return CaseView{}, err
	}
	views, err := s.caseViews(ctx, c)
	return views[0], err
}

type entryInput struct {
	Body struct {
		AccountID string       `json:"accountId"`
		Direction string       `json:"direction" enum:"credit,debit"`
		Tokens    money.Tokens `json:"tokens"`
		Price     int64        `json:"price,omitempty" minimum:"0" maximum:"1000000000000" doc:"what was paid, in minor units; none: the tokens are given"`
		Currency  string       `json:"currency,omitempty" maxLength:"3"`
		Reason    string       `json:"reason"`
		Reference string       `json:"reference" doc:"of the payment; it is booked once"`
	}
}

func (s *ManualEntries) postEntry(ctx context.Context, in *entryInput) (IntentView, error) {
	b := in.Body
	found, err := s.Enter(ctx, Entry{
		AccountID: b.AccountID, Debit: b.Direction == Debit, Tokens: b.Tokens,
		Price: gateway.Money{Minor: b.Price, Currency: b.Currency}, Reason: b.Reason, Reference: b.Reference,
	})
	return s.oneIntent(ctx, found, err)
}

type decideEntryInput struct {
	ID   string `path:"id"`
	Body struct {
		Decision string `json:"decision" enum:"approve,reject"`
		Reason   string `json:"reason"`
	}
}

func (s *ManualEntries) postDecideEntry(ctx context.Context, in *decideEntryInput) (IntentView, error) {
	found, err := s.DecideEntry(ctx, in.ID, in.Body.Decision == "approve", in.Body.Reason)
	return s.oneIntent(ctx, found, err)
}
