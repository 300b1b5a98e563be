package funds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/funds/adapters/btcpay"
	"limelight/internal/funds/adapters/ccbill"
	"limelight/internal/funds/adapters/manual"
	"limelight/internal/funds/adapters/sandbox"
	"limelight/internal/funds/adapters/stripe"
	"limelight/internal/funds/adapters/verotel"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/secretbox"
)

// Setups are the gateways: which the program has, and how the site has set them up.
type Setups struct {
	*core
	approvals *Approvals
}

// Maker makes one of the known gateways of its filled-in form.
type Maker struct {
	ID   string
	Name string // for people: a vendor's own, else of the server's catalogue
	Form gateway.Form
	New  func(gateway.Values, gateway.Deps) (gateway.Gateway, error)
}

// Registry is the gateways of the program, in the order in which they are shown.
func Registry(parts sandbox.Parts) []Maker {
	return []Maker{
		{sandbox.ID, lang.Mark("Sandbox (no money moves)"), sandbox.Form, func(v gateway.Values, d gateway.Deps) (gateway.Gateway, error) {
			return made(sandbox.New(v, d, parts))
		}},
		{stripe.ID, "Stripe", stripe.Form, func(v gateway.Values, d gateway.Deps) (gateway.Gateway, error) { return made(stripe.New(v, d)) }},
		{ccbill.ID, "CCBill", ccbill.Form, func(v gateway.Values, d gateway.Deps) (gateway.Gateway, error) { return made(ccbill.New(v, d)) }},
		{verotel.ID, "Verotel", verotel.Form, func(v gateway.Values, d gateway.Deps) (gateway.Gateway, error) { return made(verotel.New(v, d)) }},
		{btcpay.ID, "BTCPay Server", btcpay.Form, func(v gateway.Values, d gateway.Deps) (gateway.Gateway, error) { return made(btcpay.New(v, d)) }},
		{manual.ID, lang.Mark("By hand"), manual.Form, func(v gateway.Values, d gateway.Deps) (gateway.Gateway, error) { return made(manual.New(v, d)) }},
	}
}

// made keeps a gateway that was refused from becoming one that is not nil.
func made[G gateway.Gateway](g G, err error) (gateway.Gateway, error) {
	if err != nil {
		return nil, err
	}
	return g, nil
}

// Config is how a gateway is set up, as the back office sees it: of a secret only
// whether it is set.
type Config struct {
	ID         string
	Name       string
	Form       gateway.Form
	Values     gateway.Values // without secrets
	Set        []string       // the secrets that are set
	Active     bool
	Currencies []string // it is offered for; none: all that it takes
	Accepts    []gateway.Range
	Problem    string // why it cannot be used now; empty when it can
	UpdatedAt  time.Time
	Waits      bool // what was entered waits for a second admin
}

// stored is a row of funds_gateways, its form opened.
type stored struct {
	id         string
	active     bool
	currencies []string
	values     gateway.Values
	updatedAt  time.Time
}

func (s *Setups) maker(id string) (Maker, bool) {
	i := slices.IndexFunc(s.Registry, func(m Maker) bool { return m.ID == id })
	if i < 0 {
		return Maker{}, false
	}
	return s.Registry[i], true
}

func (s *Setups) make(m Maker, values gateway.Values) (gateway.Gateway, error) {
	return m.New(values, gateway.Deps{Client: s.Client, Now: s.Now, Site: s.Site})
}

// Gateways lists the known gateways and how they are set up.
func (s *Setups) Gateways(ctx context.Context) (list []Config, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := s.configured(ctx, tx)
		if err != nil {
			return err
		}
		for _, m := range s.Registry {
			row := stored{id: m.ID}
			if i := slices.IndexFunc(rows, func(r stored) bool { return r.id == m.ID }); i >= 0 {
				row = rows[i]
			}
			list = append(list, s.config(ctx, m, row))
		}
		return nil
	})
	return list, err
}

func (s *Setups) config(ctx context.Context, m Maker, row stored) Config {
	say := lang.In(ctx)
	c := Config{
		ID: m.ID, Name: say(m.Name), Form: m.Form.In(say), Values: gateway.Values{}, Set: []string{},
		Active: row.active, Currencies: row.currencies, UpdatedAt: row.updatedAt,
	}
	for _, field := range m.Form {
		value := row.values[field.Name]
		switch {
		case value == "":
		case field.Secret:
			c.Set = append(c.Set, field.Name)
		default:
			c.Values[field.Name] = value
		}
	}
	g, err := s.make(m, row.values)
	if err == nil {
		c.Accepts = g.Caps().Accepts
		err = g.Caps().Admit(s.Site())
	}
	c.Problem = told(ctx, err)
	return c
}

