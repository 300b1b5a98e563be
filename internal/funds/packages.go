package funds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"limelight/internal/audit"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
	"limelight/internal/kit/translations"
)

// Catalogue is the packages that members may buy.
type Catalogue struct {
	*core
	approvals *Approvals
	setups    *Setups
}

// The bounds of a package.
const (
	maxName   = 60 // characters
	maxTokens = 1_000_000
)

// Package is what members may buy. An edit or a switch acts on later purchases
// only: a payment keeps its copy.
type Package struct {
	ID        string
	Name      string
	Price     gateway.Money
	Tokens    money.Tokens // paid
	Bonus     money.Tokens // promotional, on top
	Position  int
	Active    bool
	CreatedAt time.Time

	Translations map[string]translations.Name // nil: not asked for, or as before
}

// PerToken is the price of one token in ten-thousandths of the currency's unit,
// the bonus counted, rounded up.
func (p Package) PerToken() int64 {
	units := int64(p.Tokens + p.Bonus)
	if _, known := gateway.CurrencyOf(p.Price.Currency); units <= 0 || !known {
		return 0
	}
	scale := currency.Scale(p.Price.Currency)
	return (p.Price.Minor*10_000*money.Unit + units*scale - 1) / (units * scale)
}

// Carrier says whether a gateway can carry a package.
type Carrier struct {
	Gateway string
	Name    string
	Why     string // it cannot; empty: it can
}

// Offer is a package and the gateways that are active.
type Offer struct {
	Package
	Carriers []Carrier
	Waits    bool // for a second admin, and is not as it says until then
}

// carriers asks every active gateway for a price.
func carriers(ctx context.Context, offers []offer, price gateway.Money) []Carrier {
	list := []Carrier{}
	for _, o := range offers {
		list = append(list, Carrier{Gateway: o.maker.ID, Name: lang.In(ctx)(o.maker.Name), Why: told(ctx, o.carries(price))})
	}
	return list
}

// able are the gateways that can carry the package.
func (o Offer) able() (ids []string) {
	ids = []string{}
	for _, c := range o.Carriers {
		if c.Why == "" {
			ids = append(ids, c.Gateway)
		}
	}
	return ids
}

// subject is the package in the staff's log, and among translations.
func (p Package) subject() string { return "package:" + p.ID }

// check refuses what is wrong with the package by itself.
func (p *Package) check() error {
	p.Name = sanitize.Line(p.Name)
	var wrong []fault.Problem
	refuse := func(f *fault.Fault) { wrong = append(wrong, f.Fields...) }
	if n := utf8.RuneCountInString(p.Name); n < 1 || n > maxName {
		refuse(fault.Between("name", 1, maxName))
	}
	if f, bad := p.Price.Valid().(*fault.Fault); bad {
		refuse(f)
	} else if p.Price.Minor < 1 || p.Price.Minor > 1_000_000_000 {
		refuse(fault.Between("price", 1, 1_000_000_000))
	}
	if p.Tokens < money.Whole(1) || p.Tokens > money.Whole(maxTokens) {
		refuse(fault.Between("tokens", 1, maxTokens))
	}
	if p.Bonus < 0 || p.Bonus > money.Whole(maxTokens) {
		refuse(fault.Between("bonus", 0, maxTokens))
	}
	if len(wrong) > 0 {
		return fault.Refuse(wrong...)
	}
	return translations.Names(p.Translations, maxName)
}

// carried refuses an active package that no active gateway carries, with the
// first one's reason.
func carried(p Package, list []Carrier) error {
	if !p.Active {
		return nil
	}
	if len(list) == 0 {
		return fault.Field("isActive", "No way to pay is active, so nobody could buy this. Set one up first, or save the package switched off.")
	}
	for _, c := range list {
		if c.Why == "" {
			return nil
		}
	}
	return fault.Field("price", "No active way to pay carries this package. %s: %s", list[0].Name, list[0].Why)
}

