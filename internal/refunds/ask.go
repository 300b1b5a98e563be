package refunds

import (
	"context"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
)

// Request is what a member asked for, and what became of it.
type Request struct {
	ID          string       `db:"id"`
	Kind        string       `db:"kind"` // of the payment, with its
	Reference   string       `db:"reference"`
	MemberID    string       `db:"member_id"`
	PerformerID string       `db:"performer_id"`
	StudioID    string       `db:"studio_id"`
	Label       string       `db:"label"`
	Paid        money.Tokens `db:"paid"`
	Refundable  money.Tokens `db:"refundable"` // when it was asked
	PaidAt      time.Time    `db:"paid_at"`
	Reason      string       `db:"reason"`
	Text        string       `db:"text"`
	Status      Status       `db:"status"`
	Resolution  Resolution   `db:"resolution"` // empty unless resolved
	Split       Split        // who gave it; empty unless resolved
	Note        string       `db:"note"` // the admin's
	DecidedBy   string       `db:"decided_by"`
	CreatedAt   time.Time    `db:"created_at"`
	DecidedAt   time.Time    `db:"decided_at"` // zero while pending

	attempt    int `db:"attempt"` // the how many-th about its payment
	transferID string
}

// Question is what a member asks. Its JSON is what an Idempotency-Key stands for.
type Question struct {
	MemberID  string
	Kind      string
	Reference string
	Reason    string
	Text      string
}

// Ask makes a request. A key that has been used gives the first one again. It
// fails with ErrNoPayment, ErrAsked, ErrEarly, ErrLate, ErrSettled,
// ErrNothing, a refused field
// or idempotency.ErrOtherBody.
func (s *Service) Ask(ctx context.Context, q Question, key string) (r Request, names map[string]string, err error) {
	category, known := s.categoryOf(q.Kind)
	q.Text = sanitize.Paragraphs(q.Text)
	switch {
	case !known || !id.Valid(q.Reference):
		return r, nil, ErrNoPayment
	case !slices.Contains(category.Reasons, q.Reason):
		return r, nil, fault.Field("reason", "Must be one of the reasons for this payment")
	}
	if err := fault.Length("text", q.Text, minText, maxText); err != nil {
		return r, nil, err
	}
	if err := s.Limiter.Allow(ctx, rateRule, q.MemberID); err != nil {
		return r, nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		made, err := idempotency.Once(ctx, tx, rateRule+":"+q.MemberID, key, q, s.Now(), func() (string, error) {
			return s.ask(ctx, tx, category, q)
		})
		if err == nil {
			r, err = selectRequest(ctx, tx, made)
		}
		if err == nil {
			names, err = s.names(ctx, tx, r)
		}
		return err
	})
	return r, names, err
}

func (s *Service) ask(ctx context.Context, tx *db.Tx, category Category, q Question) (string, error) {
	p, err := category.Source.Payment(ctx, tx, q.Kind, q.Reference)
	if err == nil && p.MemberID != q.MemberID {
		err = ErrNoPayment
	}
	if err != nil {
		return "", err
	}
	asked, err := selectAsked(ctx, tx, q.Kind, []string{q.Reference})
	last := asked[q.Reference]
	if err == nil && p.isAnswered(last) {
		err = ErrAsked
	}
	if err == nil {
		err = p.refusal(s.Now())
	}
	if err != nil {
		return "", err
	}
	r, err := s.file(ctx, tx, p, last, q.Reason, q.Text)
	if err != nil {
		return "", err
	}
	return r.ID, s.Events.Publish(ctx, tx, Asked{RequestID: r.ID, MemberID: r.MemberID})
}

// file writes down a request about a payment, after the last one.
func (s *Service) file(ctx context.Context, tx *db.Tx, p Payment, last lastRequest, reason, text string) (Request, error) {
	r := Request{
		ID: id.New(s.Now()), Kind: p.Kind, Reference: p.Reference, MemberID: p.MemberID, PerformerID: p.PerformerID,
		StudioID: p.Terms.StudioID, Label: p.Label, Paid: p.Paid(), Refundable: p.Left(), PaidAt: p.PaidAt,
		Reason: reason, Text: text, Status: Pending, CreatedAt: s.Now(), attempt: last.attempt + 1,
	}
	fresh, err := insertRequest(ctx, tx, r)
	if err == nil && !fresh {
		err = ErrAsked // in the same moment
	}
	return r, err
}

// categoryOf finds the category of payments that a kind belongs to.
func (s *Service) categoryOf(kind string) (Category, bool) {
	for _, category := range s.categories {
		if slices.Contains(category.Kinds, kind) {
			return category, true
		}
	}
	return Category{}, false
}

// Offer is a payment that may be asked about, and for which reasons.
type Offer struct {
	Payment
	Reasons []string
}

// Offers are the payments that the member may ask about now, newest first, and the
// usernames of who was paid.
func (s *Service) Offers(ctx context.Context, memberID string) (list []Offer, names map[string]string, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list = nil
		for _, category := range s.categories {
			found, err := s.offersOf(ctx, tx, category, memberID)
			if err != nil {
				return err
			}
			list = append(list, found...)
		}
		slices.SortStableFunc(list, func(a, b Offer) int { return b.PaidAt.Compare(a.PaidAt) })
		ids := make([]string, len(list))
		for i, o := range list {
			ids[i] = o.PerformerID
		}
		names, err = s.People.Usernames(ctx, tx, ids...)
		return err
	})
	return list, names, err
}

func (s *Service) offersOf(ctx context.Context, tx *db.Tx, category Category, memberID string) (list []Offer, err error) {
	now := s.Now()
	found, err := category.Source.Recent(ctx, tx, memberID, now.Add(-Window), maxPayments)
	if err != nil {
		return nil, err
	}
	references := map[string][]string{}
	for _, p := range found {
		references[p.Kind] = append(references[p.Kind], p.Reference)
	}
	asked := map[string]map[string]lastRequest{}
	for kind, list := range references {
		if asked[kind], err = selectAsked(ctx, tx, kind, list); err != nil {
			return nil, err
		}
	}
	for _, p := range found {
		if p.refusal(now) == nil && !p.isAnswered(asked[p.Kind][p.Reference]) {
			list = append(list, Offer{p, category.Reasons})
		}
	}
	return list, nil
}

// Filter chooses requests; what is empty does not choose.
type Filter struct {
	MemberID    string
	PerformerID string
	Kind        string
	Status      Status
	From, To    time.Time // asked for from From on and before To; zero: without end
	Ascending   bool
	Offset      int
	Limit       int
}

// Search is a page of requests, newest first, how many there are in all, and the
// usernames of their people.
func (s *Service) Search(ctx context.Context, f Filter) (list []Request, total int, names map[string]string, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if list, total, err = selectRequests(ctx, tx, f); err != nil {
			return err
		}
		names, err = s.names(ctx, tx, list...)
		return err
	})
	return list, total, names, err
}

func (s *Service) names(ctx context.Context, tx *db.Tx, list ...Request) (map[string]string, error) {
	set := map[string]bool{}
	for _, r := range list {
		for _, accountID := range []string{r.MemberID, r.PerformerID, r.StudioID, r.DecidedBy} {
			if accountID != "" {
				set[accountID] = true
			}
		}
	}
	return s.People.Usernames(ctx, tx, sorted(set)...)
}
