package settings

import (
	"regexp"
	"slices"

	"limelight/internal/kit/money"
)

// Public are the settings that everyone may read, by the names of spec §3
// (public, UI and streaming settings together).
type Public struct {
	SiteName        string `json:"siteName"`
	LogoURL         string `json:"logoUrl"`
	Logo            string `json:"logo" doc:"the same as logoUrl"`
	Banner          string `json:"banner" doc:"the wide picture of the home page; empty: none"`
	Favicon         string `json:"favicon"`
	UserURL         string `json:"userUrl" doc:"the site's own address in mails and invitations; empty: the one the server was started with"`
	MetaKeywords    string `json:"metaKeywords"`
	MetaDescription string `json:"metaDescription"`

	Theme                    Theme  `json:"theme"`
	PlaceholderAvatarURL     string `json:"placeholderAvatarUrl"`
	PlaceholderLoginURL      string `json:"placeholderLoginUrl"`
	DefaultOfflineModelImage string `json:"defaultOfflineModelImage"`
	DefaultPrivateCallImage  string `json:"defaultPrivateCallImage"`
	DefaultGroupChatImage    string `json:"defaultGroupChatImage"`
	TipSound                 string `json:"tipSound" doc:"played at volume 0.5"`

	Menus             []MenuLink `json:"menus"`
	FooterContent     string     `json:"footerContent" doc:"safe HTML"`
	SingularTextModel string     `json:"singularTextModel"`
	PluralTextModel   string     `json:"pluralTextModel"`

	Popup18Enabled     bool   `json:"popup18Enabled" doc:"the same as enablePopup18Plus"`
	EnablePopup18Plus  bool   `json:"enablePopup18Plus"`
	PopupContent18Plus string `json:"popupContent18Plus" doc:"safe HTML, shown when popup18ContentId is empty"`
	Popup18ContentID   string `json:"popup18ContentId" doc:"the post to show instead; empty: popupContent18Plus"`
	MaintenanceMode    bool   `json:"maintenanceMode"`
	Development        bool   `json:"development" doc:"payments are played in the sandbox and no money moves; said on every page"`

	Currency            string  `json:"currency"`
	CurrencySymbol      string  `json:"currencySymbol" doc:"the operator's sign; the currency's code where the usual sign is to be shown, and $ for USD"`
	SpinWheelCommission Percent `json:"spinWheelCommission" doc:"percent that the site keeps of a spin"`

	TipLeast       money.Tokens `json:"tipLeast"`
	TipMost        money.Tokens `json:"tipMost"`
	TipStep        money.Tokens `json:"tipStep"`
	TipFreeAmounts bool         `json:"tipFreeAmounts" doc:"any whole amount from 1 to maxTip may be tipped"`
	MaxTip         money.Tokens `json:"maxTip"`

	ViewerURL          string `json:"viewerURL" doc:"the host in front of what is played: addresses of HLS and of recorded shows begin with it; empty: this site"`
	PublisherURL       string `json:"publisherURL" doc:"always empty: this site publishes"`
	SubscriberURL      string `json:"subscriberUrl" doc:"always empty: this site signals"`
	OptionForBroadcast string `json:"optionForBroadcast" enum:"hls,webrtc"`
	OptionForPrivate   string `json:"optionForPrivate" enum:"hls,webrtc" doc:"which address a private show has; it is always played over WebRTC"`
	OptionForGroup     string `json:"optionForGroup" enum:"hls,webrtc" doc:"which address a group show has; it is always played over WebRTC"`
	SecureOption       bool   `json:"secureOption" doc:"a play token works once"`
	AntMediaAppname    string `json:"AntMediaAppname" doc:"always live"`

	PrivateRequestSeconds int `json:"privateRequestSeconds" doc:"a request for a private show waits so long"`
	ConnectSeconds        int `json:"connectSeconds" doc:"both sides of a private show connect within"`
	FreeSeconds           int `json:"freeSeconds" doc:"of a paid show, once per member and performer in an hour"`
	MediaLossSeconds      int `json:"mediaLossSeconds" doc:"a paid show without media ends after"`
	ReconnectSeconds      int `json:"reconnectSeconds" doc:"a paid show waits so long for a lost connection"`
	AwaySeconds           int `json:"awaySeconds" doc:"after a paid show, the way back to the public one is open so long"`

	ImageMaxMB      int      `json:"imageMaxMB" doc:"largest picture, in MB of 1,048,576 bytes"`
	PhotoMaxMB      int      `json:"photoMaxMB" doc:"largest photo of a gallery, in MB of 1,048,576 bytes"`
	ImageAccepted   []string `json:"imageAccepted" doc:"extensions, without the dot"`
	PasswordMinimum int      `json:"passwordMinimum" doc:"characters"`

	ChargebackBearer string `json:"chargebackBearer" enum:"house,shared" doc:"who bears a chargeback of what is earned now: the site, or performer and studio"`

	GaCode          string `json:"gaCode"`
	HeaderScript    string `json:"headerScript" doc:"placed in the page by the server only, with its nonce"`
	AfterBodyScript string `json:"afterBodyScript" doc:"placed in the page by the server only, with its nonce"`
}

