package earnings

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/csvx"
	"limelight/internal/kit/days"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// batch is how many lines of an export are read at once; a slow reader holds no
// transaction open in between.
const batch = 1_000

// Export writes an account's income as CSV (RFC 4180), oldest first: times in
// UTC, the day in the zone, amounts in tokens with two decimals. What comes in
// while it is written is left to the next one.
func (s *Service) Export(ctx context.Context, out io.Writer, who account.Caller, q report.Query, zone *time.Location) error {
	q, err := s.ofIncome(q)
	if err != nil {
		return err
	}
	if now := s.now().Add(time.Millisecond); q.To.IsZero() || q.To.After(now) {
		q.To = now
	}
	say := lang.In(ctx)
	w, err := csvx.New(out, say("time"), say("day"), say("type"), say("id"), say("source"), say("paid by"), say("performer"), say("gross"),
		say("site"), say("studio"), say("performer net"), say("my net"), say("takes back"), say("chargeback borne by"))
	if err != nil {
		return err
	}
	for last, more := "", true; more; {
		page, err := s.after(ctx, who.ActsFor(), q, last)
		if err != nil {
			return err
		}
		for _, income := range page {
			last = income.TransferID
			if err := w.Line(income.earning(who.Role).record(zone, say)...); err != nil {
				return err
			}
		}
		more = len(page) == batch
	}
	return w.End()
}

func (s *Service) after(ctx context.Context, accountID string, q report.Query, afterID string) (page []Income, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := report.IncomesAfter(ctx, tx, ledger.Earnings(accountID), q, afterID, batch)
		if err != nil {
			return err
		}
		page, err = s.named(ctx, tx, found)
		return err
	})
	return page, err
}

// borneBy are those who bear a chargeback, in words.
var borneBy = map[ledger.Bearer]string{ledger.House: lang.Mark("site"), ledger.Shared: lang.Mark("who earned it")}

func (e Earning) record(zone *time.Location, say lang.Teller) []any {
	return []any{
		e.CreatedAt, e.CreatedAt.In(zone).Format(time.DateOnly), e.Type, e.ID, e.SourceID, e.UserInfo.Username, e.PerformerInfo.Username,
		e.OriginalPrice, e.SiteFee, e.StudioNet, e.PerformerNet, e.NetPrice, e.Reverses, say(borneBy[e.Bearer]),
	}
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
	api.Attach(w, csvx.MediaType, "earnings-"+s.now().In(zone).Format(time.DateOnly)+".csv")
	return s.Export(r.Context(), w, me, q, zone)
}

func exportInput(r *http.Request) (in ChoiceInput, zone *time.Location, err error) {
	if in.FromDate, err = api.QueryTime(r, "fromDate"); err != nil {
		return in, nil, err
	}
	if in.ToDate, err = api.QueryTime(r, "toDate"); err != nil {
		return in, nil, err
	}
	query := r.URL.Query()
	in.Type, in.Member = query.Get("type"), query.Get("member")
	if slices.ContainsFunc([]string{in.Type, in.Member}, func(text string) bool { return len(text) > 64 }) {
		return in, nil, fault.Field("member", "Must have at most 64 characters")
	}
	zone, err = days.Zone(cmp.Or(query.Get("zone"), "UTC"))
	return in, zone, err
}
