package exports

import (
	"limelight/internal/account"
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// ready is an archive that is there, and whose.
type ready struct{ Username, Role, ExportID string }

// settingsOf is the page where an account of a role finds its archives.
var settingsOf = map[string]string{
	string(account.Member): "/account/user/account-settings", string(account.Performer): "/account/performer/account-settings",
	string(account.Studio): "/studio/account-settings", string(account.Admin): "/admin/login-settings",
}

var readyNotice = notices.Declare("exports.ready", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, r ready) notices.Letter {
	return notices.NewLetter(say("Your data are ready"),
		say("The archive with what we keep of your account %s is ready. You can fetch it for seven days, from your account settings.", r.Username),
		say("If you have not asked for it, choose a new password now.")).
		WithLink(settingsOf[r.Role], say("Go to the archive"))
}, ready{"sam", "user", "x"})
