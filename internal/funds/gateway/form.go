package gateway

import (
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
)

// Field is one line of a gateway's configuration, enough for the back office to
// draw a form and for funds to seal what is secret.
type Field struct {
	Name     string   `json:"name"`
	Label    string   `json:"label"` // Label, Help and Shape are of the server's catalogue
	Help     string   `json:"help"`
	Secret   bool     `json:"secret"`            // sealed at rest, never sent back
	Optional bool     `json:"optional"`          // may be empty; Default stands for it
	Default  string   `json:"default,omitempty"` // what empty means
	Options  []string `json:"options,omitempty"` // the only values, if any
	Pattern  string   `json:"pattern,omitempty"` // the whole value, as a regular expression
	Shape    string   `json:"shape,omitempty"`   // what is told of a value that Pattern refuses
}

// Yes and No are the options of a switch.
const (
	Yes = "yes"
	No  = "no"
)

// Switch are the options of a field that is on or off.
func Switch() []string { return []string{No, Yes} }

// Form is the configuration of one gateway.
type Form []Field

// In is the form in the language of who fills it in.
func (f Form) In(say lang.Teller) Form {
	said := slices.Clone(f)
	for i, field := range f {
		said[i].Label, said[i].Help, said[i].Shape = say(field.Label), say(field.Help), say(field.Shape)
	}
	return said
}

// maxValue bounds a value of a form, in bytes.
const maxValue = 4096

// Values are a form filled in.
type Values map[string]string

// Check returns the values that a gateway is made of, defaults filled in, or
// refuses every field that is wrong. A refusal never repeats a value.
func (f Form) Check(given Values) (Values, error) {
	var wrong []fault.Problem
	values := Values{}
	for _, field := range f {
		value := strings.TrimSpace(given[field.Name])
		if value == "" && field.Optional {
			values[field.Name] = field.Default
			continue
		}
		values[field.Name] = value
		if refused := field.refusal(value); refused != nil {
			wrong = append(wrong, refused.Fields...)
		}
	}
	for name := range given {
		if !slices.ContainsFunc(f, func(known Field) bool { return known.Name == name }) {
			wrong = append(wrong, fault.Of(name, "custom", "This gateway has no such field"))
		}
	}
	if len(wrong) > 0 {
		slices.SortStableFunc(wrong, func(a, b fault.Problem) int { return strings.Compare(a.Property, b.Property) })
		return nil, fault.Refuse(wrong...)
	}
	return values, nil
}

func (f Field) refusal(value string) *fault.Fault {
	switch {
	case value == "":
		return fault.Field(f.Name, fault.Required)
	case len(value) > maxValue:
		return fault.Field(f.Name, "Is too long")
	case len(f.Options) > 0 && !slices.Contains(f.Options, value):
		return fault.Field(f.Name, "Must be one of %s", strings.Join(f.Options, ", "))
	case f.Pattern != "" && !regexp.MustCompile(`^(?:`+f.Pattern+`)$`).MatchString(value):
		return fault.Field(f.Name, f.Shape)
	}
	return nil
}

// Address reads a field as the base address of a service: https, or http to
// this machine only, without query, fragment or password.
func Address(name, value string) (*url.URL, error) {
	u, err := url.Parse(value)
	switch {
	case err != nil, u.Host == "", u.User != nil, u.RawQuery != "", u.Fragment != "":
		return nil, fault.Field(name, "Must be an address such as https://pay.example.com")
	case u.Scheme != "https" && (u.Scheme != "http" || !ownMachine(u.Hostname())):
		return nil, fault.Field(name, "Must begin with https://")
	}
	u.Path = strings.TrimSuffix(u.Path, "/")
	return u, nil
}

func ownMachine(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// Networks reads a field as address ranges, apart by spaces, commas or lines.
func Networks(name, value string) (list []netip.Prefix, err error) {
	for text := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\r' || r == '\t' }) {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fault.Field(name, "Must be address ranges such as 192.0.2.0/24")
		}
		list = append(list, prefix.Masked())
	}
	if len(list) == 0 {
		return nil, fault.Missing(name)
	}
	return list, nil
}
