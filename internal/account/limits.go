package account

import (
	"time"

	"limelight/internal/kit/limit"
)

// The names of this package's limits.
const (
	limitLogin        = "account.login"         // failures per account and address
	limitLoginNetwork = "account.login.network" // failures per account and network
	limitLoginAddress = "account.login.address" // failures per address
	limitCode         = "account.code"          // wrong codes per account and address
	limitCodeNetwork  = "account.code.network"  // wrong codes per account and network
	limitCodeAccount  = "account.code.account"  // wrong codes per account, on devices it has not used
	limitGuess        = "account.guess"         // wrong passwords and codes inside a session
	limitRegister     = "account.register"      // per address
	limitMail         = "account.mail"          // forgot and resend, per mail address
	limitMailAddress  = "account.mail.address"  // the same, per address
	limitLink         = "account.link"          // presented links, per address
	limitTicket       = "account.ticket"        // per session
)

// Limits are this package's rules (trust.md, Rate limits).
func Limits() limit.Rules {
	return limit.Rules{
		limitLogin:        {Max: 5, Per: 15 * time.Minute, Lock: 15 * time.Minute},
		limitLoginNetwork: {Max: 10, Per: 15 * time.Minute, Lock: 15 * time.Minute},
		limitLoginAddress: {Max: 50, Per: time.Hour},
		limitCode:         {Max: 5, Per: 15 * time.Minute, Lock: 15 * time.Minute},
		limitCodeNetwork:  {Max: 10, Per: 15 * time.Minute, Lock: 15 * time.Minute},
		limitCodeAccount:  {Max: 30, Per: time.Hour},
		limitGuess:        {Max: 20, Per: time.Hour},
		limitRegister:     {Max: 5, Per: time.Hour},
		limitMail:         {Max: 3, Per: time.Hour},
		limitMailAddress:  {Max: 30, Per: time.Hour},
		limitLink:         {Max: 30, Per: 10 * time.Minute},
		limitTicket:       {Max: 30, Per: time.Minute},
	}
}
