package demosite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/fault"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
)

// banked are the performers who have said where they are paid.
var banked = []string{"NovaRay", "MikaLune", "RubyHale", "DanteKold", "ZuriBloom"}

// addPayouts leaves one request to be decided, and others in a batch that can be
// exported.
func (f *filling) addPayouts(boss context.Context) error {
	var asked []string
	for _, username := range banked {
		r, enough, err := askForMoney(boss, f.Site, f.ids[username])
		if err != nil {
			return err
		}
		if enough {
			asked = append(asked, r.ID)
		}
	}
	if len(asked) < 2 {
		return nil
	}
	for _, id := range asked[1:] {
		if _, _, err := f.Payouts.Decide(boss, payouts.Decision{RequestID: id, To: payouts.Processing}); err != nil {
			return err
		}
	}
	_, err := f.Payouts.CreateBatch(boss, payouts.Choice{Rail: rails.Wire{}.ID(), RequestIDs: asked[1:]})
	return err
}

// askForMoney asks for all that an account can be paid, if that is enough.
func askForMoney(boss context.Context, s *Site, accountID string) (r payouts.Request, enough bool, err error) {
	r, err = s.Payouts.Create(boss, payouts.Order{AccountID: accountID, Role: account.Performer, Method: rails.BankTransfer, Note: "Thank you!"}, "")
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return r, false, nil
	}
	return r, err == nil, err
}

// payOut lets those who have enough ask for their money, and pays it with one file
// for the bank.
func (h *history) payOut() error {
	var approved []string
	for _, username := range banked {
		r, enough, err := askForMoney(h.boss, h.past.Site, h.ids[username])
		if err != nil {
			return fmt.Errorf("%s asks: %w", username, err)
		}
		if !enough {
			continue
		}
		h.at = h.at.Add(3 * time.Minute)
		if _, _, err := h.past.Payouts.Decide(h.boss, payouts.Decision{RequestID: r.ID, To: payouts.Processing}); err != nil {
			return err
		}
		approved = append(approved, r.ID)
	}
	if len(approved) == 0 {
		return nil
	}
	batch, err := h.past.Payouts.CreateBatch(h.boss, payouts.Choice{Rail: rails.Wire{}.ID(), RequestIDs: approved})
	if err != nil {
		return err
	}
	if _, err := h.past.Payouts.ExportBatch(h.boss, batch.ID); err != nil {
		return err
	}
	h.at = h.at.Add(30 * time.Minute)
	_, err = h.past.Payouts.PayBatch(h.boss, batch.ID, "Bank "+h.at.Format(time.DateOnly), nil)
	return err
}

// addPayoutDetails says where the studio and some performers are paid, in the
// examples of the IBAN registry.
func (s *Site) addPayoutDetails(ctx context.Context, ids map[string]string, studio string) error {
	for username, to := range map[string]rails.Destination{
		studio:      {Method: rails.BankTransfer, Holder: "Velvet Rooms s.r.o.", IBAN: "CZ6508000000192000145399", BIC: "GIBACZPX"},
		"NovaRay":   {Method: rails.BankTransfer, Holder: "Nova Ray", IBAN: "PT50000201231234567890154", BIC: "CGDIPTPL"},
		"RubyHale":  {Method: rails.BankTransfer, Holder: "Ruby Hale", IBAN: "FR1420041010050500013M02606", BIC: "PSSTFRPPPAR"},
		"MikaLune":  {Method: rails.BankTransfer, Holder: "Mika Lune", IBAN: "IE29AIBK93115212345678", BIC: "AIBKIE2D"},
		"DanteKold": {Method: rails.BankTransfer, Holder: "Dante Kold", IBAN: "NL91ABNA0417164300", BIC: "ABNANL2A"},
		"ZuriBloom": {Method: rails.BankTransfer, Holder: "Zuri Bloom", IBAN: "ES9121000418450200051332", BIC: "CAIXESBB"},
	} {
		if _, err := s.Payouts.SetDetails(ctx, ids[username], to); err != nil {
			return fmt.Errorf("payout details: %w", err)
		}
	}
	return nil
}
