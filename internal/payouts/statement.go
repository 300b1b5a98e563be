package payouts

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/wording"
	"limelight/internal/payouts/rails"
	"limelight/internal/payouts/statement"
)

// Statements are the PDFs of requests.
type Statements struct {
	*core
	requests *Requests
}

func (s *Statements) routes(r *api.Router) {
	for _, who := range earners {
		api.Raw(r, http.MethodGet, "/payout-requests/"+who.path+"/{id}/statement", "payouts."+who.path+".statement", s.getStatement, who.views)
	}
	api.Raw(r, http.MethodGet, "/admin/payouts/requests/{id}/statement", "payouts.admin.statement", s.getStatement, account.SeePayouts.Guard(),
		audit.As(statementViewed, "payout_request"))
}

// Statement is the PDF of a request, for those who may View it. It has the
// account masked and the name of its holder.
func (s *Statements) Statement(ctx context.Context, requestID string, by account.Caller) ([]byte, error) {
	r, names, err := s.requests.View(ctx, requestID, by)
	if err != nil {
		return nil, err
	}
	to, err := s.opened(requestPlace(r.ID), r.destination)
	if err != nil {
		return nil, err
	}
	paidBy := s.SiteName()
	if r.StudioID != "" {
		var studios map[string]string
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			studios, err = s.People.Usernames(ctx, tx, r.StudioID)
			return err
		})
		if err != nil {
			return nil, err
		}
		paidBy = studios[r.StudioID]
	}
	return statement.PDF(s.write(ctx, r, paidBy, names[r.AccountID], to.Holder))
}

func (s *Statements) write(ctx context.Context, r Request, paidBy, payee, holder string) statement.Statement {
	zero := currency.Text(0, r.Currency) + " " + r.Currency
	say := lang.In(ctx)
	p := statement.Statement{
		Language: lang.Of(ctx), Site: s.SiteName(), Number: r.ID, Payee: payee, Holder: holder, Method: say(methodNames[r.Method]), Account: r.Shown,
		PaidBy: paidBy, Status: say(statusNames[r.Status]), Reason: r.Reason, Reference: r.Reference,
		AskedAt: r.CreatedAt, ChangedAt: r.UpdatedAt, From: r.Since, To: r.Until,
		Tokens: r.Units.String(), Amount: currency.Text(r.Amount, r.Currency) + " " + r.Currency, Fee: zero,
		Rate: say("%s per token", tenThousandths(r.Rate)+" "+r.Currency),
	}
	for _, l := range r.Lines {
		line := statement.Line{Label: wording.In(ctx, say(cmp.Or(lineNames[l.Kind], s.Kinds.Many(l.Kind)))), Tokens: l.Token.String()}
		if l.Count > 0 {
			line.Count = strconv.Itoa(l.Count)
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}

func (s *Statements) getStatement(w http.ResponseWriter, r *http.Request) error {
	requestID := r.PathValue("id")
	pdf, err := s.Statement(r.Context(), requestID, account.CallerFrom(r.Context()))
	if err != nil {
		return err
	}
	send(w, rails.Export{Name: "payout-" + requestID + ".pdf", Type: "application/pdf", Bytes: pdf})
	return nil
}

// tenThousandths writes a rate with four decimals.
func tenThousandths(rate int64) string {
	digits := strconv.FormatInt(10_000+rate%10_000, 10)
	return strconv.FormatInt(rate/10_000, 10) + "." + digits[1:]
}

var methodNames = map[rails.Method]string{
	rails.BankTransfer: lang.Mark("Bank transfer"), rails.DirectDeposit: lang.Mark("Direct deposit"), rails.Paxum: "Paxum", rails.BitPay: "BitPay (crypto)",
}

var statusNames = map[Status]string{
	Pending: lang.Mark("pending"), Processing: lang.Mark("processing"), Done: lang.Mark("done"),
	Rejected: lang.Mark("rejected"), Cancelled: lang.Mark("cancelled"),
}

// lineNames are the lines of a statement that are no income.
var lineNames = map[string]string{KindDone: lang.Mark("Paid to {performers}"), carried: lang.Mark("Carried over, refunds and rounding")}
