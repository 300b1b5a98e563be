package app

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/tips"
)

// invitation is the code by which a demo person registers; empty for nobody's.
func (f *demoFilling) invitation(ctx context.Context, p demoPerson) (string, error) {
	if p.InvitedBy == "" {
		return "", nil
	}
	by, known := f.ids[p.InvitedBy]
	if !known {
		return "", fmt.Errorf("demo person %s is invited by %s, who comes later", p.Username, p.InvitedBy)
	}
	return f.referrals.Code(ctx, by, "")
}

// demoThanks are the tips of each member who was invited.
var demoThanks = map[string]money.Tokens{"InesCordero": money.Whole(50), "TheoBlack": money.Whole(35)}

// addReferrals lets the invited members tip, so that who invited them sees
// rewards. They get the tokens for it: every member begins with as many.
func (f *demoFilling) addReferrals(ctx context.Context, people demoPeople) error {
	for _, p := range people.Members {
		if p.InvitedBy == "" {
			continue
		}
		memberID := f.ids[p.Username]
		for username, token := range demoThanks {
			err := f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := f.ledger.Grant(ctx, tx, memberID, token, "demo:"+memberID+":"+username, "Demo gift")
				return err
			})
			if err != nil {
				return fmt.Errorf("grant to %s: %w", p.Username, err)
			}
			_, err = f.tips.Send(ctx, tips.Order{
				SenderID: memberID, SenderName: p.Username, PerformerID: f.ids[username], Token: token,
			}, "demo:"+username)
			if err != nil {
				return fmt.Errorf("%s tips %s: %w", p.Username, username, err)
			}
		}
	}
	return nil
}
