package account

import (
	"context"
	"strconv"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// Recipient is the account as notices need it. Whose address belongs to somebody else gets
// none. A mail to staff need not be discreet: it is the operator's.
func (a Account) Recipient() notices.Recipient {
	to := notices.Recipient{AccountID: a.ID, Address: a.Email, Name: a.Name, Language: a.Language, Operator: a.Role.Staff()}
	if a.foreignEmail {
		to.Address = ""
	}
	return to
}

// Recipient is an account as notices need it, or ErrAbsent.
func (s *Directory) Recipient(ctx context.Context, tx *db.Tx, accountID string) (notices.Recipient, error) {
	a, err := accountOf(ctx, tx, accountID)
	return a.Recipient(), err
}

// notify tells an account. It is greeted by its username, for a name may be anything.
func notify[D any](ctx context.Context, tx *db.Tx, by *notices.Notices, kind notices.Kind[D], a Account, about D) error {
	to := a.Recipient()
	to.Name = a.Username
	return kind.Send(ctx, tx, by, to, about)
}

// notifyAt is notify at another address than the account's, which is to be proved or was just.
func notifyAt[D any](ctx context.Context, tx *db.Tx, by *notices.Notices, kind notices.Kind[D], a Account, email string, about D) error {
	to := a.Recipient()
	to.Address, to.Name = email, a.Username
	return kind.Send(ctx, tx, by, to, about)
}

// linked is an account with the link that was made for its mail.
type linked struct{ username, link string }

// invited is an account that somebody opened for another person.
type invited struct{ username, by, link string }

// admins is what one admin does, or had done, that another one is told.
type admins struct{ By, Of, Email string }

// What people are told of their accounts.
var (
	verifyNotice = notices.Declare("account.verify_email", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, a linked) notices.Letter {
		return notices.NewLetter(say("Verify your email address"),
			say("Please confirm that this is your email address. The link works for 24 hours."),
			say("If you did not ask for this, you need not do anything.")).
			WithLink(a.link, say("Verify my email address"))
	}, linked{"sam", "/"})
	invitedNotice = notices.Declare("account.invited", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, a invited) notices.Letter {
		return notices.NewLetter(say("%s invites you", a.by),
			say("%s has opened an account for you, with the username %s. Choose a password to use it. The link works once and for 7 days; later you can ask for another one with \"Forgot password\".", a.by, a.username),
			say("If you do not know who that is, you need not do anything: without a password nobody can use the account.")).
			WithLink(a.link, say("Choose my password")).
			WithDiscreet(say("You have an invitation"))
	}, invited{"sam", "Studio Nine", "/"})
	resetNotice = notices.Declare("account.reset_password", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, a linked) notices.Letter {
		return notices.NewLetter(say("Reset your password"),
			say("Somebody, probably you, asked for a new password for the account %s. The link works once and for 30 minutes.", a.username),
			say("If it was not you, you need not do anything: your password stays as it is.")).
			WithLink(a.link, say("Choose a new password"))
	}, linked{"sam", "/"})
	lockedNotice = notices.Declare("account.password_locked", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, a linked) notices.Letter {
		return notices.NewLetter(say("Your password has been switched off"),
			say("There were 100 wrong passwords in a row for the account %s, so no password is accepted until you choose a new one. You can go on using the devices on which you have logged in before.", a.username),
			say("The link works once and for 30 minutes. Later you can ask for another one with \"Forgot password\".")).
			WithLink(a.link, say("Choose a new password"))
	}, linked{"sam", "/"})
	guessedNotice = notices.Declare("account.password_guessed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return notices.NewLetter(say("Somebody is guessing your password"),
			say("There were 100 wrong passwords in a row for the account %s. Nothing is switched off: you can log in as before.", username),
			say("Keep the two-step login on, and use a password that you use nowhere else."))
	}, "sam")
	// existsNotice answers a registration with an address that has an account, which
	// the page does not say: only the owner of the address may know.
	existsNotice = notices.Declare("account.exists", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withNewPassword(say, say("You already have an account"),
			say("Somebody, probably you, has just registered with this email address. You have an account with it already: its username is %s. Log in with that one.", username),
			say("If you do not know its password, choose a new one: the link also confirms your address. If it was not you, you need not do anything."))
	}, "sam")
	// wantedNotice goes to an address that another account asked for.
	wantedNotice = notices.Declare("account.email_wanted", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return notices.NewLetter(say("Your email address stays yours"),
			say("Somebody wanted to use this email address for another account. It belongs to your account %s, so nothing has changed.", username),
			say("If it was you, give this account another address first."))
	}, "sam")
	passwordNotice = notices.Declare("account.password_changed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withNewPassword(say, say("Your password was changed"),
			say("The password of your account %s was changed, and its other devices were logged out.", username),
			say("If it was not you, choose a new password now."))
	}, "sam")
	emailChangeNotice = notices.Declare("account.email_changes", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withNewPassword(say, say("Your email address is about to change"),
			say("Somebody who is logged in to your account %s wants to use another email address for it. It changes once that address is confirmed.", username),
			say("If it was not you, choose a new password now: that logs out every device."))
	}, "sam")
	// emailStopNotice goes to the present address, with the way to stop the change.
	emailStopNotice = notices.Declare("account.email_stop", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, a linked) notices.Letter {
		return notices.NewLetter(say("Stop the change of your email address"),
			say("Another email address was asked for, for your account %s. If it was not you, this link stops it. It works for 72 hours, also when the new address has been confirmed in the meantime.", a.username),
			say("It logs out every device, and we send you a link to choose a new password. If it was you, you need not do anything.")).
			WithLink(a.link, say("Stop the change"))
	}, linked{"sam", "/"})
	emailStoppedNotice = notices.Declare("account.email_stopped", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, a linked) notices.Letter {
		return notices.NewLetter(say("The change of your email address is stopped"),
			say("Your account %s keeps this email address. Every device was logged out.", a.username),
			say("Choose a new password now. The link works once and for 30 minutes; later you can ask for another one with \"Forgot password\". Look through your passkeys and your two-step login, too.")).
			WithLink(a.link, say("Choose a new password"))
	}, linked{"sam", "/"})
	// emailMovedNotice goes to the address that an account has just given up: a reset
	// by mail is no way back from there, so it names the people of the site.
	emailMovedNotice = notices.Declare("account.email_moved", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withContact(say, say("Your email address was changed"),
			say("Your account %s uses another email address from now on. Links that we mailed to this one no longer work.", username),
			say("If it was not you, log in and choose a new password, or contact us at once."))
	}, "sam")
	emailArrivedNotice = notices.Declare("account.email_arrived", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, username string) notices.Letter {
		return withHome(say, say("Your email address was changed"), say("This is the email address of your account %s from now on.", username))
	}, "sam")
	newDeviceNotice = notices.Declare("account.new_device", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, in loggedIn) notices.Letter {
		return withNewPassword(say, say("New login to your account"),
			say("Your account %s was used on a device we have not seen before: %s, on %s.", in.Username, in.Browser, say.Moment(in.At)),
			say("If it was not you, choose a new password now: that logs out every device."))
	}, loggedIn{"sam", "Firefox", notices.SampleTime})
)

