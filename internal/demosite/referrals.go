package demosite

import (
	"context"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/referrals"
)

// Referrals lets members register by the code of somebody, who sees rewards in the end.
func Referrals(s *referrals.Service) Part {
	return Part{
		Invite:     func(ctx context.Context, inviterID string) (string, error) { return s.Code(ctx, inviterID, "") },
		Afterwards: rewardInviters,
	}
}

// thanks are the tips of each member who was invited.
var thanks = map[string]money.Tokens{"InesCordero": money.Whole(50), "TheoBlack": money.Whole(35)}

// rewardInviters lets the invited members tip. They get the tokens for it: every member begins
// with as many.
func rewardInviters(ctx context.Context, f *filling, all people) error {
	for _, one := range all.Members {
		if one.InvitedBy == "" {
			continue
		}
		member := account.Caller{ID: f.ids[one.Username], Role: account.Member, Username: one.Username}
		for username, token := range thanks {
			err := f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := f.Ledger.Grant(ctx, tx, member.ID, token, "demo:"+member.ID+":"+username, giftMemo.With())
				return err
			})
			if err != nil {
				return fmt.Errorf("grant to %s: %w", one.Username, err)
			}
			err = f.tip(ctx, Tip{From: member, PerformerID: f.ids[username], Token: token, Key: "demo:" + username})
			if err != nil {
				return fmt.Errorf("%s tips %s: %w", one.Username, username, err)
			}
		}
	}
	return nil
}
