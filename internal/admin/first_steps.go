package admin

import (
	"context"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
)

// Site is what only the program, its settings and other packages know of how far the
// site is set up.
type Site struct {
	Public       bool // its address is one that people can reach, with TLS
	MailServer   bool
	OperatorMail bool // somebody is told when something goes wrong
	Gateways     int  // that are active
	Packages     int  // that are active and that an active gateway carries
	PayoutRate   bool // a token of earnings is worth something
}

// FirstStep is one thing that a new site needs before it earns.
type FirstStep struct {
	ID   string `json:"id" enum:"address,mail,operator_mail,second_admin,gateway,packages,payout_rate"`
	Done bool   `json:"done"`
}

// FirstSteps are all of them, in the order in which they are best done.
type FirstSteps struct {
	Steps []FirstStep `json:"steps"`
}

func (s *Service) firstSteps(ctx context.Context, _ *struct{}) (steps FirstSteps, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		site, err := s.Site(ctx, tx)
		if err != nil {
			return err
		}
		admins, err := countAdmins(ctx, tx)
		if err != nil {
			return err
		}
		steps.Steps = []FirstStep{
			{"address", site.Public},
			{"mail", site.MailServer},
			{"operator_mail", site.OperatorMail},
			{"second_admin", admins > 1},
			{"gateway", site.Gateways > 0},
			{"packages", site.Packages > 0},
			{"payout_rate", site.PayoutRate},
		}
		return nil
	})
	return steps, err
}

// TestMail is where a test mail went.
type TestMail struct {
	To string `json:"to"`
}

// testMail sends the caller a mail at once, so that a wrong server shows here and not
// in the mails that members wait for.
func (s *Service) testMail(ctx context.Context, _ *struct{}) (sent TestMail, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if sent.To, err = s.Caller(ctx, tx); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: mailTested, Subject: "mail:" + sent.To})
	})
	if err != nil {
		return TestMail{}, err
	}
	return sent, s.TryMail(ctx, sent.To)
}
