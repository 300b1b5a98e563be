package payouts

import (
	"encoding/json"
	"fmt"

	"limelight/internal/kit/secretbox"
	"limelight/internal/payouts/rails"
)

func detailsPlace(accountID string, method rails.Method) secretbox.Place {
	return secretbox.Place{Table: "payout_details", Column: "details", Row: accountID + "/" + string(method)}
}

func requestPlace(requestID string) secretbox.Place {
	return secretbox.Place{Table: "payout_requests", Column: "destination", Row: requestID}
}

func batchPlace(batchID string) secretbox.Place {
	return secretbox.Place{Table: "payout_batches", Column: "file", Row: batchID}
}

func (s *core) sealed(at secretbox.Place, to rails.Destination) (string, error) {
	text, err := json.Marshal(to)
	if err != nil {
		return "", fmt.Errorf("write payout details: %w", err)
	}
	return s.Keys.Seal(at, text)
}

func (s *core) opened(at secretbox.Place, sealed string) (to rails.Destination, err error) {
	text, err := s.Keys.Open(at, sealed)
	if err != nil {
		return to, fmt.Errorf("open payout details of %s: %w", at.Row, err)
	}
	if err := json.Unmarshal(text, &to); err != nil {
		return to, fmt.Errorf("read payout details of %s: %w", at.Row, err)
	}
	return to, nil
}
