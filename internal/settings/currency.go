package settings

import (
	"context"
	"encoding/json"

	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// checkCurrency refuses a code that is no currency.
func (c *Current) checkCurrency() error {
	if _, known := currency.Of(c.Currency); !known {
		return fault.Field("currency", "This is no currency of ISO 4217")
	}
	return nil
}

// changesCurrency refuses another currency without the rate that goes with it, and
// while anything is unpaid that was earned in the old one: it would be re-priced.
func (s *Service) changesCurrency(ctx context.Context, tx *db.Tx, rows []row, stored map[string]string) error {
	value, given := stored["currency"]
	if !given {
		return nil
	}
	was := s.declared.defaults().Currency
	next := was
	for text, into := range map[string]*string{valueOf(rows, "currency"): &was, value: &next} {
		if text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(text), into); err != nil {
			return err
		}
	}
	if was == next {
		return nil
	}
	if _, rated := stored["tokenPayoutRate"]; !rated {
		return fault.Field("tokenPayoutRate", "Say with the new currency what a payout pays for one token in it")
	}
	unpaid, err := s.Unpaid(ctx, tx)
	if err != nil || unpaid == 0 {
		return err
	}
	return fault.Field("currency", "%s tokens were earned in %s and are not paid out yet. Pay them out first: earnings are never priced anew", unpaid.Brief(), was)
}
