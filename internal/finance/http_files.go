package finance

import (
	"cmp"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/csvx"
	"limelight/internal/kit/lang"
)

func (s *Service) fileRoutes(r *api.Router) {
	taker := account.StepUp(account.ExportFinance.Guard())
	api.Raw(r, http.MethodGet, "/admin/finance/income/export", "finance.income.export", s.incomeFile, taker, audit.As(incomeExported, ""))
	api.Raw(r, http.MethodGet, "/admin/finance/balances/export", "finance.balances.export", s.balancesFile, taker, audit.As(balancesExported, ""))
	api.Raw(r, http.MethodGet, "/admin/finance/receivables/export", "finance.receivables.export", s.debtsFile, taker, audit.As(debtsExported, ""))
	api.Raw(r, http.MethodGet, "/admin/finance/transfers/export", "finance.transfers.export", s.transfersFile, taker, audit.As(transferExported, ""))
	api.Raw(r, http.MethodGet, "/admin/finance/people/{id}/export", "finance.statement.export", s.statementFile, taker)
	api.Raw(r, http.MethodGet, "/admin/finance/people/{id}/paper", "finance.statement.paper", s.statementPaper, taker)
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
func (s *Service) attach(w http.ResponseWriter, mediaType, name, ending string) {
	api.Attach(w, mediaType, name+"-"+s.Now().UTC().Format(time.DateOnly)+ending)
}

func (s *Service) incomeFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	in, err := s.Income(r.Context(), span)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "site-income", ".csv")
	return WriteIncome(w, lang.In(r.Context()), in)
}

func (s *Service) balancesFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	b, err := s.Balances(r.Context(), span)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "trial-balance", ".csv")
	return WriteBalances(w, lang.In(r.Context()), b)
}

func (s *Service) debtsFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	list, err := s.Debts(r.Context(), span.To)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "receivables", ".csv")
	return WriteDebts(w, lang.In(r.Context()), list)
}

// transfersFile takes what the listing of transfers takes, but for its page.
func (s *Service) transfersFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	wish, err := transfersInput{
		Text: q.Get("q"), Account: q.Get("account"), Person: q.Get("person"), Kind: q.Get("kind"), Min: q.Get("least"), Max: q.Get("most"),
	}.wish()
	if err != nil {
		return err
	}
	wish.Span = span
	c, err := s.Choose(r.Context(), wish)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "transfers", ".csv")
	return s.WriteTransfers(r.Context(), w, c)
}

func (s *Service) statementFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	st, err := s.Prepare(r.Context(), r.PathValue("id"), span)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "statement-"+st.Person.Username, ".csv")
	return s.WriteStatement(r.Context(), w, st)
}

func (s *Service) statementPaper(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	pdf, err := s.Paper(r.Context(), r.PathValue("id"), span)
	if err != nil {
		return err
	}
	s.attach(w, "application/pdf", "statement", ".pdf")
	_, err = w.Write(pdf)
	return err
}
