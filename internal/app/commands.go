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
	"strconv"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/seal"
	"limelight/internal/ledger"
	"limelight/internal/moderation"
)

// with runs do in a house without shows, for the operator's commands.
func with(ctx context.Context, cfg Config, to purpose, do func(ctx context.Context, h *house) error) (err error) {
	g, err := open(ctx, cfg, "", to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.close()) }()
	h, err := build(g, nil)
	if err != nil {
		return err
	}
	if err := h.settings.Load(ctx); err != nil {
		return err
	}
	return do(ctx, h)
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
	g := &ground{cfg: cfg}
	defer func() { err = errors.Join(err, g.close()) }()
	err = g.makeDatabase(ctx)
	return g.migrated, err
}

// CreateAdmin makes an administrator, writes that into the staff's log and mails
// every other one. There is no other way to the first one.
func CreateAdmin(ctx context.Context, cfg Config, email, username, password string) error {
	return with(ctx, cfg, working, func(ctx context.Context, h *house) error {
		prepared, err := h.accounts.Prepare(ctx, account.NewAccount{
			Role: account.Admin, Username: username, Email: email, Password: password, Verified: true,
		})
		if err != nil {
			return err
		}
		return h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			a, err := h.accounts.CreateAdmin(ctx, tx, prepared)
			if err != nil {
				return err
			}
			return h.moderation.Record(ctx, tx, moderation.Act{Action: "admin.created", Subject: "account:" + a.ID, After: a.Username})
		})
	})
}

// ResetTwoFactor takes the second factor of an account away whose owner has lost
// it, writes that into the staff's log and mails the owner and every admin.
func ResetTwoFactor(ctx context.Context, cfg Config, username, reason string) error {
	return with(ctx, cfg, working, func(ctx context.Context, h *house) error {
		return h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			who, err := h.accounts.ResetFactor(ctx, tx, username)
			if err != nil {
				return err
			}
			return h.moderation.Record(ctx, tx, moderation.Act{Action: "account.two_factor_reset", Subject: "account:" + who.ID, Reason: reason})
		})
	})
}

// OpenMail returns the newest mail to an address as it was written, links that log
// somebody in included, and writes that into the staff's log. The back office shows
// them masked.
func OpenMail(ctx context.Context, cfg Config, to string) (m mail.Mail, err error) {
	err = with(ctx, cfg, working, func(ctx context.Context, h *house) error {
		return h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if m, err = h.mails.Newest(ctx, tx, to); err != nil {
				return err
			}
			return h.moderation.Record(ctx, tx, moderation.Act{Action: "mail.opened", Subject: "mail:" + m.ID})
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
	err = with(ctx, cfg, looking, func(ctx context.Context, h *house) (err error) {
		r.Database = redacted(h.cfg.database())
		if err = h.count(ctx, &r); err != nil {
			return err
		}
		if r.Found, err = h.violations(ctx); err != nil {
			return err
		}
		lost, err := h.lost(ctx)
		if err != nil && ctx.Err() == nil { // what was found of the ledger is worth the more where the files are away
			lost, err = append(lost, "files: could not be looked at: "+err.Error()), nil
		}
		r.Found = append(r.Found, lost...)
		if err != nil {
			return err
		}
		differ, kept, err := h.anchored(ctx)
		r.Found, r.Anchored = append(r.Found, differ...), kept
		return err
	})
	return r, err
}

// lost are files without rows, and rows without files. Of a database alone nothing is said.
func (h *house) lost(ctx context.Context) ([]string, error) {
	if _, err := os.Stat(filepath.Join(h.cfg.Data, "files")); h.cfg.ObjectURL == "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	store, err := openBlobs(ctx, h.cfg) // a check works without a store otherwise
	if err != nil {
		return nil, err
	}
	if closer, ok := store.(io.Closer); ok {
		defer closer.Close() //nolint:errcheck // it was read only
	}
	h.files.Store, h.uploads.Store = store, store
	files, err := h.files.Lost(ctx)
	if err != nil {
		return nil, err
	}
	pieces, err := h.uploads.Lost(ctx)
	return append(files, pieces...), err
}

func (h *house) count(ctx context.Context, r *Report) error {
	return h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
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

// violations are what breaks an invariant of the ledger or of the staff's log.
func (h *house) violations(ctx context.Context) (found []string, err error) {
	err = h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found = nil
		broken, err := ledger.Audit(ctx, tx, h.rules()...)
		if err != nil {
			return err
		}
		for _, v := range broken {
			found = append(found, v.String())
		}
		return checkAudit(ctx, tx, &found)
	})
	return found, err
}

// checkAudit follows the hash chain of the staff's log.
func checkAudit(ctx context.Context, tx *db.Tx, found *[]string) error {
	broken, err := moderation.Broken(ctx, tx)
	if err != nil {
		return err
	}
	if broken != 0 {
		*found = append(*found, "the audit log's chain is broken at line "+strconv.FormatInt(broken, 10))
	}
	return nil
}

// OpenAPI is the API's document, in OpenAPI 3.1 or 3.0.
func OpenAPI(version string) ([]byte, error) {
	h, err := drawn()
	if err != nil {
		return nil, err
	}
	if version == "3.0" {
		return h.routes().OpenAPI30()
	}
	return h.routes().OpenAPI()
}

// drawn is a house that is built but stands on nothing: without a database it
// can be asked for its routes, and for nothing else.
func drawn() (*house, error) {
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	g := &ground{cfg: Config{Addr: ":8080", MailFrom: "no-reply@localhost"}, log: quiet, now: time.Now, version: "1", nodes: pubsub.Local()}
	g.bus = bus.New(nil, quiet, g.now)
	keys, err := seal.New()
	if err != nil {
		return nil, err
	}
	g.keys = keys
	return build(g, nil)
}