// Private are the settings that only the program and the back office read.
type Private struct {
	AdultMode bool `json:"adultMode"`

	SecondAdminAbove money.Tokens `json:"secondAdminAbove"`

	TokenPayoutRate    int    `json:"tokenPayoutRate"`
	PayoutHoldDays     int    `json:"payoutHoldDays"`
	OrderProcessDays   int    `json:"orderProcessDays"`
	OrderShipDays      int    `json:"orderShipDays"`
	OrderDeliverDays   int    `json:"orderDeliverDays"`
	PayoutFreezeHours  int    `json:"payoutFreezeHours"`
	PayoutTwoAbove     int    `json:"payoutTwoAbove"`
	PayoutLeastBank    int    `json:"payoutLeastBank"`
	PayoutLeastDeposit int    `json:"payoutLeastDeposit"`
	PayoutLeastPaxum   int    `json:"payoutLeastPaxum"`
	PayoutLeastBitpay  int    `json:"payoutLeastBitpay"`
	PayoutSenderName   string `json:"payoutSenderName"`
	PayoutSenderIBAN   string `json:"payoutSenderIban"`
	PayoutSenderBIC    string `json:"payoutSenderBic"`
	PayoutACHBank      string `json:"payoutAchBank"`
	PayoutACHRouting   string `json:"payoutAchRouting"`
	PayoutACHOrigin    string `json:"payoutAchOrigin"`
	PayoutACHCompany   string `json:"payoutAchCompany"`
	PayoutACHLongName  string `json:"payoutAchLongName"`

	ReferralPercent Percent `json:"referralPercent"`
	ReferralMonths  int     `json:"referralMonths"`

	GoalPublicOnly bool `json:"goalPublicOnly"`

	WebRTCRoomShare int `json:"webrtcRoomShare"`
	RecordingDays   int `json:"recordingDays"`

	RequireVerifiedMail bool   `json:"requireVerifiedMail"`
	RequireTwoFactor    bool   `json:"requireTwoFactor"`
	ReviewMode          string `json:"reviewMode"`
	OperatorEmail       string `json:"operatorEmail"`
	CheckpointMail      string `json:"checkpointMail"`
	RotatingShare       int    `json:"rotatingShare"`
	SocketQueryToken    bool   `json:"socketQueryToken"`
	DocumentMaxMB       int    `json:"documentMaxMB"`

	VideoMaxMB          int      `json:"videoMaxMB"`
	TrailerMaxMB        int      `json:"trailerMaxMB"`
	VideoAccepted       []string `json:"videoAccepted"`
	DigitalFileMaxMB    int      `json:"digitalFileMaxMB"`
	DigitalFileAccepted []string `json:"digitalFileAccepted"`
	DraftMaxMB          int      `json:"draftMaxMB"`
	DiskReserveMB       int      `json:"diskReserveMB"`
}

// Current is every setting as it holds now. It is a copy to read; its lists are
// shared and must not be changed. HTML in it is already safe to show.
type Current struct {
	Public
	Private
	commissions []Percent // what the site keeps, in the order of Deps.Commissions
	translated  []Current // what the operator wrote in further languages, and nothing else
}

// Theme are the operator's colours, as #rrggbb.
type Theme struct {
	Brand   string `json:"brand"`
	Success string `json:"success"`
}

// MenuLink is one link of the footer (spec §3).
type MenuLink struct {
	Title        string `json:"title"`
	Path         string `json:"path"`
	Internal     bool   `json:"internal"`
	IsOpenNewTab bool   `json:"isOpenNewTab"`
}

// Percent is a percentage with two decimals. It is kept and written as an amount
// of tokens is: 20 % is 2,000 hundredths, and 20 on the wire.
type Percent = money.Tokens

// rate is the percentage in basis points, which are hundredths of a percent too.
func rate(p Percent) money.Rate { return money.Rate(p) }

// plainOrigin is a host that may stand in a header as it is.
var plainOrigin = regexp.MustCompile(`^https?://[A-Za-z0-9.-]+(:[0-9]+)?$`)

// Origins are the other sites that the pictures and the sound of the settings come
// from, such as https://cdn.example.com: a page's policy must name them.
func (c Current) Origins() (list []string) {
	for _, s := range common {
		address, isText := s.field(&c).(*string)
		if !isText || s.Kind != Image && s.Key != "tipSound" {
			continue
		}
		if origin := originOf(*address); plainOrigin.MatchString(origin) && !slices.Contains(list, origin) {
			list = append(list, origin)
		}
	}
	return list
}

// ViewerOrigin is the host that ViewerURL names, for a page's policy; empty: this site.
func (c Current) ViewerOrigin() string { return originOf(c.ViewerURL) }

// derive fills the names that the spec gives twice, and those of another streaming
// server that it gives: clients find them, and nothing follows from them here.
func (c *Current) derive() {
	c.AntMediaAppname = "live"
	if c.CurrencySymbol == "" {
		c.CurrencySymbol = c.Currency
		if c.Currency == "USD" {
			c.CurrencySymbol = "$"
		}
	}
	c.Logo = c.LogoURL
	c.Popup18Enabled = c.EnablePopup18Plus
}
