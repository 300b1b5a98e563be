package ledger

import (
	"slices"

	"limelight/internal/kit/db"
)

// Moved says whose accounts a transfer has moved. It is told once the transfer is durable,
// by the process that posted it, and only there: whoever hears it asks for the balances of
// then. It must be quick, and promises nothing: a process that dies tells nobody.
type Moved struct{ Accounts []Account }

func (l *Ledger) tell(tx *db.Tx, t Transfer) {
	if l.Moved == nil {
		return
	}
	var moved Moved
	for _, leg := range t.Legs {
		for _, account := range []Account{leg.Source, leg.Target} {
			if !slices.Contains(moved.Accounts, account) {
				moved.Accounts = append(moved.Accounts, account)
			}
		}
	}
	tx.AfterCommit(func() { l.Moved(moved) })
}
