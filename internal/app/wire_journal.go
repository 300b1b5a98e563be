package app

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/cron"
	"limelight/internal/ledger/journal"
)

// anchorEvery is how often a checkpoint leaves the site.
const anchorEvery = time.Hour

// wireJournal builds the signed days of the ledger, and what carries their head away.
func wireJournal(s *Services) (err error) {
	if s.journal, err = newJournal(s.infra); err != nil {
		return err
	}
	s.anchors = newAnchors(s)
	s.section("journal", "The signed days of the ledger and proofs of transfers", s.journal.Routes)
	s.rule(s.journal.Rule())
	s.collect(s.journal.Collectors()...)
	s.collect(s.anchors.collector())
	s.job(cron.Job{Name: "journal", Every: 10 * time.Minute, Run: func(ctx context.Context) error {
		_, err := s.journal.Close(ctx)
		return err
	}})
	s.job(cron.Job{Name: "anchor", Every: anchorEvery, EachNode: true, Run: s.anchors.put}) // its own places
	return nil
}

func newJournal(i *infra) (*journal.Journal, error) {
	seed, err := hex.DecodeString(i.keys.Derive("journal signature"))
	if err != nil {
		return nil, fmt.Errorf("the journal's key: %w", err)
	}
	return journal.New(journal.Deps{
		DB:   i.db,
		MAC:  i.keys.MAC(),
		Keys: journal.Keys{Sign: ed25519.NewKeyFromSeed(seed), Salt: []byte(i.keys.Derive("journal salt"))},
		Now:  i.now, SignedIn: account.SignedIn, Caller: callerID,
	})
}
