package funds

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
)

func (s *Service) proposalRoutes(r *api.Router) {
	api.Get(r, "/admin/payments/proposals", "funds.proposals", s.getProposals, account.SeePayments.Guard(), api.Summary("Gateways, packages and decisions about payments that wait for a second admin, oldest first"), audit.As(proposalSearched, ""))
	api.Post(r, "/admin/payments/proposals/{id}/approve", "funds.approveProposal", s.postApprove, account.Decides(account.DecidePayments.Guard()), api.Summary("Let hold what another admin proposed"))
	api.Post(r, "/admin/payments/proposals/{id}/reject", "funds.rejectProposal", s.postReject, account.StepUp(account.DecidePayments.Guard()), api.Summary("Drop what waits for a second admin"))
}

// ProposalView is what waits for a second admin.
type ProposalView struct {
	ID      string    `json:"_id"`
	Kind    string    `json:"kind" enum:"gateway,package,outcome,refund,receivable"`
	Subject string    `json:"subject" doc:"the id of the gateway, the package, the payment or the receivable"`
	Name    string    `json:"name"`
	Changes []string  `json:"changes" doc:"in words, and no secret"`
	By      string    `json:"by"`
	ByName  string    `json:"byName" doc:"the username of who proposed it"`
	At      time.Time `json:"at"`
}

func (s *Decisions) getProposals(ctx context.Context, _ *struct{}) (api.List[ProposalView], error) {
	page := api.List[ProposalView]{Data: []ProposalView{}}
	list, err := s.Proposals(ctx)
	if err != nil {
		return page, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		page.Data = page.Data[:0]
		for _, p := range list {
			v, err := s.proposalView(ctx, tx, p)
			if err != nil {
				return err
			}
			page.Data = append(page.Data, v)
		}
		return nil
	})
	page.Total = len(page.Data)
	return page, err
}

func (s *Decisions) proposalView(ctx context.Context, tx *db.Tx, p Proposal) (v ProposalView, err error) {
	v = ProposalView{ID: p.ID, Kind: p.Kind, Subject: p.Subject, Name: p.Subject, By: p.By, At: p.At, Changes: []string{}}
	people := []string{p.By}
	if p.Decision != nil {
		people = append(people, p.Decision.AccountID)
	}
	found, err := s.Accounts.Usernames(ctx, tx, people...)
	if err != nil {
		return v, err
	}
	v.ByName = names(found).of(p.By)
	say := lang.In(ctx)
	if d := p.Decision; d != nil {
		v.Name, v.Changes = names(found).of(d.AccountID), []string{d.terms(say, p.Kind), d.Reason}
		return v, nil
	}
	if p.Package != nil {
		v.Name, v.Changes = p.Package.Name, p.Package.terms(say)
		return v, nil
	}
	if m, known := s.setups.maker(p.Subject); known {
		was, err := s.setups.selectSetup(ctx, tx, p.Subject)
		if err != nil && !errors.Is(err, db.ErrNone) {
			return v, err
		}
		v.Name, v.Changes = say(m.Name), s.setups.changes(say, m, was, *p.Setup)
	}
	return v, nil
}

// terms say what is decided, and about how much.
func (d Decision) terms(say lang.Teller, kind string) string {
	switch kind {
	case ProposedOutcome:
		return say("Dispute won: %s tokens go back", d.Tokens.Brief())
	case ProposedRefund:
		return say("Refund in cash of %s tokens", d.Tokens.Brief())
	}
	if d.What == Close {
		return say("Close the account and write off %s tokens", d.Tokens.Brief())
	}
	return say("Write off %s tokens", d.Tokens.Brief())
}

// terms say what is sold for what.
func (p Package) terms(say lang.Teller) []string {
	list := []string{say("%s tokens for %s", p.Tokens.Brief(), p.Price.String())}
	if p.Bonus > 0 {
		list = append(list, say("%s more as a bonus", p.Bonus.Brief()))
	}
	for _, language := range slices.Sorted(maps.Keys(p.Translations)) {
		list = append(list, language+": "+p.Translations[language].Name)
	}
	return list
}

func (s *Decisions) postApprove(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.Approve(ctx, in.ID)
}

func (s *Decisions) postReject(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.Reject(ctx, in.ID)
}
