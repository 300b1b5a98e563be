package commissions

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// none stands for no rate where a query has to say something.
const none = -1

func rateOf(n int64) *money.Rate {
	if n == none {
		return nil
	}
	rate := money.Rate(n)
	return &rate
}

type site struct{ own, studio int64 }

func scanSite(r db.Row) (s site, err error) { return s, r.Scan(&s.own, &s.studio) }

// selectSite is what was set for a performer and for her studio at an instant;
// nil where nothing was.
func selectSite(ctx context.Context, tx *db.Tx, performerID, studioID, kind string, at time.Time) (own, studio *money.Rate, err error) {
	s, err := db.One(ctx, tx, scanSite, `
		SELECT COALESCE((SELECT site FROM commission_overrides
		                 WHERE subject_id = $1 AND kind = $3 AND since <= $4 ORDER BY version DESC LIMIT 1), -1),
		       COALESCE((SELECT site FROM commission_overrides
		                 WHERE subject_id = $2 AND kind = $3 AND since <= $4 ORDER BY version DESC LIMIT 1), -1)`,
		performerID, studioID, kind, db.Millis(at))
	if err != nil {
		return nil, nil, fmt.Errorf("select what the site keeps of %s: %w", performerID, err)
	}
	return rateOf(s.own), rateOf(s.studio), nil
}

type kindRate struct {
	kind string
	site money.Rate
}

func scanKindRate(r db.Row) (k kindRate, err error) { return k, r.Scan(&k.kind, &k.site) }

const newest = `o.version = (
	SELECT MAX(l.version) FROM commission_overrides l WHERE l.subject_id = o.subject_id AND l.kind = o.kind)`

// selectOwn is what is set for an account now.
func selectOwn(ctx context.Context, tx *db.Tx, subjectID string) (map[string]money.Rate, error) {
	list, err := db.All(ctx, tx, scanKindRate, `
		SELECT o.kind, o.site
		FROM commission_overrides o
		WHERE o.subject_id = $1 AND o.site IS NOT NULL AND `+newest+`
		ORDER BY o.kind`, subjectID)
	if err != nil {
		return nil, fmt.Errorf("select the rates of %s: %w", subjectID, err)
	}
	own := map[string]money.Rate{}
	for _, one := range list {
		own[one.kind] = one.site
	}
	return own, nil
}

// insertOverride writes the next version of a rate, from now on: never before the
// one that it replaces, whatever the clocks of two nodes say. The caller holds the
// account's lock.
func insertOverride(ctx context.Context, tx *db.Tx, subjectID string, w RateChange, by, reason string, now time.Time) error {
	rate := int64(none)
	if w.Site != nil {
		rate = int64(*w.Site)
	}
	_, err := db.Exec(ctx, tx, `
		INSERT INTO commission_overrides (subject_id, kind, version, site, reason, changed_by, since)
		SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), COALESCE(MAX(version), 0) + 1, NULLIF(CAST($3 AS BIGINT), -1),
		       CAST($4 AS TEXT), CAST($5 AS TEXT), CASE WHEN MAX(since) > $6 THEN MAX(since) ELSE $6 END
		FROM commission_overrides
		WHERE subject_id = $1 AND kind = $2`, subjectID, w.Kind, rate, reason, by, db.Millis(now))
	if err != nil {
		return fmt.Errorf("write the rates of %s: %w", subjectID, err)
	}
	return nil
}

// selectSubjects are the accounts that have a rate of their own, and how many
// there are.
func selectSubjects(ctx context.Context, tx *db.Tx, offset, limit int) ([]string, int, error) {
	const having = ` FROM commission_overrides o WHERE o.site IS NOT NULL AND ` + newest
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(DISTINCT o.subject_id)`+having)
	if err != nil {
		return nil, 0, fmt.Errorf("count accounts with rates: %w", err)
	}
	ids, err := db.All(ctx, tx, db.String, `
		SELECT o.subject_id`+having+`
		GROUP BY o.subject_id
		ORDER BY MAX(o.since) DESC, o.subject_id
		LIMIT $1 OFFSET $2`, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select accounts with rates: %w", err)
	}
	return ids, total, nil
}

type override struct {
	subjectID, kind  string
	before, after    int64
	reason, authorID string
	at               int64
}

func scanOverride(r db.Row) (o override, err error) {
	return o, r.Scan(&o.subjectID, &o.kind, &o.before, &o.after, &o.reason, &o.authorID, &o.at)
}

// selectOverrides are the newest changes of some accounts' rates, of everybody's
// when none is named, and how many there were.
func selectOverrides(ctx context.Context, tx *db.Tx, subjectIDs []string, limit int) ([]override, int, error) {
	where, args := "", []any(nil)
	if len(subjectIDs) > 0 {
		var in string
		in, args = db.In(1, subjectIDs)
		where = ` WHERE o.subject_id IN ` + in
	}
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM commission_overrides o`+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count the changes of %s: %w", strings.Join(subjectIDs, ", "), err)
	}
	list, err := db.All(ctx, tx, scanOverride, `
		SELECT o.subject_id, o.kind, COALESCE(
			(SELECT b.site FROM commission_overrides b
			 WHERE b.subject_id = o.subject_id AND b.kind = o.kind AND b.version = o.version - 1), -1),
			COALESCE(o.site, -1), o.reason, o.changed_by, o.since
		FROM commission_overrides o`+where+`
		ORDER BY o.since DESC, o.subject_id, o.kind, o.version DESC`+fmt.Sprintf(`
		LIMIT $%d`, len(args)+1), append(args, limit)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select the changes of %s: %w", strings.Join(subjectIDs, ", "), err)
	}
	return list, total, nil
}

// String says a rate change for the audit log.
func (w RateChange) String() string {
	if w.Site == nil {
		return written(w.Kind, 0, false)
	}
	return written(w.Kind, *w.Site, true)
}

func written(kind string, rate money.Rate, set bool) string {
	if !set {
		return kind + ": default"
	}
	return kind + ": " + money.Tokens(rate).String() + " %"
}

func list(parts []string) string { return strings.Join(parts, ", ") }
