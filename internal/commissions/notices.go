package commissions

import (
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// ChangedNotice tells who earns that the site, whose name it is about, keeps more or less.
var ChangedNotice = notices.Declare("commission.changed", notices.Class{Group: notices.Payout, Essential: true}, func(say lang.Teller, site string) notices.Letter {
	return notices.NewLetter(say("What the site keeps has changed"),
		say("%s has changed what it keeps of your income, from now on. What you have earned before stays as it is. Your earnings page shows the rates and every change of them.", site))
}, "Sample")
