package settings

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
)

// The settings that decide what the product does, rather than how it looks.

var currencySettings = []Setting{
	{Key: "currency", Group: "money", Kind: Text, Label: "Currency", Help: "Three letters of ISO 4217, such as USD. It changes together with the rate of payouts, and only once all earnings are paid out.",
		Public: true, Default: "USD", Pattern: `^[A-Z]{3}$`, field: func(c *Current) any { return &c.Currency }},
	{Key: "currencySymbol", Group: "money", Kind: Text, Label: "Sign of the currency", Help: "Beside prices. Empty: the usual one.",
		Public: true, Default: "", Max: 5, field: func(c *Current) any { return &c.CurrencySymbol }},
}

var referrals = []Setting{
	{Key: "referralPercent", Group: "money", Kind: Percents, Label: "Referral reward", Help: "Percent of what an invited member spends or an invited {performer} earns, out of what the site keeps. Holds for who registers from now on; 0 ends the programme for them.",
		Default: Percent(money.Whole(5)), Max: 100, field: func(c *Current) any { return &c.ReferralPercent }},
	{Key: "referralMonths", Group: "money", Kind: Number, Label: "Referral rewards run, in months", Help: "From the registration of the invited account; 12 months are 365 days.",
		Default: 12, Min: 1, Max: 120, field: func(c *Current) any { return &c.ReferralMonths }},
}

// sender is a part of the account that payouts come from. Its shape is checked
// here; the files' own rules are the rails'.
func sender(key, label, help, shape string, maxLength int64, field func(*Current) any) Setting {
	return Setting{Key: key, Group: "payouts", Kind: Text, Label: label, Help: help, Default: "", Max: maxLength,
		Pattern: `^$|^` + shape + `$`, field: field}
}

func least(key, label string, field func(*Current) any) Setting {
	return Setting{Key: key, Group: "payouts", Kind: Number, Label: label, Help: "In whole units of the currency.",
		Default: 50, Min: 0, Max: 1_000_000, field: field}
}

