package earnings

import (
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/ledger"
)

// batch is how many lines of an export are read at once; a slow reader holds no
// transaction open in between.
const batch = 1_000

var exportHeader = []string{
	"time", "day", "type", "id", "source", "paid by", "performer", "gross", "site", "studio", "performer net", "my net", "takes back",
}

// Export writes an account's income as CSV (RFC 4180), oldest first: times in
// UTC, the day in the zone, amounts in tokens with two decimals. What comes in
// while it is written is left to the next one.
func (s *Service) Export(ctx context.Context, out io.Writer, who account.Caller, q ledger.Query, zone *time.Location) error {
	q, err := s.ofIncome(q)
	if err != nil {
		return err
	}
	if now := s.now().Add(time.Millisecond); q.To.IsZero() || q.To.After(now) {
		q.To = now
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	if err := w.Write(exportHeader); err != nil {
		return err
	}
	for last, more := "", true; more; {
		page, err := s.after(ctx, who.ID, q, last)
		if err != nil {
			return err
		}
		for _, income := range page {
			last = income.TransferID
			if err := w.Write(income.earning(who.Role).record(zone)); err != nil {
				return err
			}
		}
		more = len(page) == batch
	}
	w.Flush()
	return w.Error()
}

func (s *Service) after(ctx context.Context, accountID string, q ledger.Query, afterID string) (page []Income, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := s.ledger.IncomesAfter(ctx, tx, ledger.Earnings(accountID), q, afterID, batch)
		if err != nil {
			return err
		}
		page, err = s.named(ctx, tx, found)
		return err
	})
	return page, err
}

func (e Earning) record(zone *time.Location) []string {
	return []string{
		e.CreatedAt.UTC().Format("2006-01-02T15:04:05.000Z"), e.CreatedAt.In(zone).Format(time.DateOnly), cell(e.Type), cell(e.ID), cell(e.SourceID),
		cell(e.UserInfo.Username), cell(e.PerformerInfo.Username),
		e.OriginalPrice.String(), e.SiteFee.String(), e.StudioNet.String(), e.PerformerNet.String(), e.NetPrice.String(), cell(e.Reverses),
	}
}

// cell keeps a spreadsheet from reading somebody's text as a formula (OWASP, CSV
// Injection). Amounts are ours and may begin with a minus.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

// export sends the file. Its query is that of the listings.
func (s *Service) export(w http.ResponseWriter, r *http.Request) error {
	me := account.CallerFrom(r.Context())
	in, zone, err := exportInput(r)
	if err != nil {
		return err
	}
	q, err := in.query(me.Role)
	if err != nil {
		return err
	}
	if _, err := s.ofIncome(q); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8; header=present")
	h.Set("Content-Disposition", `attachment; filename="earnings-`+s.now().In(zone).Format(time.DateOnly)+`.csv"`)
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	return s.Export(r.Context(), w, me, q, zone)
}

func exportInput(r *http.Request) (in ChoiceInput, zone *time.Location, err error) {
	query := r.URL.Query()
	for _, end := range []struct {
		name string
		into *time.Time
	}{{"fromDate", &in.FromDate}, {"toDate", &in.ToDate}} {
		if text := query.Get(end.name); text != "" {
			if *end.into, err = time.Parse(time.RFC3339Nano, text); err != nil {
				return in, nil, fault.Field(end.name, "Must be a time such as 2026-11-02T12:00:00Z")
			}
		}
	}
	in.Type, in.Member = query.Get("type"), query.Get("member")
	if slices.ContainsFunc([]string{in.Type, in.Member}, func(text string) bool { return len(text) > 64 }) {
		return in, nil, fault.Field("member", "Must have at most 64 characters")
	}
	zone, err = zoneOf(cmp.Or(query.Get("zone"), "UTC"))
	return in, zone, err
}
