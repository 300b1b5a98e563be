package app

import (
	"limelight/internal/ledger"
)

// wireLedger builds the ledger. Who holds tokens hears of each change (balances.go).
func wireLedger(s *Services) {
	s.ledger = ledger.New(s.now)
	s.ledger.MAC = s.keys.MAC()
	s.rule(s.ledger.Rule())
}
