package finance

import (
	"cmp"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

// reader may look at the books; exporter may take them away.
var (
	reader   = account.SeeFinance.Guard()
	exporter = account.StepUp(account.ExportFinance.Guard())
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	s.SiteIncome.routes(r)
	s.TrialBalances.routes(r)
	s.Receivables.routes(r)
	s.Transfers.routes(r)
	s.Statements.routes(r)
}

// SpanInput is the span of time of an answer.
type SpanInput struct {
	FromDate time.Time `query:"fromDate" doc:"from this instant on"`
	ToDate   time.Time `query:"toDate" doc:"up to and including this instant; absent: now"`
}

func (in SpanInput) span() (Span, error) {
	end, err := api.SpanEnd(in.FromDate, in.ToDate)
	return Span{From: in.FromDate, To: end}, err
}

// spanOf reads the span of a file's query.
func spanOf(r *http.Request) (Span, error) {
	from, err1 := api.QueryTime(r, "fromDate")
	to, err2 := api.QueryTime(r, "toDate")
	if err := cmp.Or(err1, err2); err != nil {
		return Span{}, err
	}
	return SpanInput{FromDate: from, ToDate: to}.span()
}

// attach begins a file of today.
func (s *core) attach(w http.ResponseWriter, mediaType, name, ending string) {
	api.Attach(w, mediaType, name+"-"+s.Now().UTC().Format(time.DateOnly)+ending)
}