// loggedIn is an account with a session on a device that it had not used before.
type loggedIn struct {
	Username string
	Browser  string
	At       time.Time
}

// What people are told of the two-step login.
var (
	factorOnNotice = notices.Declare("account.factor_on", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withContact(say, say("Two-step login is on"),
			say("From now on, a login to your account %s asks for a code of your authenticator app besides the password. Its other devices were logged out.", username),
			say("Keep the recovery codes where you find them without your phone: each works once instead of a code."),
			say("If it was not you, choose a new password now and contact us."))
	}, "sam")
	factorOffNotice = notices.Declare("account.factor_off", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withNewPassword(say, say("Two-step login is off"),
			say("A login to your account %s asks for the password alone from now on.", username),
			say("If it was not you, choose a new password now and switch it on again."))
	}, "sam")
	recoveryUsedNotice = notices.Declare("account.recovery_code_used", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, u recoveryUsed) notices.Letter {
		return withNewPassword(say, say("A recovery code was used"),
			say("One of the recovery codes of your account %s was used instead of a code of your app. %s are left.", u.Username, strconv.Itoa(u.Left)),
			say("If it was not you, choose a new password now and make new recovery codes."))
	}, recoveryUsed{"sam", 4})
	recoveryRenewedNotice = notices.Declare("account.recovery_codes_renewed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withNewPassword(say, say("You have new recovery codes"),
			say("New recovery codes were made for your account %s. The old ones no longer work.", username),
			say("If it was not you, choose a new password now and make new recovery codes."))
	}, "sam")
	// wrongCodesNotice tells of wrong codes after a right password: somebody else may know it.
	wrongCodesNotice = notices.Declare("account.wrong_codes", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withNewPassword(say, say("Somebody may know your password"),
			say("Somebody entered the right password of your account %s and then five wrong codes. They were not let in.", username),
			say("If it was not you, choose a new password now."))
	}, "sam")
	// sessionGuessedNotice warns whose session typed wrong passwords or codes from many places.
	sessionGuessedNotice = notices.Declare("account.session_guessed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withNewPassword(say, say("Somebody used a device of yours to guess your password"),
			say("A device that is logged in to your account %s was used to enter wrong passwords or codes again and again. It was logged out.", username),
			say("If it was not you, choose a new password now: it logs out every other device."))
	}, "sam")
	// factorResetNotice tells an admin, or the owner, that the site's operator took a
	// second factor away.
	factorResetNotice = notices.Declare("account.factor_reset", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return notices.NewLetter(say("A two-step login was reset"),
			say("The two-step login of the account %s was reset on the server's command line, and its devices were logged out.", username),
			say("If nobody with access to the server did this, treat the server as broken into."))
	}, "sam")
)

