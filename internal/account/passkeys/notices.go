package passkeys

import (
	"context"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// about is a key, and whose it is.
type about struct{ Username, Key string }

// What people are told of their passkeys.
var (
	addedNotice = notices.Declare("account.passkey_added", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a about) notices.Letter {
		return notices.NewLetter(say("You have a new passkey"),
			say("The passkey \"%s\" opens your account %s from now on, without a password.", a.Key, a.Username),
			say("If it was not you, log in, remove it and choose a new password now.")).
			WithLink("/auth/forgot-password", say("Choose a new password"))
	}, about{"sam", "Telephone"})
	removedNotice = notices.Declare("account.passkey_removed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a about) notices.Letter {
		return notices.NewLetter(say("A passkey was removed"),
			say("The passkey \"%s\" does not open your account %s any more.", a.Key, a.Username),
			say("If it was not you, choose a new password now: that logs out every device.")).
			WithLink("/auth/forgot-password", say("Choose a new password"))
	}, about{"sam", "Telephone"})
	copiedNotice = notices.Declare("account.passkey_copied", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a about) notices.Letter {
		return notices.NewLetter(say("A passkey of yours may have been copied"),
			say("Somebody used the passkey \"%s\" of your account %s, and it had counted less than the last time. They were not let in.", a.Key, a.Username),
			say("Log in another way, remove this passkey and add a new one.")).
			WithLink("/auth/forgot-password", say("Choose a new password"))
	}, about{"sam", "Telephone"})
)

// tell tells the owner of a key.
func (s *Service) tell(ctx context.Context, tx *db.Tx, kind notices.Kind[about], k Passkey) error {
	a, err := s.Accounts.Get(ctx, tx, k.accountID)
	if err != nil {
		return err
	}
	to := a.Recipient()
	to.Name = a.Username // a name may be anything
	return kind.Send(ctx, tx, s.Notices, to, about{a.Username, k.Name})
}