// payments are what the operator decides about money that comes in and goes out.
var payments = []Setting{
	{Key: "secondAdminAbove", Group: "payouts", Kind: Amount, Label: "One admin alone moves up to", Help: "In tokens, in 24 hours and in all: what is given or taken by hand, and payments taken out of quarantine. Above it a second admin agrees.",
		Default: money.Whole(500), Min: 0, Max: 1_000_000, field: func(c *Current) any { return &c.SecondAdminAbove }},
	{Key: "chargebackBearer", Group: "payouts", Kind: Enum, Label: "A chargeback of spent tokens is borne by", Help: "house: the site. shared: the {performer} and the studio, as far as they were not paid out. Holds for what is earned from now on; what was earned keeps its own. Shown on the earnings page.",
		Public: true, Default: "house", Options: []string{"house", "shared"}, field: func(c *Current) any { return &c.ChargebackBearer }},
	{Key: "tokenPayoutRate", Group: "payouts", Kind: Number, Label: "A payout pays for one token", Help: "In ten-thousandths of the currency: 500 is 0.05. 0: payouts are closed.",
		Default: 0, Min: 0, Max: 100_000_000, field: func(c *Current) any { return &c.TokenPayoutRate }},
	{Key: "payoutHoldDays", Group: "payouts", Kind: Number, Label: "An income waits before it can be paid out, in days", Help: "Longer holds keep more when a member's payment is taken back.",
		Default: 7, Min: 0, Max: 365, field: func(c *Current) any { return &c.PayoutHoldDays }},
	{Key: "orderProcessDays", Group: "payouts", Kind: Number, Label: "An order that nobody begins with is refunded, in days", Help: "Of products that are sent; until they are shipped the site holds what was paid.",
		Default: 7, Min: 1, Max: 90, field: func(c *Current) any { return &c.OrderProcessDays }},
	{Key: "orderShipDays", Group: "payouts", Kind: Number, Label: "An order that is begun with and not shipped is refunded, in days", Help: "Counted from when the seller began with it.",
		Default: 14, Min: 1, Max: 90, field: func(c *Current) any { return &c.OrderShipDays }},
	{Key: "orderDeliverDays", Group: "payouts", Kind: Number, Label: "A shipped order counts as delivered, in days", Help: "A buyer may ask for a refund until 14 days after that.",
		Default: 14, Min: 1, Max: 90, field: func(c *Current) any { return &c.OrderDeliverDays }},
	{Key: "payoutFreezeHours", Group: "payouts", Kind: Number, Label: "New payout details wait, in hours", Help: "So that who did not change them can say so.",
		Default: 72, Min: 0, Max: 720, field: func(c *Current) any { return &c.PayoutFreezeHours }},
	{Key: "payoutTwoAbove", Group: "payouts", Kind: Number, Label: "Two admins approve payouts above", Help: "In whole units of the currency: what one admin approves in 24 hours, and in all. 0: one is always enough.",
		Default: 1000, Min: 0, Max: 100_000_000, field: func(c *Current) any { return &c.PayoutTwoAbove }},
	least("payoutLeastBank", lang.Mark("Smallest payout by bank transfer"), func(c *Current) any { return &c.PayoutLeastBank }),
	least("payoutLeastDeposit", lang.Mark("Smallest payout by direct deposit"), func(c *Current) any { return &c.PayoutLeastDeposit }),
	least("payoutLeastPaxum", lang.Mark("Smallest payout by Paxum"), func(c *Current) any { return &c.PayoutLeastPaxum }),
	least("payoutLeastBitpay", lang.Mark("Smallest payout by BitPay"), func(c *Current) any { return &c.PayoutLeastBitpay }),
	sender("payoutSenderName", lang.Mark("Payouts come from"), lang.Mark("The holder of the account that pays, as the bank has it."), `.+`, 70, func(c *Current) any { return &c.PayoutSenderName }),
	sender("payoutSenderIban", lang.Mark("IBAN that pays"), lang.Mark("For SEPA files."), `[A-Z]{2}[0-9]{2}[A-Z0-9 ]{11,38}`, 42, func(c *Current) any { return &c.PayoutSenderIBAN }),
	sender("payoutSenderBic", lang.Mark("BIC of the bank that pays"), lang.Mark("May be empty inside SEPA."), `[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?`, 11, func(c *Current) any { return &c.PayoutSenderBIC }),
	sender("payoutAchBank", lang.Mark("ACH: name of the bank"), lang.Mark("For ACH files, as are the next four."), `[ -~]+`, 23, func(c *Current) any { return &c.PayoutACHBank }),
	sender("payoutAchRouting", lang.Mark("ACH: routing number of the bank"), lang.Mark("Nine digits."), `[0-9]{9}`, 9, func(c *Current) any { return &c.PayoutACHRouting }),
	sender("payoutAchOrigin", lang.Mark("ACH: immediate origin"), lang.Mark("Ten digits, given by the bank."), `[0-9]{10}`, 10, func(c *Current) any { return &c.PayoutACHOrigin }),
	sender("payoutAchCompany", lang.Mark("ACH: company identification"), lang.Mark("Ten characters, given by the bank."), `[A-Z0-9]{10}`, 10, func(c *Current) any { return &c.PayoutACHCompany }),
	sender("payoutAchLongName", lang.Mark("ACH: name of the origin"), lang.Mark("Empty: the name above."), `[ -~]+`, 23, func(c *Current) any { return &c.PayoutACHLongName }),
}

func seconds(key, label string, standard int, lowest, highest int64, field func(*Current) any) Setting {
	return Setting{Key: key, Group: "streaming", Kind: Number, Label: label, Public: true,
		Default: standard, Min: lowest, Max: highest, field: field}
}

var playback = []string{"hls", "webrtc"}

// webrtcAddress is what two settings of the specification decide: private and group shows
// are played over WebRTC whatever they say, since they are charged by what arrives.
const webrtcAddress = "Only where the page is; these shows always play over WebRTC. webrtc: at /live/webrtc/"

