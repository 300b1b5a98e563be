package funds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
)

// Who chooses a gateway's secret can sign its notifications, and who sells tokens for
// next to nothing need not: either makes tokens of nothing. Where there is another
// admin who may decide, such a change waits for their word.

// Decisions are those of second admins.
type Decisions struct {
	*core
	approvals   *Approvals
	setups      *Setups
	catalogue   *Catalogue
	losses      *Losses
	outcomes    *Outcomes
	cashRefunds *CashRefunds
}

// The kinds of what waits.
const (
	ProposedGateway    = "gateway"
	ProposedPackage    = "package"
	ProposedOutcome    = "outcome"    // of a dispute
	ProposedRefund     = "refund"     // in cash
	ProposedReceivable = "receivable" // a debt that is forgiven
)

// Proposal is a change that waits for a second admin.
type Proposal struct {
	ID      string    `json:"-"`
	Kind    string    `json:"-"`
	Subject string    `json:"-"` // the id of the gateway, the package, the payment or the receivable
	At      time.Time `json:"-"`
	By      string    `json:"by"`
	Setup   *Setup    `json:"setup,omitempty"` // of a gateway, with its secrets
	Package *Package  `json:"package,omitempty"`
	Fresh   bool      `json:"fresh,omitempty"` // the package does not exist yet

	Decision *Decision `json:"decision,omitempty"` // about a payment or a receivable
}

// Decision is what an admin wants to decide about somebody's money.
type Decision struct {
	What      string       `json:"what"` // of a receivable: WriteOff or Close
	Reason    string       `json:"reason"`
	AccountID string       `json:"accountId"`
	Tokens    money.Tokens `json:"tokens"` // that it gives, pays out or forgives
}

// Proposed is published when a change begins to wait: the other admins are told.
type Proposed struct {
	Kind string
	Of   string // what it is about: a gateway's or a package's name, an amount
	By   string
}

// EventName implements bus.Event.
func (Proposed) EventName() string { return "funds.proposed" }

// ErrNoProposal is the answer to a change that was decided, withdrawn or replaced.
var ErrNoProposal = fault.New(fault.NotFound, "This change no longer waits for anybody.")

// opens reports whether a set-up lets somebody be paid, or sign, who could not before:
// a gateway is switched on, or a value of its form is another one.
func opens(form gateway.Form, was, is stored) bool {
	return is.active && !was.active || slices.ContainsFunc(form, func(f gateway.Field) bool {
		return is.values[f.Name] != "" && is.values[f.Name] != was.values[f.Name]
	})
}

// cheaper reports whether a token of a package would cost less than of every one that
// is on sale in its currency. The first of a currency is cheaper than none.
func cheaper(p Package, onSale []Package) bool {
	units := func(p Package) int64 { return int64(p.Tokens + p.Bonus) } // check bounds it, and the price: products fit
	return p.Active && !slices.ContainsFunc(onSale, func(other Package) bool {
		return other.Price.Currency == p.Price.Currency && other.Price.Minor*units(p) <= p.Price.Minor*units(other)
	})
}

// needsSecond reports whether there is another admin who may decide. What the program
// itself sets up needs nobody.
func (s *Approvals) needsSecond(ctx context.Context, tx *db.Tx) (bool, error) {
	by := account.CallerFrom(ctx).ID
	if by == "" {
		return false, nil
	}
	others, err := s.Accounts.EstablishedAdmins(ctx, tx, by)
	return others > 0, err
}

// propose lets a change wait, in the place of an older one of the same subject. of is what it
// is about, what stands in the log.
func (s *Approvals) propose(ctx context.Context, tx *db.Tx, p Proposal, of, what string) error {
	p.ID, p.At, p.By = id.New(s.Now()), s.Now(), account.CallerFrom(ctx).ID
	if err := s.upsertProposal(ctx, tx, p); err != nil {
		return err
	}
	if err := s.Audit.Record(ctx, tx, audit.Act{Action: proposed[p.Kind], Subject: p.Kind + ":" + p.Subject, Reason: what}); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Proposed{Kind: p.Kind, Of: of, By: p.By})
}

// Proposals are what waits for a second admin, oldest first.
func (s *Decisions) Proposals(ctx context.Context) (list []Proposal, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = db.All(ctx, tx, s.approvals.scanProposal, `SELECT `+proposalColumns+` FROM funds_proposals ORDER BY id`)
		if err != nil {
			return fmt.Errorf("select what waits for a second admin: %w", err)
		}
		return nil
	})
	return list, err
}

