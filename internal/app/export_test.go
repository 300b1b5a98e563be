package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// What the tests of a site need and an operator does not: people who are
// there already, tokens from nowhere, the table of contents.

// Password is the password of everybody whom Populate makes.
const Password = "seven velvet curtains"

// Resident is somebody whom Populate makes: with a verified mail address, a
// performer or studio with verified papers.
type Resident struct {
	Role     account.Role
	Username string
	Tokens   int64     // granted to a member
	Studio   string    // of a performer, or of who works for a studio: whose, a resident before them
	Rights   []string  // of who works for a studio
	Papers   time.Time // of a performer: when her documents expire
}

// Populate makes the residents of a site that is not running, and returns their
// ids by username. The password is hashed once for all.
func Populate(ctx context.Context, cfg Config, residents ...Resident) (ids map[string]string, err error) {
	ids = map[string]string{}
	err = with(ctx, cfg, making, func(ctx context.Context, s *Services) error {
		prepared, err := s.accounts.Prepare(ctx, account.NewAccount{
			Username: "resident", Email: "resident@example.com", Password: Password, DateOfBirth: "1990-05-01", Verified: true,
		})
		if err != nil {
			return err
		}
		for _, r := range residents {
			prepared.Role, prepared.Username, prepared.Name, prepared.Email = r.Role, r.Username, r.Username, r.Username+"@example.com"
			err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				if len(r.Rights) > 0 {
					a, err := s.accounts.CreateStudioStaff(ctx, tx, ids[r.Studio], prepared, r.Rights)
					ids[r.Username] = a.ID
					return err
				}
				if ids[r.Username], err = settle(ctx, s, tx, prepared, r); err != nil || r.Studio == "" {
					return err
				}
				return s.studios.AddMember(ctx, tx, ids[r.Studio], ids[r.Username])
			})
			if err != nil {
				return fmt.Errorf("%s: %w", r.Username, err)
			}
		}
		if slices.ContainsFunc(residents, func(r Resident) bool { return r.Role == account.Admin }) {
			off := map[string]json.RawMessage{"requireTwoFactor": json.RawMessage("false")} // for the stories about it to switch on
			if err := s.settings.Change(ctx, "", off); err != nil {
				return err
			}
		}
		return s.bus.Drain(ctx)
	})
	return ids, err
}

// Shape sets settings of a site that is not running, as the program itself.
func Shape(ctx context.Context, cfg Config, values map[string]any) error {
	return with(ctx, cfg, working, func(ctx context.Context, s *Services) error {
		stored := map[string]json.RawMessage{}
		for key, value := range values {
			text, err := json.Marshal(value)
			if err != nil {
				return err
			}
			stored[key] = text
		}
		if err := s.settings.Change(ctx, "", stored); err != nil {
			return err
		}
		return s.bus.Drain(ctx)
	})
}

func settle(ctx context.Context, s *Services, tx *db.Tx, n account.NewAccount, r Resident) (accountID string, err error) {
	var a account.Account
	switch r.Role {
	case account.Performer:
		if a, err = s.performers.Enroll(ctx, tx, n, "female"); err == nil {
			err = s.performers.SetVerification(ctx, tx, a.ID, true, "", r.Papers)
		}
	case account.Studio:
		if a, err = s.studios.Enroll(ctx, tx, n); err == nil {
			err = s.studios.SetVerification(ctx, tx, a.ID, true, "", time.Time{})
		}
	default:
		a, err = s.accounts.Create(ctx, tx, n)
	}
	if err != nil || r.Tokens == 0 {
		return a.ID, err
	}
	_, err = s.ledger.Grant(ctx, tx, a.ID, money.Whole(r.Tokens), "test:"+a.ID, ledger.Written("Test balance"))
	return a.ID, err
}

// Grant gives a member tokens, while the site may be running.
func Grant(ctx context.Context, cfg Config, accountID string, tokens int64) error {
	return with(ctx, cfg, working, func(ctx context.Context, s *Services) error {
		return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.ledger.Grant(ctx, tx, accountID, money.Whole(tokens), "test:"+accountID, ledger.Written("Test balance"))
			return err
		})
	})
}

