package settings

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"limelight/internal/kit/fault"
)

// readable is the least contrast of text and its ground (WCAG 2.2, 1.4.3).
const readable = 4.5

// visible is the least contrast of a button's shape and the dark page under it,
// the same as in the web app's lib/color.ts.
const (
	visible  = 1.5
	darkPage = "#0d0a0b"
)

// darkInk is the theme's dark text, which stands on the success colour.
const darkInk = "#161213"

var hexColour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func (s Setting) checkTheme(t *Theme) error {
	t.Brand, t.Success = strings.ToLower(t.Brand), strings.ToLower(t.Success)
	for _, c := range []struct{ name, ground, ink, text string }{
		{"brand", t.Brand, "#ffffff", "White"}, {"success", t.Success, darkInk, "Dark"},
	} {
		property := s.Key + "." + c.name
		if !hexColour.MatchString(c.ground) {
			return fault.Field(property, "Must be a colour such as #a2252d")
		}
		if c.name == "brand" && contrast(darkPage, c.ground) < visible {
			return fault.Field(property, "This colour vanishes on the dark theme")
		}
		if got := contrast(c.ink, c.ground); got < readable {
			return fault.Field(property, "%s text on this colour cannot be read well: its contrast is %s, at least 4.5 is needed", c.text, shown(got))
		}
	}
	return nil
}

// shown rounds down, so that a refused 4.49 is not told as 4.5.
func shown(contrast float64) string { return fmt.Sprintf("%.2f", math.Floor(contrast*100)/100) }

// contrast of two colours as #rrggbb, 1 to 21 (WCAG 2.2, "contrast ratio").
func contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(hex string) float64 {
	return 0.2126*channel(hex[1:3]) + 0.7152*channel(hex[3:5]) + 0.0722*channel(hex[5:7])
}

func channel(hex string) float64 {
	n, err := strconv.ParseUint(hex, 16, 8)
	if err != nil {
		return 0 // unreachable: the pattern has been checked
	}
	v := float64(n) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}