// Approve is the second admin's word: the change holds. It is checked again, for the
// site and the payment may be others by now. It fails with ErrNoProposal,
// ErrAnotherAdmin, and as the decision does.
func (s *Decisions) Approve(ctx context.Context, proposalID string) error {
	var refund CashRefund
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := s.approvals.takeProposal(ctx, tx, proposalID)
		if err != nil {
			return err
		}
		if caller := account.CallerFrom(ctx).ID; caller == "" || caller == p.By {
			return ErrAnotherAdmin
		}
		switch p.Kind {
		case ProposedGateway:
			return s.setups.approveSetup(ctx, tx, p.Subject, *p.Setup)
		case ProposedPackage:
			_, err = s.catalogue.keepPackage(ctx, tx, *p.Package, p.Fresh, packageApproved)
		case ProposedOutcome:
			_, err = s.outcomes.recordOutcome(ctx, tx, p.Subject, true, p.Decision.Reason, true)
		case ProposedReceivable:
			_, err = s.losses.decideCase(ctx, tx, p.Subject, p.Decision.What, p.Decision.Reason, true)
		case ProposedRefund:
			refund, err = s.cashRefunds.debitRefund(ctx, tx, p.Subject, p.Decision.Reason, true)
		}
		return err
	})
	if err != nil || refund.ID == "" {
		return err
	}
	_, err = s.cashRefunds.askRefund(ctx, refund)
	return err
}

func (s *Setups) approveSetup(ctx context.Context, tx *db.Tx, gatewayID string, in Setup) error {
	m, known := s.maker(gatewayID)
	if !known {
		return ErrNoGateway
	}
	was, err := s.selectSetup(ctx, tx, gatewayID)
	if err != nil && !errors.Is(err, db.ErrNone) {
		return err
	}
	row := stored{id: gatewayID, active: in.Active, currencies: in.Currencies, values: in.Values, updatedAt: s.Now()}
	return s.keepSetup(ctx, tx, m, was, row, gatewayApproved)
}

// Reject drops a change that waits; who proposed it may too.
func (s *Decisions) Reject(ctx context.Context, proposalID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := s.approvals.takeProposal(ctx, tx, proposalID)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: proposalRejected[p.Kind], Subject: p.Kind + ":" + p.Subject})
	})
}

// changes says what a proposal changes, for the admin who decides: of a secret only
// that it is another one.
func (s *Setups) changes(say lang.Teller, m Maker, was stored, p Setup) (list []string) {
	list = []string{}
	if p.Active != was.active {
		list = append(list, say(map[bool]string{true: lang.Mark("Switched on"), false: lang.Mark("Switched off")}[p.Active]))
	}
	for _, field := range m.Form.In(say) {
		switch value := p.Values[field.Name]; {
		case value == was.values[field.Name]:
		case value == "":
			list = append(list, say("%s: emptied", field.Label))
		case field.Secret:
			list = append(list, say("%s: another one", field.Label))
		default:
			list = append(list, field.Label+": "+value)
		}
	}
	if !slices.Equal(p.Currencies, was.currencies) {
		list = append(list, say("Offered for %s", strings.Join(p.Currencies, ", ")))
	}
	return list
}

const proposalColumns = `id, kind, subject, sealed, proposed_at`

func proposalPlace(id string) secretbox.Place {
	return secretbox.Place{Table: "funds_proposals", Column: "sealed", Row: id}
}

func (s *Approvals) scanProposal(r db.Row) (p Proposal, err error) {
	var sealed string
	var at int64
	if err := r.Scan(&p.ID, &p.Kind, &p.Subject, &sealed, &at); err != nil {
		return p, err
	}
	p.At = db.Time(at)
	text, err := s.Seals.Open(proposalPlace(p.ID), sealed)
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(text, &p)
}

func (s *Approvals) upsertProposal(ctx context.Context, tx *db.Tx, p Proposal) error {
	text, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("write the proposal of %s: %w", p.Subject, err)
	}
	sealed, err := s.Seals.Seal(proposalPlace(p.ID), text)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO funds_proposals (`+proposalColumns+`)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (kind, subject) DO UPDATE
		SET id = excluded.id, sealed = excluded.sealed, proposed_at = excluded.proposed_at`,
		p.ID, p.Kind, p.Subject, sealed, db.Millis(p.At))
	if err != nil {
		return fmt.Errorf("propose %s: %w", p.Subject, err)
	}
	return nil
}

// takeProposal removes a proposal, so that it is decided once.
func (s *Approvals) takeProposal(ctx context.Context, tx *db.Tx, proposalID string) (Proposal, error) {
	p, err := db.One(ctx, tx, s.scanProposal, `DELETE FROM funds_proposals WHERE id = $1 RETURNING `+proposalColumns, proposalID)
	if errors.Is(err, db.ErrNone) {
		return p, ErrNoProposal
	}
	if err != nil {
		return p, fmt.Errorf("take the proposal %s: %w", proposalID, err)
	}
	return p, nil
}

// withdraw drops what waits for a subject: what is decided of it now is newer.
func withdraw(ctx context.Context, tx *db.Tx, kind, subject string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM funds_proposals WHERE kind = $1 AND subject = $2`, kind, subject); err != nil {
		return fmt.Errorf("withdraw the proposal of %s: %w", subject, err)
	}
	return nil
}