var streaming = []Setting{
	{Key: "optionForBroadcast", Group: "streaming", Kind: Enum, Label: "Public shows play by", Help: "webrtc is sub-second; hls goes through more networks.",
		Public: true, Default: "hls", Options: playback, field: func(c *Current) any { return &c.OptionForBroadcast }},
	{Key: "optionForPrivate", Group: "streaming", Kind: Enum, Label: "Address of private shows", Help: webrtcAddress + "privatechat/…",
		Public: true, Default: "hls", Options: playback, field: func(c *Current) any { return &c.OptionForPrivate }},
	{Key: "optionForGroup", Group: "streaming", Kind: Enum, Label: "Address of group shows", Help: webrtcAddress + "groupchat",
		Public: true, Default: "hls", Options: playback, field: func(c *Current) any { return &c.OptionForGroup }},
	{Key: "viewerURL", Group: "streaming", Kind: Address, host: true, Label: "Host that plays (CDN)",
		Help:   "Addresses of HLS and of recorded shows begin with it, such as https://cdn.example.com; it must pass /live/ on to this site. WebRTC does not use it. Empty: this site.",
		Public: true, Default: "", Max: 200, field: func(c *Current) any { return &c.ViewerURL }},
	{Key: "webrtcRoomShare", Group: "streaming", Kind: Number, Label: "Viewers of one show over WebRTC, at most",
		Help: "Further viewers get HLS. 0: 400 for each processor of the machine.", Default: 0, Min: 0, Max: 100_000,
		field: func(c *Current) any { return &c.WebRTCRoomShare }},
	{Key: "recordingDays", Group: "streaming", Kind: Number, Label: "Recordings of shows are kept, in days",
		Help: "0: until their {performer} deletes them.", Default: 0, Min: 0, Max: 3650, field: func(c *Current) any { return &c.RecordingDays }},
	{Key: "secureOption", Group: "streaming", Kind: Boolean, Label: "One-time play tokens", Help: "A token to watch works once.",
		Public: true, Default: false, field: func(c *Current) any { return &c.SecureOption }},
	seconds("privateRequestSeconds", lang.Mark("A private request waits for an answer, in seconds"), 120, 10, 600, func(c *Current) any { return &c.PrivateRequestSeconds }),
	seconds("connectSeconds", lang.Mark("Both sides connect to a private show, in seconds"), 30, 10, 120, func(c *Current) any { return &c.ConnectSeconds }),
	seconds("freeSeconds", lang.Mark("Free seconds of a paid show, once per member and {performer} in an hour"), 15, 0, 60, func(c *Current) any { return &c.FreeSeconds }),
	seconds("mediaLossSeconds", lang.Mark("A paid show without media ends, in seconds"), 20, 5, 120, func(c *Current) any { return &c.MediaLossSeconds }),
	seconds("reconnectSeconds", lang.Mark("A paid show waits for a lost connection, in seconds"), 30, 5, 120, func(c *Current) any { return &c.ReconnectSeconds }),
	seconds("awaySeconds", lang.Mark("After a paid show the public one waits for its {performer}, in seconds"), 60, 10, 600, func(c *Current) any { return &c.AwaySeconds }),
}

// size is the largest file of a kind that comes in pieces.
func size(key, label string, standard int, field func(*Current) any) Setting {
	return Setting{Key: key, Group: "uploads", Kind: Number, Label: label,
		Default: standard, Min: 1, Max: 20_480, field: field}
}

var (
	videoKinds   = []string{"mp4", "m4v", "mov", "webm", "mkv"}
	digitalKinds = []string{"zip", "pdf", "epub", "mp3", "m4a", "wav", "mp4", "jpg", "jpeg", "png", "webp"}
)

