package funds

import (
	"context"
	"encoding/json"
	"fmt"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
)

// nextPlace is where the way to a vendor's page lies. It is sealed: whoever follows
// it sees, and at some vendors changes, how somebody pays.
func nextPlace(intentID string) secretbox.Place {
	return secretbox.Place{Table: "funds_intents", Column: "next", Row: intentID}
}

func (s *Checkout) openNext(in Intent) (next gateway.Next, err error) {
	text := []byte(in.Next)
	if !json.Valid(text) { // unless an earlier version wrote it and SealWays has not met it yet
		if text, err = s.Seals.Open(nextPlace(in.ID), in.Next); err != nil {
			return next, fmt.Errorf("where %s goes: %w", in.ID, err)
		}
	}
	err = json.Unmarshal(text, &next)
	return next, err
}

func (s *Checkout) keepNext(ctx context.Context, intentID string, next gateway.Next) (in Intent, err error) {
	text, err := json.Marshal(next)
	if err != nil {
		return Intent{}, fmt.Errorf("write where %s goes: %w", intentID, err)
	}
	sealed, err := s.sealNext(intentID, text)
	if err != nil {
		return Intent{}, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if in, err = lockIntent(ctx, tx, intentID); err != nil {
			return err
		}
		in.Next = sealed
		in.Ref = joined(in.Ref, next.Ref)
		return updateIntent(ctx, tx, in)
	})
	return in, err
}

func (s *Checkout) sealNext(intentID string, text []byte) (string, error) {
	sealed, err := s.Seals.Seal(nextPlace(intentID), text)
	if err != nil {
		return "", fmt.Errorf("seal where %s goes: %w", intentID, err)
	}
	return sealed, nil
}

// SealWays seals the ways of open payments that a version before sealing kept in
// clear, as JSON. Those of payments that are over were emptied by migration 0152.
func (s *Checkout) SealWays(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ids, err := db.All(ctx, tx, db.String, `
			SELECT id
			FROM funds_intents
			WHERE state IN ('created', 'pending', 'quarantine') AND next LIKE '{%'
			ORDER BY id`)
		if err != nil {
			return fmt.Errorf("select open ways: %w", err)
		}
		for _, intentID := range ids {
			in, err := lockIntent(ctx, tx, intentID)
			if err != nil {
				return err
			}
			if in.Next, err = s.sealNext(intentID, []byte(in.Next)); err != nil {
				return err
			}
			if err := updateIntent(ctx, tx, in); err != nil {
				return err
			}
		}
		return nil
	})
}
