// Package admin is the back office's own view of the house: counts, the mailbox,
// deliveries that fail. It reads across every room's tables (discover and
// admin alone may: docs/architecture.md) and changes nothing; decisions belong to the domains.
package admin

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/money"
)

// Statistics is the house at a glance.
type Statistics struct {
	Members           int          `json:"members"`
	Performers        int          `json:"performers"`
	Studios           int          `json:"studios"`
	NewToday          int          `json:"newToday"`
	WaitingForReview  int          `json:"waitingForReview"`
	OpenRefunds       int          `json:"openRefunds" doc:"refund requests that nobody has decided"`
	LiveNow           int          `json:"liveNow"`
	ViewersNow        int          `json:"viewersNow"`
	TipsToday         int          `json:"tipsToday"`
	TippedToday       money.Tokens `json:"tippedToday"`
	TokensOutstanding money.Tokens `json:"tokensOutstanding" doc:"what members hold"`
	MailsWaiting      int          `json:"mailsWaiting"`
	FailingDeliveries int          `json:"failingDeliveries"`
}

// Delivery is news that could not be delivered yet.
type Delivery struct {
	ID         string    `json:"_id"`
	Subscriber string    `json:"subscriber"`
	Event      string    `json:"event"`
	Attempts   int       `json:"attempts"`
	Failure    string    `json:"failure"`
	NextTry    time.Time `json:"nextTry"`
}

// Service answers the back office.
type Service struct {
	db  *db.DB
	now func() time.Time
}

// New makes the service.
func New(d *db.DB, now func() time.Time) *Service { return &Service{db: d, now: now} }

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/statistics/admin", "admin.statistics", s.statistics, account.Admin.Guard)
	api.Get(r, "/admin/mails", "admin.mails", s.mails, account.Admin.Guard)
	api.Get(r, "/admin/mails/{id}", "admin.mail", s.mail, account.Admin.Guard)
	api.Get(r, "/admin/deliveries", "admin.deliveries", s.deliveries, account.Admin.Guard)
}

func (s *Service) statistics(ctx context.Context, _ *struct{}) (n Statistics, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err = countAll(ctx, tx, s.now().UTC().Truncate(24*time.Hour))
		return err
	})
	return n, err
}

type mailsInput struct {
	api.Page
	To    string `query:"to" maxLength:"254"`
	State string `query:"state" enum:"waiting,sent,kept,failed,"`
}

func (s *Service) mails(ctx context.Context, in *mailsInput) (page api.List[mail.Mail], err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		page.Data, page.Total, err = mail.List(ctx, tx, mail.Filter{
			State: mail.State(in.State), To: in.To, Offset: in.Offset, Limit: in.Limit,
		})
		return err
	})
	return page, err
}

type idInput struct {
	ID string `path:"id"`
}

func (s *Service) mail(ctx context.Context, in *idInput) (m mail.Mail, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		m, err = mail.Get(ctx, tx, in.ID)
		return err
	})
	return m, err
}

func (s *Service) deliveries(ctx context.Context, in *api.Page) (page api.List[Delivery], err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		page.Data, page.Total, err = selectFailing(ctx, tx, in.Limit, in.Offset)
		return err
	})
	return page, err
}