// recoveryUsed is an account with how many of its recovery codes are left.
type recoveryUsed struct {
	Username string
	Left     int
}

// What people are told when their account is closed, and open again.
var (
	suspendedNotice = notices.Declare("account.suspended", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a suspended) notices.Letter {
		lines := []string{say("Your account %s was suspended by the site. You cannot log in until this is lifted.", a.Username)}
		if a.Reason != "" {
			lines = append(lines, say("Reason: %s", a.Reason))
		}
		return withContact(say, say("Your account is suspended"), append(lines, say("If you think that this is a mistake, please contact us."))...)
	}, suspended{"sam", ""}, suspended{"sam", "Somebody else uses it."})
	closedNotice = notices.Declare("account.closed", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, a linked) notices.Letter {
		return notices.NewLetter(say("Your account is closed"),
			say("You have closed your account %s. Nobody sees your profile, and what you own stays yours.", a.username),
			say("To come back, follow this link within 30 days, or contact us later.")).
			WithLink(a.link, say("Open my account again"))
	}, linked{"sam", "/"})
	restoredNotice = notices.Declare("account.restored", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, username string) notices.Letter {
		return withHome(say, say("Your account is open again"), say("Your account %s can be used again. Please log in.", username))
	}, "sam")
)

type suspended struct{ Username, Reason string }

// What admins are told of each other.
var (
	rateChangedNotice = notices.Declare("account.rate_changed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a admins) notices.Letter {
		return notices.NewLetter(say("What the site keeps of %s", a.Of),
			say("%s has changed what the site keeps of the income of %s. The history says how, and why.", a.By, a.Of)).
			WithLink("/admin/commissions?tab=history", say("See the history")).
			WithDiscreet(say("A commission was changed"))
	}, admins{"ada", "sam", "sam@example.com"})
	adminInvitedNotice = notices.Declare("account.admin_invited", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a admins) notices.Letter {
		return notices.NewLetter(say("A new admin: %s", a.Of),
			say("%s has made %s (%s) an admin of this site.", a.By, a.Of, a.Email),
			say("If nobody has spoken of it to you, ask %s at once, and suspend the account until you know.", a.By))
	}, admins{"ada", "sam", "sam@example.com"})
	adminCreatedNotice = notices.Declare("account.admin_created", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a admins) notices.Letter {
		return notices.NewLetter(say("A new admin: %s", a.Of),
			say("Somebody made %s (%s) an admin of this site on the server's command line.", a.Of, a.Email),
			say("If nobody has spoken of it to you, suspend the account until you know who did."))
	}, admins{"ada", "sam", "sam@example.com"})
)

// Ask is a decision of one admin that waits for a second one.
type Ask struct {
	By   string // the admin's username; filled in by AskAdmins
	Of   string // what it is about, as the kind's words need it
	Path string // where it is decided
}

// AskLetter asks another admin for their word: wants says what the first one wants to do.
func AskLetter(say lang.Teller, a Ask, wants string) notices.Letter {
	return notices.NewLetter(say("A decision waits for a second admin"),
		wants+" "+say("It happens once another admin approves it."),
		say("If nobody has spoken of it to you, ask %s before you decide.", a.By)).
		WithLink(a.Path, say("Look at it"))
}

func withNewPassword(say lang.Teller, subject string, lines ...string) notices.Letter {
	return notices.NewLetter(subject, lines...).WithLink("/auth/forgot-password", say("Choose a new password"))
}

func withContact(say lang.Teller, subject string, lines ...string) notices.Letter {
	return notices.NewLetter(subject, lines...).WithLink("/contact", say("Contact us"))
}

func withHome(say lang.Teller, subject string, lines ...string) notices.Letter {
	return notices.NewLetter(subject, lines...).WithLink("/", say("Go to the site"))
}
