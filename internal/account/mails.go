package account

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"strings"
	texttemplate "text/template"

	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
)

// letter is a mail of this package before it is dressed: plain words and at most
// one link.
type letter struct {
	Subject string
	Hello   string // whom it greets: a username, for a name may be anything
	Lines   []string
	Link    string // an address; empty: none
	Label   string // what following the link does
	Site    string
	Home    string
}

//go:embed letter.txt letter.html
var letterFiles embed.FS

var (
	letterText = texttemplate.Must(texttemplate.ParseFS(letterFiles, "letter.txt"))
	letterHTML = template.Must(template.ParseFS(letterFiles, "letter.html"))
)

// sendTo queues the letter to an account, if the address is its own.
func (s *Service) sendTo(ctx context.Context, tx *db.Tx, a Account, l letter) error {
	if a.foreignEmail {
		return nil
	}
	return s.send(ctx, tx, a.Email, l)
}

// send queues the letter in the caller's transaction.
func (s *Service) send(ctx context.Context, tx *db.Tx, to string, l letter) error {
	l.Site, l.Home = cleanLine(s.SiteName()), s.home()
	var text, html strings.Builder
	if err := letterText.Execute(&text, l); err != nil {
		return fmt.Errorf("write a mail: %w", err)
	}
	if err := letterHTML.Execute(&html, l); err != nil {
		return fmt.Errorf("write a mail: %w", err)
	}
	return s.mails.Queue(ctx, tx, mail.Message{
		At: s.now(), To: to, Subject: cleanLine(l.Subject + " – " + l.Site), Text: text.String(), HTML: html.String(),
	})
}

// home is the site's address without a slash at its end.
func (s *Service) home() string {
	if s.Home == nil {
		return s.cookies.base
	}
	return s.Home()
}

func (s *Service) verifyLetter(a Account, link string) letter {
	return letter{
		Subject: "Verify your email address", Hello: a.Username,
		Lines: []string{
			"Please confirm that this is your email address. The link works for 24 hours.",
			"If you did not ask for this, you need not do anything.",
		},
		Link: link, Label: "Verify my email address",
	}
}

func (s *Service) inviteLetter(a Account, by, link string) letter {
	return letter{
		Subject: cleanLine(by) + " invites you", Hello: a.Username,
		Lines: []string{
			cleanLine(by) + " has opened an account for you, with the username " + a.Username + ". Choose a password to use it. The link works once and for 7 days; later you can ask for another one with \"Forgot password\".",
			"If you do not know who that is, you need not do anything: without a password nobody can use the account.",
		},
		Link: link, Label: "Choose my password",
	}
}

func (s *Service) resetLetter(a Account, link string) letter {
	return letter{
		Subject: "Reset your password", Hello: a.Username,
		Lines: []string{
			"Somebody, probably you, asked for a new password for the account " + a.Username + ". The link works once and for 30 minutes.",
			"If it was not you, you need not do anything: your password stays as it is.",
		},
		Link: link, Label: "Choose a new password",
	}
}

func (s *Service) lockedLetter(a Account, link string) letter {
	return letter{
		Subject: "Your password has been switched off", Hello: a.Username,
		Lines: []string{
			"There were 100 wrong passwords in a row for the account " + a.Username + ", so no password is accepted until you choose a new one. You can go on using the devices on which you have logged in before.",
			"The link works once and for 30 minutes. Later you can ask for another one with \"Forgot password\".",
		},
		Link: link, Label: "Choose a new password",
	}
}

func (s *Service) guessedLetter(a Account) letter {
	return letter{
		Subject: "Somebody is guessing your password", Hello: a.Username,
		Lines: []string{
			"There were 100 wrong passwords in a row for the account " + a.Username + ". Nothing is switched off: you can log in as before.",
			"Keep the two-step login on, and use a password that you use nowhere else.",
		},
	}
}

// existsLetter answers a registration with an address that has an account, which
// the page does not say: only who reads this mail may know.
func (s *Service) existsLetter(a Account) letter {
	return letter{
		Subject: "You already have an account", Hello: a.Username,
		Lines: []string{
			"Somebody, probably you, has just registered with this email address. You have an account with it already: its username is " + a.Username + ". Log in with that one.",
			"If you do not know its password, choose a new one: the link also confirms your address. If it was not you, you need not do anything.",
		},
		Link: s.home() + "/auth/forgot-password", Label: "Choose a new password",
	}
}