// SavePackage makes a package, or replaces the one with p's id. It is checked
// against every active gateway now, not when it is bought. Whose tokens are cheaper
// than any on sale waits for a second admin where there is one. It fails with
// ErrNoPackage or refused fields.
func (s *Catalogue) SavePackage(ctx context.Context, p Package) (o Offer, err error) {
	if err := p.check(); err != nil {
		return Offer{}, err
	}
	fresh := p.ID == ""
	if fresh {
		p.ID = id.New(s.Now())
	}
	p.CreatedAt = s.Now()
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		onSale, err := selectPackages(ctx, tx, false)
		if err != nil {
			return err
		}
		waits := false
		if cheaper(p, onSale) {
			if waits, err = s.approvals.needsSecond(ctx, tx); err != nil {
				return err
			}
		}
		if !waits {
			o, err = s.keepPackage(ctx, tx, p, fresh, packageSaved)
			return err
		}
		if o, err = s.offered(ctx, tx, p); err != nil {
			return err
		}
		o.Waits = true
		return s.approvals.propose(ctx, tx, Proposal{Kind: ProposedPackage, Subject: p.ID, Package: &p, Fresh: fresh}, p.Name, "sell the token package "+p.Name)
	})
	return o, err
}

// offered is the package with the gateways of now, one of which must carry it if it
// is on sale.
func (s *Catalogue) offered(ctx context.Context, tx *db.Tx, p Package) (Offer, error) {
	offers, err := s.setups.offers(ctx, tx)
	if err != nil {
		return Offer{}, err
	}
	o := Offer{Package: p, Carriers: carriers(ctx, offers, p.Price)}
	return o, carried(p, o.Carriers)
}

// keepPackage checks a package against the gateways of now and keeps it, in the place
// of what waits.
func (s *Catalogue) keepPackage(ctx context.Context, tx *db.Tx, p Package, fresh bool, action audit.Action) (Offer, error) {
	o, err := s.offered(ctx, tx, p)
	if err != nil {
		return o, err
	}
	if err := writePackage(ctx, tx, p, fresh); err != nil {
		return o, err
	}
	if p.Translations != nil {
		if err := translations.Replace(ctx, tx, p.subject(), p.Translations); err != nil {
			return o, err
		}
	}
	if err := withdraw(ctx, tx, ProposedPackage, p.ID); err != nil {
		return o, err
	}
	what := fmt.Sprintf("%s, %s for %s and %s, active %t", p.Name, p.Price, p.Tokens, p.Bonus, p.Active) + translations.Listed(p.Translations)
	return o, s.Audit.Record(ctx, tx, audit.Act{Action: action, Subject: p.subject(), Reason: what})
}

// DropPackage takes a package away; what was bought of it stays. It fails with
// ErrNoPackage.
func (s *Catalogue) DropPackage(ctx context.Context, packageID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := db.Exec(ctx, tx, `DELETE FROM funds_packages WHERE id = $1`, packageID)
		if err != nil {
			return fmt.Errorf("delete the package %s: %w", packageID, err)
		}
		if rows == 0 {
			return ErrNoPackage
		}
		subject := Package{ID: packageID}.subject()
		if err := translations.Remove(ctx, tx, subject); err != nil {
			return err
		}
		if err := withdraw(ctx, tx, ProposedPackage, packageID); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: packageRemoved, Subject: subject})
	})
}

// Shop is what a caller sees of the packages.
type Shop struct {
	Offers []Offer
	Last   string // the gateway of the caller's last payment; empty without one
}

// Packages lists the active packages by their names in the reader's language, or all of
// them as they were written, in their order. memberID is empty for a guest.
func (s *Catalogue) Packages(ctx context.Context, memberID string, all bool) (shop Shop, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		shop = Shop{Offers: []Offer{}}
		offers, err := s.setups.offers(ctx, tx)
		if err != nil {
			return err
		}
		list, err := selectPackages(ctx, tx, all)
		if err == nil {
			err = named(ctx, tx, list, all)
		}
		if err != nil {
			return err
		}
		for _, p := range list {
			shop.Offers = append(shop.Offers, Offer{Package: p, Carriers: carriers(ctx, offers, p.Price)})
		}
		if memberID != "" {
			shop.Last, err = selectLastGateway(ctx, tx, memberID)
		}
		return err
	})
	return shop, err
}