var uploads = []Setting{
	{Key: "imageMaxMB", Group: "uploads", Kind: Number, Label: "Largest picture, in MB",
		Public: true, Default: 2, Min: 1, Max: 10, field: func(c *Current) any { return &c.ImageMaxMB }},
	{Key: "imageAccepted", Group: "uploads", Kind: Words, Label: "Accepted kinds of pictures",
		Public: true, Default: []string{"jpg", "jpeg", "png", "webp", "gif"}, Options: []string{"jpg", "jpeg", "png", "webp", "gif"},
		field: func(c *Current) any { return &c.ImageAccepted }},
	{Key: "photoMaxMB", Group: "uploads", Kind: Number, Label: "Largest photo of a gallery, in MB",
		Public: true, Default: 10, Min: 1, Max: 20, field: func(c *Current) any { return &c.PhotoMaxMB }},
	{Key: "documentMaxMB", Group: "uploads", Kind: Number, Label: "Largest identity document, in MB",
		Default: 10, Min: 1, Max: 10, field: func(c *Current) any { return &c.DocumentMaxMB }},
	size("videoMaxMB", lang.Mark("Largest video, in MB"), 4096, func(c *Current) any { return &c.VideoMaxMB }),
	size("trailerMaxMB", lang.Mark("Largest trailer, in MB"), 200, func(c *Current) any { return &c.TrailerMaxMB }),
	{Key: "videoAccepted", Group: "uploads", Kind: Words, Label: "Accepted kinds of videos and trailers",
		Default: videoKinds, Options: videoKinds, field: func(c *Current) any { return &c.VideoAccepted }},
	size("digitalFileMaxMB", lang.Mark("Largest file of a digital product, in MB"), 2048, func(c *Current) any { return &c.DigitalFileMaxMB }),
	{Key: "digitalFileAccepted", Group: "uploads", Kind: Words, Label: "Accepted kinds of digital products",
		Default: digitalKinds, Options: digitalKinds, field: func(c *Current) any { return &c.DigitalFileAccepted }},
	{Key: "draftMaxMB", Group: "uploads", Kind: Number, Label: "Room for the drafts of one {performer}, in MB", Help: "Uploads, and the files of what nobody has approved. What was approved is not counted.",
		Default: 51_200, Min: 1, Max: 1_048_576, field: func(c *Current) any { return &c.DraftMaxMB }},
	{Key: "diskReserveMB", Group: "uploads", Kind: Number, Label: "Room that uploads leave on the disk, in MB", Help: "No upload begins that would leave less. 0: none. With an object store it counts for forms with files, which lie on the disk on their way.",
		Default: 2048, Min: 0, Max: 1_048_576, field: func(c *Current) any { return &c.DiskReserveMB }},
	{Key: "reviewMode", Group: "uploads", Kind: Enum, Label: "Review what {performers} sell before it is shown", Help: "Of nobody; of new {performers}, until three of their galleries were approved; of all.",
		Default: "all", Options: []string{"off", "newPerformers", "all"}, field: func(c *Current) any { return &c.ReviewMode }},
}

var accounts = []Setting{
	{Key: "requireVerifiedMail", Group: "accounts", Kind: Boolean, Label: "Log in only with a verified mail address",
		Default: false, field: func(c *Current) any { return &c.RequireVerifiedMail }},
	{Key: "requireTwoFactor", Group: "accounts", Kind: Boolean, Label: "Admins need a two-step login", Help: "An admin without it can only set it up. Switch it off on demo sites alone.",
		Default: true, field: func(c *Current) any { return &c.RequireTwoFactor }},
	{Key: "passwordMinimum", Group: "accounts", Kind: Number, Label: "Shortest password, in characters", Help: "15 is what NIST SP 800-63B-4 asks for when the password is the only factor.",
		Public: true, Default: 15, Min: 8, Max: 64, field: func(c *Current) any { return &c.PasswordMinimum }},
	{Key: "socketQueryToken", Group: "accounts", Kind: Boolean, Label: "Accept session tokens on sockets", Help: "Plain API clients need it; the site itself uses tickets.",
		Default: true, field: func(c *Current) any { return &c.SocketQueryToken }},
}

var scripts = []Setting{
	{Key: "gaCode", Group: "scripts", Kind: Text, Label: "Analytics code",
		Public: true, Default: "", Pattern: `^$|^[A-Z]{1,4}-[A-Z0-9-]{4,30}$`, field: func(c *Current) any { return &c.GaCode }},
	{Key: "headerScript", Group: "scripts", Kind: Code, Label: "Script in the page's head", Help: "Runs on every visitor's device, on the home page, the lists of {performers} and the site's own posts; never where people log in, pay or administer.",
		Public: true, Default: "", Max: maxHTML, field: func(c *Current) any { return &c.HeaderScript }},
	{Key: "afterBodyScript", Group: "scripts", Kind: Code, Label: "Script at the start of the page's body", Help: "As above.",
		Public: true, Default: "", Max: maxHTML, field: func(c *Current) any { return &c.AfterBodyScript }},
}
