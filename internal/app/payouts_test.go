package app_test

import (
	"testing"

	"limelight/internal/account"
)

// A wrong password is refused also within ten minutes of a login, and counts as at
// /auth/step-up; none is asked for then.
func TestWrongPasswordWithPayoutDetails(t *testing.T) {
	k := openTill(t)
	nina := k.in(t, account.Performer, "nina")
	for call, body := range map[string]record{
		"POST /performers/bank-transfer/update": {"accountHolder": "Nina Müller", "iban": "DE89 3704 0044 0532 0130 00", "bic": "COBADEFF"},
		"POST /payment-information":             {"type": "paxum", "accountHolder": "Nina Müller", "email": "nina@example.com"},
	} {
		body["currentPassword"] = "a guess"
		nina.do(t, call, body).must(t, 422, `"property":"currentPassword"`, "This is not your password.")
		nina.do(t, "GET /payment-information", nil).must(t, 200, `"total":0`)
	}
	guess := record{"accountHolder": "Nina Müller", "iban": "DE89 3704 0044 0532 0130 00", "currentPassword": "a guess"}
	last := 0
	for range 20 {
		if last = nina.do(t, "POST /performers/bank-transfer/update", guess).status; last == 429 {
			break
		}
	}
	if last != 429 {
		t.Errorf("guesses end with %d", last)
	}
	nina.do(t, "POST /auth/step-up", record{"password": "a guess"}).must(t, 429)
	delete(guess, "currentPassword")
	nina.do(t, "POST /performers/bank-transfer/update", guess).must(t, 200)
}

// 0 tokens are no payout, and not all there is.
func TestPayoutOfNothing(t *testing.T) {
	k := openTill(t)
	nina := k.in(t, account.Performer, "nina")
	nina.do(t, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer", "requestTokens": 0}).
		must(t, 422, `"property":"requestTokens"`, "above 0")
	nina.do(t, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer"}).must(t, 409)
}
