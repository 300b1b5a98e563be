package settings

import (
	"slices"
	"strings"

	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
)

// Kind says how a setting is edited and checked.
type Kind string

// The kinds.
const (
	Text     Kind = "text"
	LongText Kind = "longText"
	HTML     Kind = "html" // sanitised whenever it is rendered
	Code     Kind = "code" // scripts; only the server puts them into a page
	Boolean  Kind = "boolean"
	Number   Kind = "number"  // whole
	Amount   Kind = "tokens"  // at most two decimals
	Percents Kind = "percent" // 0 to 100, at most two decimals
	Enum     Kind = "enum"
	Colours  Kind = "colours"
	Image    Kind = "image" // an address; POST /admin/site-images makes one
	Address  Kind = "url"
	Email    Kind = "email"
	Menu     Kind = "menus"
	Words    Kind = "words" // a list of words from Options
)

// Setting declares one setting, once: its name on the wire, where the back
// office shows it, what it may be, and the field that the program reads.
type Setting struct {
	Key     string
	Also    string // the spec's second name of the same thing
	Group   string
	Kind    Kind
	Label   string
	Help    string
	Public  bool
	Default any
	Min     int64 // of a number, of whole tokens, or of a text's length
	Max     int64
	Options []string
	Pattern string
	host    bool               // of an address: it stands before paths of ours (checkHost)
	field   func(*Current) any // a pointer to the setting's field
	keptOf  string             // of what the site keeps of a kind of income: its name

	Translated bool   // may be written in further languages
	of         string // of a text in a further language: the label of what it is of
	language   string // and the language's name
}

// label is what the setting is called in a language.
func (s Setting) label(say lang.Teller) string {
	if s.keptOf != "" {
		return say("Site keeps of %s", strings.ToLower(say(s.keptOf)))
	}
	if s.of != "" {
		return say(s.of) + " (" + s.language + ")"
	}
	return say(s.Label)
}

// Group is one page of the back office's settings.
type Group struct {
	Key   string `json:"key"`
	Label string `json:"label"`
}

// groups in the order of the back office.
var groups = []Group{
	{"general", lang.Mark("Site")},
	{"appearance", lang.Mark("Appearance")},
	{"content", lang.Mark("Words, menus and footer")},
	{"access", lang.Mark("18+ popup and maintenance")},
	{"money", lang.Mark("Money")},
	{"payouts", lang.Mark("Payments and payouts")},
	{"tips", lang.Mark("Tips")},
	{"streaming", lang.Mark("Streaming")},
	{"uploads", lang.Mark("Uploads and review")},
	{"accounts", lang.Mark("Accounts")},
	{"scripts", lang.Mark("Custom scripts")},
}

// The settings that every site has, before and after what the site keeps of each kind of
// income in the back office; a new one is a line in one of them and a field in Public or Private.
var (
	leading  = slices.Concat(general, appearance, content, access, currencySettings)
	trailing = slices.Concat(referrals, payments, tips, streaming, uploads, accounts, scripts)
	common   = slices.Concat(leading, trailing)
)

// registry lists every setting of a site: the common ones, and what the site keeps of each
// kind of income.
type registry struct {
	all         []Setting
	commissions []Commission
}

func newRegistry(commissions []Commission) *registry {
	declared := make([]Setting, len(commissions))
	for i, c := range commissions {
		declared[i] = c.setting(i)
	}
	return &registry{all: withTranslations(slices.Concat(leading, declared, trailing)), commissions: commissions}
}

// byKey finds a setting by its key or its second name.
func (r *registry) byKey(key string) (Setting, bool) {
	for _, s := range r.all {
		if s.Key == key || s.Also != "" && s.Also == key {
			return s, true
		}
	}
	return Setting{}, false
}

// weighty reports whether changing the setting wants a fresh proof of who it is.
func (s Setting) weighty() bool {
	switch s.Group {
	case "money", "payouts", "accounts", "scripts":
		return true
	}
	switch s.Kind {
	case Code, HTML, Address, Menu, Email: // run on everybody's pages, or lead people and their mail elsewhere
		return true
	}
	return false
}

const maxHTML = 20_000 // characters of an HTML or a script