// told is what a person may read of an error, in their language.
func told(ctx context.Context, err error) string {
	if err == nil {
		return ""
	}
	say := lang.In(ctx)
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		return f.In(ctx).Text
	}
	return say("The gateway cannot be used.")
}

// Setup is what an admin enters for a gateway. A secret that is left empty stays
// as it is.
type Setup struct {
	Values     gateway.Values
	Active     bool
	Currencies []string
}

// SetUp keeps how a gateway is set up. An active one must work: its form is
// right, the site admits it, and it takes the currencies. What lets somebody be paid
// waits for a second admin where there is one; what is switched off is so at once. It
// fails with ErrNoGateway or refused fields.
func (s *Setups) SetUp(ctx context.Context, gatewayID string, in Setup) (c Config, err error) {
	m, known := s.maker(gatewayID)
	if !known {
		return Config{}, ErrNoGateway
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, err := s.selectSetup(ctx, tx, gatewayID)
		if err != nil && !errors.Is(err, db.ErrNone) {
			return err
		}
		row := stored{id: gatewayID, active: in.Active, currencies: in.Currencies, values: merged(m.Form, was.values, in.Values), updatedAt: s.Now()}
		waits := false
		if opens(m.Form, was, row) {
			if waits, err = s.approvals.needsSecond(ctx, tx); err != nil {
				return err
			}
		}
		if !waits {
			c = s.config(ctx, m, row)
			return s.keepSetup(ctx, tx, m, was, row, gatewayChanged)
		}
		if err := s.check(m, row); err != nil {
			return err
		}
		kept := was
		if kept.active = was.active && in.Active; kept.active != was.active {
			kept.updatedAt = row.updatedAt
			if err := s.keepSetup(ctx, tx, m, was, kept, gatewayChanged); err != nil {
				return err
			}
		}
		c = s.config(ctx, m, kept)
		c.Waits = true
		return s.approvals.propose(ctx, tx, Proposal{
			Kind: ProposedGateway, Subject: gatewayID, Setup: &Setup{row.values, row.active, row.currencies},
		}, m.Name, "change how "+m.Name+" is set up")
	})
	return c, err
}

// keepSetup checks a set-up and keeps it, in the place of what waits.
func (s *Setups) keepSetup(ctx context.Context, tx *db.Tx, m Maker, was, row stored, action audit.Action) error {
	if err := s.check(m, row); err != nil {
		return err
	}
	if err := s.upsertSetup(ctx, tx, row, account.CallerFrom(ctx).ID); err != nil {
		return err
	}
	if err := withdraw(ctx, tx, ProposedGateway, row.id); err != nil {
		return err
	}
	return s.Audit.Record(ctx, tx, audit.Act{Action: action, Subject: "gateway:" + row.id, Reason: changed(m.Form, was, row)})
}

// merged lays what was entered over what was kept.
func merged(form gateway.Form, was, entered gateway.Values) gateway.Values {
	values := gateway.Values{}
	for name, value := range entered {
		values[name] = value
	}
	for _, field := range form {
		if field.Secret && values[field.Name] == "" && was[field.Name] != "" {
			values[field.Name] = was[field.Name]
		}
	}
	return values
}

func (s *Setups) check(m Maker, row stored) error {
	if _, err := m.Form.Check(row.values); err != nil && row.active {
		return err
	}
	if !row.active {
		return nil
	}
	g, err := s.make(m, row.values)
	if err != nil {
		return err
	}
	if err := g.Caps().Admit(s.Site()); err != nil {
		return err
	}
	for _, code := range row.currencies {
		if !slices.ContainsFunc(g.Caps().Accepts, func(r gateway.Range) bool { return r.Currency == code }) {
			return fault.Field("currencies", "This gateway does not take %.8s", code)
		}
	}
	return nil
}

// changed says in the audit log what was changed, and never a value.
func changed(form gateway.Form, was, is stored) string {
	names := []string{}
	for _, field := range form {
		if was.values[field.Name] != is.values[field.Name] {
			names = append(names, field.Name)
		}
	}
	return fmt.Sprintf("active %t, currencies %v, changed %v", is.active, is.currencies, names)
}

// offer is a gateway that members may pay with.
type offer struct {
	maker Maker
	row   stored
	made  gateway.Gateway
}