// wantedLetter goes to an address that another account asked for.
func (s *Service) wantedLetter(a Account) letter {
	return letter{
		Subject: "Your email address stays yours", Hello: a.Username,
		Lines: []string{
			"Somebody wanted to use this email address for another account. It belongs to your account " + a.Username + ", so nothing has changed.",
			"If it was you, give this account another address first.",
		},
	}
}

func (s *Service) newDeviceLetter(a Account, session Session) letter {
	return letter{
		Subject: "New login to your account", Hello: a.Username,
		Lines: []string{
			fmt.Sprintf("Your account %s was used on a device we have not seen before: %s, on %s.",
				a.Username, session.Browser, session.CreatedAt.UTC().Format("2 January 2006 at 15:04 UTC")),
			"If it was not you, choose a new password now: that logs out every device.",
		},
		Link: s.home() + "/auth/forgot-password", Label: "Choose a new password",
	}
}

func (s *Service) passwordLetter(a Account) letter {
	return letter{
		Subject: "Your password was changed", Hello: a.Username,
		Lines: []string{
			"The password of your account " + a.Username + " was changed, and its other devices were logged out.",
			"If it was not you, choose a new password now.",
		},
		Link: s.home() + "/auth/forgot-password", Label: "Choose a new password",
	}
}

func (s *Service) emailChangeLetter(a Account) letter {
	return letter{
		Subject: "Your email address is about to change", Hello: a.Username,
		Lines: []string{
			"Somebody who is logged in to your account " + a.Username + " wants to use another email address for it. It changes once that address is confirmed.",
			"If it was not you, choose a new password now: that logs out every device.",
		},
		Link: s.home() + "/auth/forgot-password", Label: "Choose a new password",
	}
}

func (s *Service) factorOnLetter(a Account) letter {
	return letter{
		Subject: "Two-step login is on", Hello: a.Name,
		Lines: []string{
			"From now on, a login to your account " + a.Username + " asks for a code of your authenticator app besides the password. Its other devices were logged out.",
			"Keep the recovery codes where you find them without your phone: each works once instead of a code.",
			"If it was not you, choose a new password now and contact us.",
		},
		Link: s.home() + "/contact", Label: "Contact us",
	}
}

func (s *Service) factorOffLetter(a Account) letter {
	return letter{
		Subject: "Two-step login is off", Hello: a.Name,
		Lines: []string{
			"A login to your account " + a.Username + " asks for the password alone from now on.",
			"If it was not you, choose a new password now and switch it on again.",
		},
		Link: s.home() + "/auth/forgot-password", Label: "Choose a new password",
	}
}

func (s *Service) recoveryUsedLetter(a Account, left int) letter {
	return letter{
		Subject: "A recovery code was used", Hello: a.Name,
		Lines: []string{
			fmt.Sprintf("One of the recovery codes of your account %s was used instead of a code of your app. %d are left.", a.Username, left),
			"If it was not you, choose a new password now and make new recovery codes.",
		},
		Link: s.home() + "/auth/forgot-password", Label: "Choose a new password",
	}
}

func (s *Service) recoveryRenewedLetter(a Account) letter {
	return letter{
		Subject: "You have new recovery codes", Hello: a.Name,
		Lines: []string{
			"New recovery codes were made for your account " + a.Username + ". The old ones no longer work.",
			"If it was not you, choose a new password now and make new recovery codes.",
		},
		Link: s.home() + "/auth/forgot-password", Label: "Choose a new password",
	}
}

// wrongCodesLetter warns who has typed no wrong codes: somebody else knows the
// password.
func (s *Service) wrongCodesLetter(a Account) letter {
	return letter{
		Subject: "Somebody may know your password", Hello: a.Name,
		Lines: []string{
			"Somebody entered the right password of your account " + a.Username + " and then five wrong codes. They were not let in.",
			"If it was not you, choose a new password now.",
		},
		Link: s.home() + "/auth/forgot-password", Label: "Choose a new password",
	}
}