var general = []Setting{
	{Key: "siteName", Group: "general", Kind: Text, Label: "Site name", Help: "Shown in the browser's tab, the footer and mails.",
		Public: true, Default: "Limelight", Min: 1, Max: 60, field: func(c *Current) any { return &c.SiteName }},
	{Key: "logoUrl", Also: "logo", Group: "general", Kind: Image, Label: "Logo", Help: "Empty: the site name is written instead.",
		Public: true, Default: "", field: func(c *Current) any { return &c.LogoURL }},
	{Key: "favicon", Group: "general", Kind: Image, Label: "Icon of the browser's tab",
		Public: true, Default: "/favicon.svg", field: func(c *Current) any { return &c.Favicon }},
	{Key: "userUrl", Group: "general", Kind: Address, Label: "Address of the site", Help: "In mails and invitations, such as https://example.com. It must lead here. Empty: the address the server was started with.",
		Public: true, Default: "", Pattern: `^$|^https?://[^/?#@\s]+/?$`, field: func(c *Current) any { return &c.UserURL }},
	{Key: "operatorEmail", Group: "general", Kind: Email, Label: "Operator's mail", Help: "Receives what visitors write in the contact form, and the warning when the books do not agree.",
		Default: "", field: func(c *Current) any { return &c.OperatorEmail }},
	{Key: "checkpointMail", Group: "general", Kind: Enum, Label: "Checkpoints of the journal by mail to the operator", Help: "Kept there, they prove later that the site's history was not written anew.",
		Default: "daily", Options: []string{"off", "daily", "hourly"}, field: func(c *Current) any { return &c.CheckpointMail }},
	{Key: "rotatingShare", Group: "general", Kind: Number, Label: "Places of the first page that rotate, in percent", Help: "They go to who is live and was shown least today; the ranking gives the others. The site publishes both.",
		Default: 20, Min: 20, Max: 50, field: func(c *Current) any { return &c.RotatingShare }},
	{Key: "metaDescription", Group: "general", Kind: LongText, Label: "Description for search engines",
		Public: true, Default: lang.Mark("Live video, chat and shows."), Translated: true, Max: 300, field: func(c *Current) any { return &c.MetaDescription }},
	{Key: "metaKeywords", Group: "general", Kind: Text, Label: "Keywords for search engines",
		Public: true, Default: "", Translated: true, Max: 300, field: func(c *Current) any { return &c.MetaKeywords }},
}

var appearance = []Setting{
	{Key: "theme", Group: "appearance", Kind: Colours, Label: "Colours", Help: "White text must be readable on the brand colour, dark text on the success colour.",
		Public: true, Default: Theme{Brand: "#a2252d", Success: "#2fb52d"}, field: func(c *Current) any { return &c.Theme }},
	{Key: "banner", Group: "appearance", Kind: Image, Label: "Banner of the home page",
		Public: true, Default: "", field: func(c *Current) any { return &c.Banner }},
	{Key: "placeholderAvatarUrl", Group: "appearance", Kind: Image, Label: "Avatar of someone without a picture",
		Public: true, Default: "/default-user-icon.png", field: func(c *Current) any { return &c.PlaceholderAvatarURL }},
	{Key: "placeholderLoginUrl", Group: "appearance", Kind: Image, Label: "Picture beside the log-in form",
		Public: true, Default: "", field: func(c *Current) any { return &c.PlaceholderLoginURL }},
	{Key: "defaultOfflineModelImage", Group: "appearance", Kind: Image, Label: "Poster: offline",
		Public: true, Default: "/offline.png", field: func(c *Current) any { return &c.DefaultOfflineModelImage }},
	{Key: "defaultPrivateCallImage", Group: "appearance", Kind: Image, Label: "Poster: in a private show",
		Public: true, Default: "/private.png", field: func(c *Current) any { return &c.DefaultPrivateCallImage }},
	{Key: "defaultGroupChatImage", Group: "appearance", Kind: Image, Label: "Poster: in a group show",
		Public: true, Default: "/group.png", field: func(c *Current) any { return &c.DefaultGroupChatImage }},
	{Key: "tipSound", Group: "appearance", Kind: Address, Label: "Sound of a tip", Help: "Played at half volume.",
		Public: true, Default: "/sounds/default-audio.mp3", field: func(c *Current) any { return &c.TipSound }},
}

