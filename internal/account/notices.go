package account

import (
	"context"
	"strconv"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// Recipient is the account as notices need it. Whose address belongs to somebody else gets
// none.
func (a Account) Recipient() notices.Recipient {
	to := notices.Recipient{Address: a.Email, Name: a.Name, Language: a.Language}
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
	return kind.Send(ctx, tx, by, notices.Recipient{Address: email, Name: a.Username, Language: a.Language}, about)
}

// linked is an account with the link that was made for its mail.
type linked struct{ username, link string }

// invited is an account that somebody opened for another person.
type invited struct{ username, by, link string }

// admins is what one admin does, or had done, that another one is told.
type admins struct{ by, of, email string }

// What people are told of their accounts.
var (
	verifyNotice = notices.Declare("account.verify_email", func(say lang.Teller, a linked) notices.Letter {
		return notices.Letter{
			Subject: say("Verify your email address"),
			Lines: []string{
				say("Please confirm that this is your email address. The link works for 24 hours."),
				say("If you did not ask for this, you need not do anything."),
			},
			Link: a.link, Label: say("Verify my email address"),
		}
	})
	invitedNotice = notices.Declare("account.invited", func(say lang.Teller, a invited) notices.Letter {
		return notices.Letter{
			Subject: say("%s invites you", a.by),
			Lines: []string{
				say("%s has opened an account for you, with the username %s. Choose a password to use it. The link works once and for 7 days; later you can ask for another one with \"Forgot password\".", a.by, a.username),
				say("If you do not know who that is, you need not do anything: without a password nobody can use the account."),
			},
			Link: a.link, Label: say("Choose my password"),
		}
	})
	resetNotice = notices.Declare("account.reset_password", func(say lang.Teller, a linked) notices.Letter {
		return notices.Letter{
			Subject: say("Reset your password"),
			Lines: []string{
				say("Somebody, probably you, asked for a new password for the account %s. The link works once and for 30 minutes.", a.username),
				say("If it was not you, you need not do anything: your password stays as it is."),
			},
			Link: a.link, Label: say("Choose a new password"),
		}
	})
	lockedNotice = notices.Declare("account.password_locked", func(say lang.Teller, a linked) notices.Letter {
		return notices.Letter{
			Subject: say("Your password has been switched off"),
			Lines: []string{
				say("There were 100 wrong passwords in a row for the account %s, so no password is accepted until you choose a new one. You can go on using the devices on which you have logged in before.", a.username),
				say("The link works once and for 30 minutes. Later you can ask for another one with \"Forgot password\"."),
			},
			Link: a.link, Label: say("Choose a new password"),
		}
	})
	guessedNotice = notices.Declare("account.password_guessed", func(say lang.Teller, a Account) notices.Letter {
		return notices.Letter{
			Subject: say("Somebody is guessing your password"),
			Lines: []string{
				say("There were 100 wrong passwords in a row for the account %s. Nothing is switched off: you can log in as before.", a.Username),
				say("Keep the two-step login on, and use a password that you use nowhere else."),
			},
		}
	})
	// existsNotice answers a registration with an address that has an account, which
	// the page does not say: only the owner of the address may know.
	existsNotice = notices.Declare("account.exists", func(say lang.Teller, a Account) notices.Letter {
		return withNewPassword(say, say("You already have an account"),
			say("Somebody, probably you, has just registered with this email address. You have an account with it already: its username is %s. Log in with that one.", a.Username),
			say("If you do not know its password, choose a new one: the link also confirms your address. If it was not you, you need not do anything."))
	})
	// wantedNotice goes to an address that another account asked for.
	wantedNotice = notices.Declare("account.email_wanted", func(say lang.Teller, a Account) notices.Letter {
		return notices.Letter{
			Subject: say("Your email address stays yours"),
			Lines: []string{
				say("Somebody wanted to use this email address for another account. It belongs to your account %s, so nothing has changed.", a.Username),
				say("If it was you, give this account another address first."),
			},
		}
	})
	passwordNotice = notices.Declare("account.password_changed", func(say lang.Teller, a Account) notices.Letter {
		return withNewPassword(say, say("Your password was changed"),
			say("The password of your account %s was changed, and its other devices were logged out.", a.Username),
			say("If it was not you, choose a new password now."))
	})
	emailChangeNotice = notices.Declare("account.email_changes", func(say lang.Teller, a Account) notices.Letter {
		return withNewPassword(say, say("Your email address is about to change"),
			say("Somebody who is logged in to your account %s wants to use another email address for it. It changes once that address is confirmed.", a.Username),
			say("If it was not you, choose a new password now: that logs out every device."))
	})
	// emailMovedNotice goes to the address that an account has just given up: a reset
	// by mail is no way back from there, so it names the people of the site.
	emailMovedNotice = notices.Declare("account.email_moved", func(say lang.Teller, a Account) notices.Letter {
		return withContact(say, say("Your email address was changed"),
			say("Your account %s uses another email address from now on. Links that we mailed to this one no longer work.", a.Username),
			say("If it was not you, log in and choose a new password, or contact us at once."))
	})
	emailArrivedNotice = notices.Declare("account.email_arrived", func(say lang.Teller, a Account) notices.Letter {
		return withHome(say, say("Your email address was changed"), say("This is the email address of your account %s from now on.", a.Username))
	})
	newDeviceNotice = notices.Declare("account.new_device", func(say lang.Teller, in loggedIn) notices.Letter {
		return withNewPassword(say, say("New login to your account"),
			say("Your account %s was used on a device we have not seen before: %s, on %s.", in.username, in.session.Browser, say.Moment(in.session.CreatedAt)),
			say("If it was not you, choose a new password now: that logs out every device."))
	})
)

// loggedIn is an account with a session on a device that it had not used before.
type loggedIn struct {
	username string
	session  Session
}

// What people are told of the two-step login.
var (
	factorOnNotice = notices.Declare("account.factor_on", func(say lang.Teller, a Account) notices.Letter {
		return withContact(say, say("Two-step login is on"),
			say("From now on, a login to your account %s asks for a code of your authenticator app besides the password. Its other devices were logged out.", a.Username),
			say("Keep the recovery codes where you find them without your phone: each works once instead of a code."),
			say("If it was not you, choose a new password now and contact us."))
	})
	factorOffNotice = notices.Declare("account.factor_off", func(say lang.Teller, a Account) notices.Letter {
		return withNewPassword(say, say("Two-step login is off"),
			say("A login to your account %s asks for the password alone from now on.", a.Username),
			say("If it was not you, choose a new password now and switch it on again."))
	})
	recoveryUsedNotice = notices.Declare("account.recovery_code_used", func(say lang.Teller, u recoveryUsed) notices.Letter {
		return withNewPassword(say, say("A recovery code was used"),
			say("One of the recovery codes of your account %s was used instead of a code of your app. %s are left.", u.username, strconv.Itoa(u.left)),
			say("If it was not you, choose a new password now and make new recovery codes."))
	})
	recoveryRenewedNotice = notices.Declare("account.recovery_codes_renewed", func(say lang.Teller, a Account) notices.Letter {
		return withNewPassword(say, say("You have new recovery codes"),
			say("New recovery codes were made for your account %s. The old ones no longer work.", a.Username),
			say("If it was not you, choose a new password now and make new recovery codes."))
	})
	// wrongCodesNotice tells of wrong codes after a right password: somebody else may know it.
	wrongCodesNotice = notices.Declare("account.wrong_codes", func(say lang.Teller, a Account) notices.Letter {
		return withNewPassword(say, say("Somebody may know your password"),
			say("Somebody entered the right password of your account %s and then five wrong codes. They were not let in.", a.Username),
			say("If it was not you, choose a new password now."))
	})
	// sessionGuessedNotice warns whose session typed wrong passwords or codes from many places.
	sessionGuessedNotice = notices.Declare("account.session_guessed", func(say lang.Teller, a Account) notices.Letter {
		return withNewPassword(say, say("Somebody used a device of yours to guess your password"),
			say("A device that is logged in to your account %s was used to enter wrong passwords or codes again and again. It was logged out.", a.Username),
			say("If it was not you, choose a new password now: it logs out every other device."))
	})
	// factorResetNotice tells an admin, or the owner, that the site's operator took a
	// second factor away.
	factorResetNotice = notices.Declare("account.factor_reset", func(say lang.Teller, of Account) notices.Letter {
		return notices.Letter{
			Subject: say("A two-step login was reset"),
			Lines: []string{
				say("The two-step login of the account %s was reset on the server's command line, and its devices were logged out.", of.Username),
				say("If nobody with access to the server did this, treat the server as broken into."),
			},
		}
	})
)

// recoveryUsed is an account with how many of its recovery codes are left.
type recoveryUsed struct {
	username string
	left     int
}

// What people are told when their account is closed, and open again.
var (
	suspendedNotice = notices.Declare("account.suspended", func(say lang.Teller, a suspended) notices.Letter {
		lines := []string{say("Your account %s was suspended by the site. You cannot log in until this is lifted.", a.username)}
		if a.reason != "" {
			lines = append(lines, say("Reason: %s", a.reason))
		}
		return withContact(say, say("Your account is suspended"), append(lines, say("If you think that this is a mistake, please contact us."))...)
	})
	closedNotice = notices.Declare("account.closed", func(say lang.Teller, a linked) notices.Letter {
		return notices.Letter{
			Subject: say("Your account is closed"),
			Lines: []string{
				say("You have closed your account %s. Nobody sees your profile, and what you own stays yours.", a.username),
				say("To come back, follow this link within 30 days, or contact us later."),
			},
			Link: a.link, Label: say("Open my account again"),
		}
	})
	restoredNotice = notices.Declare("account.restored", func(say lang.Teller, a Account) notices.Letter {
		return withHome(say, say("Your account is open again"), say("Your account %s can be used again. Please log in.", a.Username))
	})
)

type suspended struct{ username, reason string }

// What admins are told of each other.
var (
	rateChangedNotice = notices.Declare("account.rate_changed", func(say lang.Teller, a admins) notices.Letter {
		return notices.Letter{
			Subject: say("What the site keeps of %s", a.of),
			Lines:   []string{say("%s has changed what the site keeps of the income of %s. The history says how, and why.", a.by, a.of)},
			Link:    "/admin/commissions?tab=history", Label: say("See the history"),
		}
	})
	adminInvitedNotice = notices.Declare("account.admin_invited", func(say lang.Teller, a admins) notices.Letter {
		return notices.Letter{
			Subject: say("A new admin: %s", a.of),
			Lines: []string{
				say("%s has made %s (%s) an admin of this site.", a.by, a.of, a.email),
				say("If nobody has spoken of it to you, ask %s at once, and suspend the account until you know.", a.by),
			},
		}
	})
	adminCreatedNotice = notices.Declare("account.admin_created", func(say lang.Teller, a admins) notices.Letter {
		return notices.Letter{
			Subject: say("A new admin: %s", a.of),
			Lines: []string{
				say("Somebody made %s (%s) an admin of this site on the server's command line.", a.of, a.email),
				say("If nobody has spoken of it to you, suspend the account until you know who did."),
			},
		}
	})
)

// Ask is a decision of one admin that waits for a second one.
type Ask struct {
	By   string // the admin's username; filled in by AskAdmins
	Of   string // what it is about, as the kind's words need it
	Path string // where it is decided
}

// AskLetter asks another admin for their word: wants says what the first one wants to do.
func AskLetter(say lang.Teller, a Ask, wants string) notices.Letter {
	return notices.Letter{
		Subject: say("A decision waits for a second admin"),
		Lines: []string{
			wants + " " + say("It happens once another admin approves it."),
			say("If nobody has spoken of it to you, ask %s before you decide.", a.By),
		},
		Link: a.Path, Label: say("Look at it"),
	}
}

func withNewPassword(say lang.Teller, subject string, lines ...string) notices.Letter {
	return notices.Letter{Subject: subject, Lines: lines, Link: "/auth/forgot-password", Label: say("Choose a new password")}
}

func withContact(say lang.Teller, subject string, lines ...string) notices.Letter {
	return notices.Letter{Subject: subject, Lines: lines, Link: "/contact", Label: say("Contact us")}
}

func withHome(say lang.Teller, subject string, lines ...string) notices.Letter {
	return notices.Letter{Subject: subject, Lines: lines, Link: "/", Label: say("Go to the site")}
}