// carries reports whether the gateway is offered for a price, or why not.
func (o offer) carries(price gateway.Money) error {
	if len(o.row.currencies) > 0 && !slices.Contains(o.row.currencies, price.Currency) {
		return fault.Field("currency", "%s is not used for %s", o.maker.Name, price.Currency)
	}
	return o.made.Caps().Carry(price)
}

// offers are the active gateways that work on the site as it is now, in the order
// of the registry. By hand nobody pays.
func (s *Setups) offers(ctx context.Context, tx *db.Tx) (list []offer, err error) {
	rows, err := s.configured(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, m := range s.Registry {
		i := slices.IndexFunc(rows, func(r stored) bool { return r.id == m.ID && r.active })
		if i < 0 || m.ID == manual.ID {
			continue
		}
		g, err := s.make(m, rows[i].values)
		if err != nil || g.Caps().Admit(s.Site()) != nil {
			continue // the back office shows why
		}
		list = append(list, offer{m, rows[i], g})
	}
	return list, nil
}

// gatewayNow makes a gateway as it is set up, active or not: a payment that is
// under way outlives a gateway's being switched off. It fails with ErrNoGateway.
func (s *Setups) gatewayNow(ctx context.Context, id string) (g gateway.Gateway, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		g, err = s.gatewayIn(ctx, tx, id)
		return err
	})
	return g, err
}

// gatewayIn is gatewayNow in a transaction.
func (s *Setups) gatewayIn(ctx context.Context, tx *db.Tx, id string) (gateway.Gateway, error) {
	m, known := s.maker(id)
	if !known {
		return nil, ErrNoGateway
	}
	row, err := s.selectSetup(ctx, tx, id)
	if errors.Is(err, db.ErrNone) {
		return nil, ErrNoGateway
	}
	if err != nil {
		return nil, err
	}
	return s.make(m, row.values)
}

// manualGateway is the manual gateway: with the defaults of its form until it is set up.
func (s *Setups) manualGateway(ctx context.Context, tx *db.Tx) (*manual.Gateway, error) {
	row, err := s.selectSetup(ctx, tx, manual.ID)
	if err != nil && !errors.Is(err, db.ErrNone) {
		return nil, err
	}
	return manual.New(row.values, gateway.Deps{Client: s.Client, Now: s.Now, Site: s.Site})
}

func setupPlace(id string) secretbox.Place {
	return secretbox.Place{Table: "funds_gateways", Column: "sealed", Row: id}
}

func (s *Setups) upsertSetup(ctx context.Context, tx *db.Tx, row stored, adminID string) error {
	text, err := json.Marshal(row.values)
	if err != nil {
		return fmt.Errorf("write the form of %s: %w", row.id, err)
	}
	sealed, err := s.Seals.Seal(setupPlace(row.id), text)
	if err != nil {
		return err
	}
	currencies, err := json.Marshal(row.currencies)
	if err != nil {
		return fmt.Errorf("write the currencies of %s: %w", row.id, err)
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO funds_gateways (id, active, currencies, sealed, updated_by, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (id) DO UPDATE SET active = excluded.active, currencies = excluded.currencies,
			sealed = excluded.sealed, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
		row.id, row.active, string(currencies), sealed, adminID, db.Millis(row.updatedAt))
	if err != nil {
		return fmt.Errorf("keep the set-up of %s: %w", row.id, err)
	}
	return nil
}

const setups = `SELECT id, active, currencies, sealed, updated_at FROM funds_gateways`

func (s *Setups) scanSetup(r db.Row) (row stored, err error) {
	var currencies, sealed string
	var at int64
	if err := r.Scan(&row.id, &row.active, &currencies, &sealed, &at); err != nil {
		return row, err
	}
	row.updatedAt = db.Time(at)
	text, err := s.Seals.Open(setupPlace(row.id), sealed)
	if err != nil {
		return row, err
	}
	return row, errors.Join(json.Unmarshal([]byte(currencies), &row.currencies), json.Unmarshal(text, &row.values))
}

func (s *Setups) configured(ctx context.Context, tx *db.Tx) ([]stored, error) {
	rows, err := db.All(ctx, tx, s.scanSetup, setups+` ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("select the gateways: %w", err)
	}
	return rows, nil
}

// selectSetup returns a gateway's row, or db.ErrNone.
func (s *Setups) selectSetup(ctx context.Context, tx *db.Tx, id string) (stored, error) {
	return db.One(ctx, tx, s.scanSetup, setups+` WHERE id = $1`, id)
}
