package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/secretbox"
)

// What the operator does at the command line, as the audit log has it.
var (
	adminCreated   = audit.Declare("admin.created", "Admin: created")
	twoFactorReset = audit.Declare("account.two_factor_reset", "Account: two factor reset")
	mailOpened     = audit.Declare("mail.opened", "Mail: opened")
)

// with runs do with services that run no shows, for the operator's commands.
func with(ctx context.Context, cfg Config, to purpose, do func(ctx context.Context, s *Services) error) (err error) {
	i, err := openInfra(ctx, cfg, "", to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.close()) }()
	s, err := newServices(i, nil)
	if err != nil {
		return err
	}
	if err := s.settings.Load(ctx); err != nil {
		return err
	}
	return do(ctx, s)
}

// Migrate brings the database to this version's schema and says how many steps
// that took. It refuses while the site runs.
func Migrate(ctx context.Context, cfg Config) (applied int, err error) {
	if err := cfg.Validate(); err != nil {
		return 0, err
	}
	if err := refuseClock(time.Now()); err != nil {
		return 0, err
	}
	i := &infra{cfg: cfg}
	defer func() { err = errors.Join(err, i.close()) }()
	err = i.makeDatabase(ctx)
	return i.migrated, err
}

// CreateAdmin makes an administrator, writes that into the staff's log and mails
// every other one. There is no other way to the first one.
func CreateAdmin(ctx context.Context, cfg Config, email, username, password string) error {
	return with(ctx, cfg, working, func(ctx context.Context, s *Services) error {
		prepared, err := s.accounts.Prepare(ctx, account.NewAccount{
			Role: account.Admin, Username: username, Email: email, Password: password, Verified: true,
		})
		if err != nil {
			return err
		}
		return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			a, err := s.accounts.CreateAdmin(ctx, tx, prepared)
			if err != nil {
				return err
			}
			return s.audit.Record(ctx, tx, audit.Act{Action: adminCreated, Subject: "account:" + a.ID, After: a.Username})
		})
	})
}

// ResetTwoFactor takes the second factor of an account away whose owner has lost
// it, writes that into the staff's log and mails the owner and every admin.
func ResetTwoFactor(ctx context.Context, cfg Config, username, reason string) error {
	return with(ctx, cfg, working, func(ctx context.Context, s *Services) error {
		return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			who, err := s.accounts.ResetFactor(ctx, tx, username)
			if err != nil {
				return err
			}
			return s.audit.Record(ctx, tx, audit.Act{Action: twoFactorReset, Subject: "account:" + who.ID, Reason: reason})
		})
	})
}

// OpenMail returns the newest mail to an address as it was written, links that log
// somebody in included, and writes that into the staff's log. The back office shows
// them masked.
func OpenMail(ctx context.Context, cfg Config, to string) (m mail.Mail, err error) {
	err = with(ctx, cfg, working, func(ctx context.Context, s *Services) error {
		return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if m, err = s.mails.Newest(ctx, tx, to); err != nil {
				return err
			}
			return s.audit.Record(ctx, tx, audit.Act{Action: mailOpened, Subject: "mail:" + m.ID})
		})
	})
	return m, err
}

// Report is what a check looked at, and what it found.
type Report struct {
	Database  string // where it is, without a password
	Accounts  int    // of people
	Transfers int
	Days      int // of the journal, closed
	Acts      int // lines of the staff's log
	Anchored  int // checkpoints that were kept elsewhere
	Found     []string
}

// Check proves the ledger's and the data's invariants and returns what breaks
// them, in words. It changes nothing, and needs a site of this version.
func Check(ctx context.Context, cfg Config) (r Report, err error) {
	err = with(ctx, cfg, looking, func(ctx context.Context, s *Services) (err error) {
		r.Database = redacted(s.cfg.database())
		if err = r.count(ctx, s.db); err != nil {
			return err
		}
		if r.Found, err = s.check.violations(ctx); err != nil {
			return err
		}
		lost, err := lostFiles(ctx, s)
		if err != nil && ctx.Err() == nil { // what was found of the ledger is worth the more where the files are away
			lost, err = append(lost, "files: could not be looked at: "+err.Error()), nil
		}
		r.Found = append(r.Found, lost...)
		if err != nil {
			return err
		}
		differ, kept, err := s.anchors.differences(ctx)
		r.Found, r.Anchored = append(r.Found, differ...), kept
		return err
	})
	return r, err
}

// lostFiles are files without rows, and rows without files. Of a database alone nothing is said.
func lostFiles(ctx context.Context, s *Services) ([]string, error) {
	if _, err := os.Stat(filepath.Join(s.cfg.Data, "files")); s.cfg.ObjectURL == "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	store, err := openBlobs(ctx, s.cfg) // a check works without a store otherwise
	if err != nil {
		return nil, err
	}
	if closer, ok := store.(io.Closer); ok {
		defer closer.Close() // it was read only
	}
	s.files.Store, s.uploads.Store = store, store
	files, err := s.files.Lost(ctx)
	if err != nil {
		return nil, err
	}
	pieces, err := s.uploads.Lost(ctx)
	return append(files, pieces...), err
}

func (r *Report) count(ctx context.Context, d *db.DB) error {
	return d.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		for _, c := range []struct {
			table string
			into  *int
		}{{"accounts", &r.Accounts}, {"ledger_transfers", &r.Transfers}, {"journal_days", &r.Days}, {"audit_log", &r.Acts}} {
			if *c.into, err = db.One(ctx, tx, db.Int, "SELECT COUNT(*) FROM "+c.table); err != nil {
				return fmt.Errorf("count %s: %w", c.table, err)
			}
		}
		return nil
	})
}

// OpenAPI is the API's document, in OpenAPI 3.1 or 3.0.
func OpenAPI(version string) ([]byte, error) {
	s, err := withoutDatabase()
	if err != nil {
		return nil, err
	}
	if version == "3.0" {
		return s.routes().OpenAPI30()
	}
	return s.routes().OpenAPI()
}

// withoutDatabase are services that can be asked for their routes, and for nothing else.
func withoutDatabase() (*Services, error) {
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	i := &infra{cfg: Config{Addr: ":8080", MailFrom: "no-reply@localhost"}, log: quiet, now: time.Now, version: "1", nodes: pubsub.Local()}
	i.bus = bus.New(nil, quiet, i.now)
	keys, err := secretbox.New()
	if err != nil {
		return nil, err
	}
	i.keys = keys
	return newServices(i, nil)
}