// sessionGuessedLetter warns whose session typed wrong passwords or codes from many places.
func (s *Service) sessionGuessedLetter(a Account) letter {
	return letter{
		Subject: "Somebody used a device of yours to guess your password", Hello: a.Name,
		Lines: []string{
			"A device that is logged in to your account " + a.Username + " was used to enter wrong passwords or codes again and again. It was logged out.",
			"If it was not you, choose a new password now: it logs out every other device.",
		},
		Link: s.home() + "/auth/forgot-password", Label: "Choose a new password",
	}
}

// factorResetLetter tells an admin, or the owner, that the site's operator took a
// second factor away.
func (s *Service) factorResetLetter(to, of Account) letter {
	return letter{
		Subject: "A two-step login was reset", Hello: to.Name,
		Lines: []string{
			"The two-step login of the account " + of.Username + " was reset on the server's command line, and its devices were logged out.",
			"If nobody with access to the server did this, treat the server as broken into.",
		},
	}
}

// emailMovedLetter goes to the address that an account has just given up: a reset
// by mail is no way back from there, so it names the people of the site.
func (s *Service) emailMovedLetter(a Account) letter {
	return letter{
		Subject: "Your email address was changed", Hello: a.Username,
		Lines: []string{
			"Your account " + a.Username + " uses another email address from now on. Links that we mailed to this one no longer work.",
			"If it was not you, log in and choose a new password, or contact us at once.",
		},
		Link: s.home() + "/contact", Label: "Contact us",
	}
}

func (s *Service) emailArrivedLetter(a Account) letter {
	return letter{
		Subject: "Your email address was changed", Hello: a.Username,
		Lines: []string{"This is the email address of your account " + a.Username + " from now on."},
		Link:  s.home(), Label: "Go to the site",
	}
}

func (s *Service) suspendedLetter(a Account, reason string) letter {
	lines := []string{"Your account " + a.Username + " was suspended by the site. You cannot log in until this is lifted."}
	if reason = cleanLine(reason); reason != "" {
		lines = append(lines, "Reason: "+reason)
	}
	return letter{
		Subject: "Your account is suspended", Hello: a.Username, Lines: append(lines, "If you think that this is a mistake, please contact us."),
		Link: s.home() + "/contact", Label: "Contact us",
	}
}

func (s *Service) selfSuspendedLetter(a Account, link string) letter {
	return letter{
		Subject: "Your account is closed", Hello: a.Username,
		Lines: []string{
			"You have closed your account " + a.Username + ". Nobody sees your profile, and what you own stays yours.",
			"To come back, follow this link within 30 days, or contact us later.",
		},
		Link: link, Label: "Open my account again",
	}
}

func (s *Service) restoredLetter(a Account) letter {
	return letter{
		Subject: "Your account is open again", Hello: a.Username,
		Lines: []string{"Your account " + a.Username + " can be used again. Please log in."},
		Link:  s.home(), Label: "Go to the site",
	}
}

// adminInvitedLetter tells the admins that there is one more.
func (s *Service) secondWantedLetter(to, by Account, what, path string) letter {
	return letter{
		Subject: "A decision waits for a second admin", Hello: to.Name,
		Lines: []string{
			by.Username + " wants to " + what + ". It happens once another admin approves it.",
			"If nobody has spoken of it to you, ask " + by.Username + " before you decide.",
		},
		Link: s.home() + path, Label: "Look at it",
	}
}

func (s *Service) rateChangedLetter(to, by, of Account) letter {
	return letter{
		Subject: "What the site keeps of " + of.Username, Hello: to.Name,
		Lines: []string{by.Username + " has changed what the site keeps of the income of " + of.Username + ". The history says how, and why."},
		Link:  s.home() + "/admin/commissions?tab=history", Label: "See the history",
	}
}

func (s *Service) adminInvitedLetter(to, of Account, by string) letter {
	return letter{
		Subject: "A new admin: " + of.Username, Hello: to.Name,
		Lines: []string{
			by + " has made " + of.Username + " (" + of.Email + ") an admin of this site.",
			"If nobody has spoken of it to you, ask " + by + " at once, and suspend the account until you know.",
		},
	}
}
