// Package admin is the back office's own view of the site: counts, the mailbox,
// deliveries that fail. It reads across every room's tables (discover and
// admin alone may: docs/architecture.md) and decides nothing; decisions belong to the domains.
package admin

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/money"
)

// Statistics is the site in numbers.
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

// Deps is what a Service needs.
type Deps struct {
	DB      *db.DB
	Site    func(ctx context.Context, tx *db.Tx) (Site, error)
	Caller  func(ctx context.Context, tx *db.Tx) (email string, err error) // of who calls
	TryMail func(ctx context.Context, to string) error                     // sends a mail at once; its refusal has words
	Incomes []string                                                       // the kinds of transfer by which members pay performers
	Audit   *audit.Log
	Now     func() time.Time
}

// Service answers the back office.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/statistics/admin", "admin.statistics", s.statistics, account.SeeStatistics.Guard(),
		api.Summary("How many accounts and shows the site has, and what is new today"), audit.Silent("counts of the whole site, asked for every few seconds by an open page"))
	api.Get(r, "/admin/statistics/daily", "admin.dailyStatistics", s.daily, account.SeeStatistics.Guard(),
		api.Summary("New accounts, what members paid, the site's part and the time on air, by days of a zone"), audit.Silent("sums of the whole site"))
	api.Get(r, "/admin/first-steps", "admin.firstSteps", s.firstSteps, account.SeeStatistics.Guard(), api.Summary("What a new site still needs before it earns"), audit.Silent("what the site is set up with"))
	api.Get(r, "/admin/mails", "admin.mails", s.mails, account.StepUp(account.ReadMails.Guard()),
		api.Summary("The mails that were sent or wait to be, newest first; every look goes into the audit log"), audit.As(mailSearched, ""))
	api.Post(r, "/admin/mails/test", "admin.testMail", s.testMail, account.OperateSite.Guard(), api.Summary("Mail me something now, and tell me what the server says"))
	api.Get(r, "/admin/mails/{id}", "admin.mail", s.mail, account.StepUp(account.ReadMails.Guard()),
		api.Summary("One mail with its text; every look goes into the audit log"), audit.As(mailViewed, "mail"))
	api.Get(r, "/admin/deliveries", "admin.deliveries", s.deliveries, account.OperateSite.Guard(),
		api.Summary("Events whose delivery failed and is tried again"), audit.As(deliverySearched, ""))
}

func (s *Service) statistics(ctx context.Context, _ *struct{}) (n Statistics, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err = countAll(ctx, tx, s.Now().UTC().Truncate(24*time.Hour))
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
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
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
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		m, err = mail.Get(ctx, tx, in.ID)
		return err
	})
	return m, err
}

func (s *Service) deliveries(ctx context.Context, in *api.Page) (page api.List[Delivery], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		page.Data, page.Total, err = selectFailing(ctx, tx, in.Limit, in.Offset)
		return err
	})
	return page, err
}