var content = []Setting{
	{Key: "singularTextModel", Group: "content", Kind: Text, Label: "Word for one performer",
		Public: true, Default: lang.Mark("Model"), Translated: true, Min: 1, Max: 30, field: func(c *Current) any { return &c.SingularTextModel }},
	{Key: "pluralTextModel", Group: "content", Kind: Text, Label: "Word for several performers",
		Public: true, Default: lang.Mark("Models"), Translated: true, Min: 1, Max: 30, field: func(c *Current) any { return &c.PluralTextModel }},
	{Key: "menus", Group: "content", Kind: Menu, Label: "Links of the footer", Help: "Internal links begin with a slash; others with https://.",
		Public: true, Default: []MenuLink{}, Translated: true, Max: 30, field: func(c *Current) any { return &c.Menus }},
	{Key: "footerContent", Group: "content", Kind: HTML, Label: "Text of the footer", Help: "Empty: a line with the site name and the year.",
		Public: true, Default: "", Translated: true, Max: maxHTML, field: func(c *Current) any { return &c.FooterContent }},
}

var access = []Setting{
	{Key: "enablePopup18Plus", Also: "popup18Enabled", Group: "access", Kind: Boolean, Label: "Ask visitors for their age",
		Public: true, Default: true, field: func(c *Current) any { return &c.EnablePopup18Plus }},
	{Key: "popupContent18Plus", Group: "access", Kind: HTML, Label: "Text of the 18+ popup",
		Public: true, Default: lang.Mark("<p>This site shows content for adults. You must be at least 18 years old, or of age where you live, to enter.</p>"),
		Translated: true, Max: maxHTML, field: func(c *Current) any { return &c.PopupContent18Plus }},
	{Key: "popup18ContentId", Group: "access", Kind: Text, Label: "Post shown in the 18+ popup", Help: "Id or short name of a post; empty: the text above.",
		Public: true, Default: "", Max: 80, field: func(c *Current) any { return &c.Popup18ContentID }},
	{Key: "adultMode", Group: "access", Kind: Boolean, Label: "This is a site for adults", Help: "Payment vendors that do not serve adult sites cannot be used while it is on.",
		Default: true, field: func(c *Current) any { return &c.AdultMode }},
	{Key: "maintenanceMode", Group: "access", Kind: Boolean, Label: "Maintenance", Help: "Only admins can use the site.",
		Public: true, Default: false, field: func(c *Current) any { return &c.MaintenanceMode }},
}

var tips = []Setting{
	{Key: "tipLeast", Group: "tips", Kind: Amount, Label: "Smallest tip", Help: "In tokens.",
		Public: true, Default: money.Whole(15), Min: 1, Max: 1_000_000, field: func(c *Current) any { return &c.TipLeast }},
	{Key: "tipMost", Group: "tips", Kind: Amount, Label: "Largest tip", Help: "In tokens.",
		Public: true, Default: money.Whole(50), Min: 1, Max: 1_000_000, field: func(c *Current) any { return &c.TipMost }},
	{Key: "tipStep", Group: "tips", Kind: Amount, Label: "Step between the offered tips", Help: "In tokens.",
		Public: true, Default: money.Whole(5), Min: 1, Max: 1_000_000, field: func(c *Current) any { return &c.TipStep }},
	{Key: "tipFreeAmounts", Group: "tips", Kind: Boolean, Label: "Allow any amount", Help: "From 1 token to the limit below.",
		Public: true, Default: false, field: func(c *Current) any { return &c.TipFreeAmounts }},
	{Key: "maxTip", Group: "tips", Kind: Amount, Label: "Limit of free amounts", Help: "In tokens.",
		Public: true, Default: money.Whole(1000), Min: 1, Max: 1_000_000, field: func(c *Current) any { return &c.MaxTip }},
	{Key: "goalPublicOnly", Group: "tips", Kind: Boolean, Label: "Goals count the public room only", Help: "Otherwise tips from paid shows and profiles count as well.",
		Default: true, field: func(c *Current) any { return &c.GoalPublicOnly }},
}
