package messages

import (
	"regexp"
	"strings"
	"unicode"
)

// A link is an address with a scheme or www, a number of the network, a name with a path, or a name with an ending
// that many sites have, also when its dot stands apart or is a word.
var link = regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://\S|\bwww\.\S|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\p{L}\p{N}-]\.\p{L}{2,}/\S` +
	`|[\p{L}\p{N}-](?:\.|\s\.\s|\s?[(\[]dot[)\]]\s?)(?:com|net|org|info|biz|io|co|me|tv|cam|cams|live|xxx|sex|porn|adult|chat|app|link|site|online|` +
	`shop|club|vip|to|cc|gg|ly|ru|de|uk|us|eu|es|fr|it|nl|br|ro|be|ai|xyz|ee)(?:[^\p{L}\p{N}]|$)`)

// dots are the full stops of other scripts, which browsers take for one.
var dots = strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".")

// hasLink reports whether a text leads elsewhere. Characters that nobody sees part nothing.
func hasLink(text string) bool {
	seen := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
	return link.MatchString(dots.Replace(seen))
}