// named gives packages their names in the reader's language, or all that were written.
func named(ctx context.Context, tx *db.Tx, list []Package, written bool) (err error) {
	subjects := make([]string, len(list))
	for i, p := range list {
		subjects[i] = p.subject()
		if written {
			if list[i].Translations, err = translations.Of[translations.Name](ctx, tx, p.subject()); err != nil {
				return err
			}
		}
	}
	if written {
		return nil
	}
	found, err := translations.In[translations.Name](ctx, tx, lang.Of(ctx), subjects...)
	for i := range list {
		list[i].Name = cmp.Or(found[subjects[i]].Name, list[i].Name)
	}
	return err
}

// Ready tells how many gateways are active, and how many active packages one of them
// carries: with none of these nobody can buy.
func (s *Catalogue) Ready(ctx context.Context, tx *db.Tx) (gateways, packages int, err error) {
	offers, err := s.setups.offers(ctx, tx)
	if err != nil {
		return 0, 0, err
	}
	list, err := selectPackages(ctx, tx, false)
	if err != nil {
		return 0, 0, err
	}
	for _, p := range list {
		if len(Offer{Package: p, Carriers: carriers(ctx, offers, p.Price)}.able()) > 0 {
			packages++
		}
	}
	return len(offers), packages, nil
}

func writePackage(ctx context.Context, tx *db.Tx, p Package, fresh bool) error {
	args := []any{
		p.ID, p.Name, p.Price.Minor, p.Price.Currency, p.Tokens, p.Bonus, p.Position, p.Active, db.Millis(p.CreatedAt),
	}
	statement := `
		UPDATE funds_packages
		SET name = $2, price = $3, currency = $4, tokens = $5, bonus = $6, position = $7, active = $8, updated_at = $9
		WHERE id = $1`
	if fresh {
		statement = `
		INSERT INTO funds_packages (id, name, price, currency, tokens, bonus, position, active, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`
	}
	rows, err := db.Exec(ctx, tx, statement, args...)
	if err != nil {
		return fmt.Errorf("write the package %s: %w", p.ID, err)
	}
	if rows == 0 {
		return ErrNoPackage
	}
	return nil
}

const packageColumns = `id, name, price, currency, tokens, bonus, position, active, created_at`

func scanPackage(r db.Row) (p Package, err error) {
	var at int64
	err = r.Scan(&p.ID, &p.Name, &p.Price.Minor, &p.Price.Currency, &p.Tokens, &p.Bonus, &p.Position, &p.Active, &at)
	p.CreatedAt = db.Time(at)
	return p, err
}

func selectPackages(ctx context.Context, tx *db.Tx, all bool) ([]Package, error) {
	list, err := db.All(ctx, tx, scanPackage, `
		SELECT `+packageColumns+`
		FROM funds_packages
		WHERE active OR $1
		ORDER BY position, id`, all)
	if err != nil {
		return nil, fmt.Errorf("select the packages: %w", err)
	}
	return list, nil
}

// selectPackage returns an active package; ErrNoPackage otherwise.
func selectPackage(ctx context.Context, tx *db.Tx, packageID string) (Package, error) {
	p, err := db.One(ctx, tx, scanPackage, `
		SELECT `+packageColumns+` FROM funds_packages WHERE id = $1 AND active`, packageID)
	if errors.Is(err, db.ErrNone) {
		return p, ErrNoPackage
	}
	if err != nil {
		return p, fmt.Errorf("select the package %s: %w", packageID, err)
	}
	return p, nil
}

func selectLastGateway(ctx context.Context, tx *db.Tx, memberID string) (string, error) {
	last, err := db.One(ctx, tx, db.String, `
		SELECT gateway
		FROM funds_intents
		WHERE account_id = $1 AND kind = 'purchase' AND paid_at > 0
		ORDER BY id DESC
		LIMIT 1`, memberID)
	if err != nil && !errors.Is(err, db.ErrNone) {
		return "", fmt.Errorf("select the last gateway of %s: %w", memberID, err)
	}
	return last, nil
}

// HasPaid reports whether a member ever bought tokens, whatever became of the payment later.
func (s *core) HasPaid(ctx context.Context, tx *db.Tx, memberID string) (bool, error) {
	last, err := selectLastGateway(ctx, tx, memberID)
	return last != "", err
}