// GrantAt gives a member tokens as if it were a given moment, while the site may be running.
func GrantAt(ctx context.Context, cfg Config, accountID string, tokens int64, at time.Time) error {
	return later(ctx, cfg, at, func(s *Services) error {
		return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.ledger.Grant(ctx, tx, accountID, money.Whole(tokens), fmt.Sprint("test:", accountID, at.UnixMilli()), ledger.Written("Test balance"))
			return err
		})
	})
}

// Kinds are the kinds of transfer that somebody accounts for.
func Kinds() (kinds []string, err error) {
	s, err := withoutDatabase()
	if err != nil {
		return nil, err
	}
	for _, rule := range s.rules {
		kinds = append(kinds, rule.Kinds...)
	}
	return kinds, nil
}

// ExpireDocuments looks after identity documents as if it were a given moment, while the site
// may be running.
func ExpireDocuments(ctx context.Context, cfg Config, at time.Time) error {
	return later(ctx, cfg, at, func(s *Services) error { return s.performers.ExpireDocuments(ctx) })
}

// CloseDays closes the ledger's days as if it were a given moment, while the site
// may be running.
func CloseDays(ctx context.Context, cfg Config, at time.Time) error {
	return later(ctx, cfg, at, func(s *Services) error { return runJob(ctx, s, "journal") })
}

// MakeAVIF makes AVIF of every picture that is there, while the site may be running.
func MakeAVIF(ctx context.Context, cfg Config) error {
	return later(ctx, cfg, time.Now().Add(avifAfter), func(s *Services) (err error) {
		for worked := true; worked && err == nil; {
			worked, err = s.files.MakeAVIF(ctx, cfg.Tools(ctx))
		}
		return err
	})
}

// Anchor lets a checkpoint leave the site as if it were a given moment, while the site may be running.
func Anchor(ctx context.Context, cfg Config, at time.Time) error {
	return later(ctx, cfg, at, func(s *Services) error { return s.anchors.put(ctx) })
}

// AuditNight proves the books as one of the nodes does in a given night, while the
// site may be running.
func AuditNight(ctx context.Context, cfg Config, at time.Time) error {
	return later(ctx, cfg, at, func(s *Services) error { return s.check.nightly(ctx) })
}

// CarryErasures carries out the erasures that are due at a moment, while the site may be running.
func CarryErasures(ctx context.Context, cfg Config, at time.Time) error {
	return later(ctx, cfg, at, func(s *Services) error { return runJob(ctx, s, "erasures") })
}

// runJob runs one of the jobs once.
func runJob(ctx context.Context, s *Services, name string) error {
	i := slices.IndexFunc(s.jobs, func(j cron.Job) bool { return j.Name == name })
	return s.jobs[i].Run(ctx)
}

func later(ctx context.Context, cfg Config, at time.Time, do func(*Services) error) (err error) {
	i, err := openInfra(ctx, cfg, "", working)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.close()) }()
	i.now = func() time.Time { return at }
	s, err := newServices(i, nil)
	if err == nil {
		err = s.settings.Load(ctx)
	}
	if err != nil {
		return err
	}
	return do(s)
}

// Keeper is a site's anchoring and auditing on a clock of the test's, with its counts.
type Keeper struct {
	Anchor, Audit func(context.Context) error
}

// Keep runs do with a keeper, while the site may be running.
func Keep(ctx context.Context, cfg Config, now func() time.Time, metrics prometheus.Registerer, do func(Keeper)) (err error) {
	i, err := openInfra(ctx, cfg, "", working)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.close()) }()
	i.now = now
	s, err := newServices(i, metrics)
	if err == nil {
		err = s.settings.Load(ctx)
	}
	if err != nil {
		return err
	}
	do(Keeper{s.anchors.put, s.check.nightly})
	return nil
}

// Routes is the API's table of contents.
func Routes() ([]api.Route, error) {
	s, err := withoutDatabase()
	if err != nil {
		return nil, err
	}
	return s.routes().Routes(), nil
}

// Mounts are the patterns of everything that answers, whatever the configuration.
func Mounts() (patterns []string, err error) {
	s, err := withoutDatabase()
	if err != nil {
		return nil, err
	}
	for _, p := range (&server{Services: s}).all("http://localhost", s.routes(), http.NotFoundHandler()) {
		patterns = append(patterns, p.pattern)
	}
	return patterns, nil
}

// Where is the address of the site's database.
func (c Config) Where() string { return c.database() }
