package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/kit/web"
)

// put reads a value into the setting's field of c and checks it alone. The
// refusal names the setting and speaks spec §5 where it has words.
func (s Setting) put(c *Current, value json.RawMessage) error {
	c.commissions, c.translated = slices.Clone(c.commissions), slices.Clone(c.translated) // which readers share
	field := s.field(c)
	switch list := field.(type) { // decoding would write into the list that readers share
	case *[]string:
		*list = nil
	case *[]MenuLink:
		*list = nil
	}
	if err := json.Unmarshal(value, field); err != nil || bytes.Equal(value, []byte("null")) {
		return s.wrongType()
	}
	switch v := field.(type) {
	case *string:
		return s.checkText(v)
	case *int:
		if int64(*v) < s.Min || int64(*v) > s.Max {
			return fault.Between(s.Key, s.Min, s.Max)
		}
	case *money.Tokens:
		if *v < money.Whole(s.Min) || *v > money.Whole(s.Max) {
			return fault.Between(s.Key, s.Min, s.Max)
		}
	case *[]string:
		return s.checkWords(*v)
	case *[]MenuLink:
		return s.checkMenus(*v)
	case *Theme:
		return s.checkTheme(v)
	}
	return nil
}

func (s Setting) wrongType() error {
	switch s.Kind {
	case Number, Amount, Percents:
		return fault.Refuse(fault.Problem{Property: s.Key, Rule: "number", Text: fault.NotNumber})
	case Boolean:
		return fault.Field(s.Key, "Must be true or false")
	}
	return fault.Field(s.Key, "This is not a value for %s.", strings.ToLower(s.Label))
}

func (s Setting) checkText(v *string) error {
	if s.Kind != HTML && s.Kind != Code {
		*v = strings.TrimSpace(*v)
	}
	switch n := int64(utf8.RuneCountInString(*v)); {
	case n == 0 && s.Min > 0:
		return fault.Missing(s.Key)
	case s.Max > 0 && (n < s.Min || n > s.Max):
		return fault.Field(s.Key, "Must have %d to %d characters", s.Min, s.Max)
	case strings.ContainsRune(*v, 0):
		return s.wrongType()
	case s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(*v):
		return s.wrongType()
	}
	switch s.Kind {
	case Enum:
		if !slices.Contains(s.Options, *v) {
			return fault.Field(s.Key, "Must be one of %s", strings.Join(s.Options, ", "))
		}
	case Email:
		if at, err := mail.ParseAddress(*v); *v != "" && (err != nil || at.Address != *v) {
			return fault.Refuse(fault.Problem{Property: s.Key, Rule: "email", Text: fault.NotEmail})
		}
	case Image:
		if *v != "" && !ofSite(*v) && !outside(*v, "https") {
			return fault.Field(s.Key, "Must be a path that begins with / or an https address")
		}
	case Address:
		if s.host {
			return s.checkHost(v)
		}
		if *v != "" && !ofSite(*v) && !outside(*v, "https", "http", "wss", "ws", "rtmp", "rtmps") {
			return fault.Field(s.Key, "Must be a path that begins with / or a full address")
		}
	}
	return nil
}

// hostPath is a path that may stand before another one: no dots that lead out of it, and nothing
// that a page's policy or a playlist would read as its own.
var hostPath = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)

// checkHost wants an address before which nothing of ours is lost: paths are put behind it, and a
// page's policy names its host. On this very machine it may be http, to try it out.
func (s Setting) checkHost(v *string) error {
	*v = strings.TrimRight(*v, "/")
	if *v == "" {
		return nil
	}
	u, err := url.Parse(*v)
	if err != nil || !plainOrigin.MatchString(originOf(*v)) || originOf(*v)+u.Path != *v || !hostPath.MatchString(u.Path) {
		return fault.Field(s.Key, "Must be a host and at most a path, such as https://cdn.example.com, without a name, a password or a query")
	}
	if u.Scheme != "https" && !web.Local(u.Hostname()) {
		return fault.Field(s.Key, "Must begin with https://")
	}
	return nil
}

// originOf is the scheme and the host of an address; empty for what is none.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// ofSite reports a path of this site; "//host" is another's.
func ofSite(path string) bool {
	u, err := url.Parse(path)
	return err == nil && strings.HasPrefix(path, "/") && u.Host == "" && !strings.ContainsAny(path, "\\\r\n\t")
}

func outside(address string, schemes ...string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && slices.Contains(schemes, u.Scheme)
}

func (s Setting) checkWords(words []string) error {
	if len(words) == 0 {
		return fault.Missing(s.Key)
	}
	for i, w := range words {
		if !slices.Contains(s.Options, w) || slices.Contains(words[:i], w) {
			return fault.Field(s.Key, "Must be some of %s, each once", strings.Join(s.Options, ", "))
		}
	}
	return nil
}

func (s Setting) checkMenus(menus []MenuLink) error {
	if int64(len(menus)) > s.Max {
		return fault.Field(s.Key, "At most %d links are possible", s.Max)
	}
	for i, m := range menus {
		at := fmt.Sprintf("%s[%d].", s.Key, i)
		switch n := utf8.RuneCountInString(strings.TrimSpace(m.Title)); {
		case n == 0:
			return fault.Missing(at + "title")
		case n > 60:
			return fault.Field(at+"title", "Must have at most 60 characters")
		case m.Path == "":
			return fault.Missing(at + "path")
		case m.Internal && !ofSite(m.Path):
			return fault.Field(at+"path", "A link within the site begins with /")
		case !m.Internal && !outside(m.Path, "https", "http") && !strings.HasPrefix(m.Path, "mailto:"):
			return fault.Field(at+"path", "A link that leaves the site begins with https://")
		}
	}
	return nil
}

// checkAll refuses settings that do not fit each other.
func (c *Current) checkAll() error {
	if err := c.checkCurrency(); err != nil {
		return err
	}
	span := c.TipMost - c.TipLeast
	switch {
	case span < 0:
		return fault.Field("tipMost", "Must not be below the smallest tip")
	case span%c.TipStep != 0:
		return fault.Field("tipStep", "The step must lead from the smallest tip to the largest")
	}
	return nil
}
