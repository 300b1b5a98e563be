package app

import (
	"limelight/internal/kit/api"
	"limelight/internal/kit/cron"
	"limelight/internal/ledger"
)

// shared is what domains add to what the whole program has one of, in the order in which
// they are wired (wire_*.go).
type shared struct {
	routes []section
	books  []ledger.Rule
	timed  []cron.Job
}

// section is the routes of one domain, as the API's document names them.
type section struct {
	name, about string
	mount       func(*api.Router)
}

// section adds routes.
func (s *shared) section(name, about string, mount func(*api.Router)) {
	s.routes = append(s.routes, section{name, about, mount})
}

// accountFor adds a rule of the ledger: which transfers a domain answers for.
func (s *shared) accountFor(rule ledger.Rule) { s.books = append(s.books, rule) }

// often adds a job that is done again and again.
func (s *shared) often(job cron.Job) { s.timed = append(s.timed, job) }
