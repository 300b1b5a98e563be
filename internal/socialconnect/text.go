package socialconnect

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/sanitize"
)

// MaxPost is how long a post may be, as X counts.
const MaxPost = 280

const maxTemplate = 500 // characters, with the names of the variables

// defaultText is what is posted until she writes something else. It has the time in it, since X refuses the
// same words twice.
var defaultText = lang.Mark("I am live now ({time}): {url}")

// variables may stand in a text.
var variable = regexp.MustCompile(`\{[^{}\s]{1,20}\}`)

// facts are what the variables stand for.
type facts struct {
	Profile
	url string
	at  time.Time
}

// render fills a text in. What is too long is shortened where that does no harm: in the headline, then in the name.
func render(text string, f facts) string {
	for _, part := range []*string{&f.Headline, &f.Name} {
		for *part != "" && length(fill(text, f)) > MaxPost {
			*part = shortened(*part)
		}
	}
	return fill(text, f)
}

func fill(text string, f facts) string {
	filled := strings.NewReplacer(
		"{name}", f.Name, "{headline}", f.Headline, "{url}", f.url, "{time}", f.at.UTC().Format("2006-01-02 15:04 UTC"),
	).Replace(text)
	for i, line := range strings.Split(filled, "\n") {
		if i == 0 {
			filled = ""
		} else {
			filled += "\n"
		}
		filled += strings.Join(strings.Fields(line), " ")
	}
	return strings.TrimSpace(filled)
}

// shortened is a text without its last letter.
func shortened(text string) string {
	bare := strings.TrimSuffix(text, "…")
	_, size := utf8.DecodeLastRuneInString(bare)
	if bare = strings.TrimSpace(bare[:len(bare)-size]); bare == "" {
		return ""
	}
	return bare + "…"
}

// checked is a text as it is kept, or why it is refused.
func checked(text string, f facts) (string, error) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = sanitize.Line(line)
	}
	text = norm.NFC.String(strings.TrimSpace(strings.Join(lines, "\n")))
	if err := fault.Length("text", text, 1, maxTemplate); err != nil {
		return "", err
	}
	for _, name := range variable.FindAllString(text, -1) {
		switch name {
		case "{name}", "{headline}", "{url}", "{time}":
		default:
			return "", fault.Field("text", "There is no variable %s: use {name}, {headline}, {url} or {time}", name)
		}
	}
	if n := length(render(text, f)); n > MaxPost {
		return "", fault.Field("text", "This makes a post of %d characters; X (Twitter) takes %d", n, MaxPost)
	}
	return text, nil
}

// link finds what X makes a link of, however long it is: with a scheme, or a host that ends in what is mostly one.
var link = regexp.MustCompile(`(?i)https?://[^\s]+|\b(?:[a-z0-9-]+\.)+(?:com|net|org|info|biz|io|me|tv|cc|to|ly|gg|co|xyz|app|dev|live|cam|sex|xxx|porn|adult|vip|link|site|online|club|shop|store|de|uk|fr|es|mx|it|nl|br|ru|us|ca|eu)\b(?:/[^\s]*)?`)

const linkLength = 23

// length is how long X counts a text (the weights of twitter-text, version 3): a link is 23, Latin and its
// neighbours are 1, everything else is 2, and so is an emoji of several code points.
func length(text string) (n int) {
	text = norm.NFC.String(text)
	from := 0
	for _, at := range link.FindAllStringIndex(text, -1) {
		n += weight(text[from:at[0]]) + linkLength
		from = at[1]
	}
	return n + weight(text[from:])
}

const (
	joiner     = '\u200d'
	emojiStyle = '\ufe0f'
)

func weight(text string) (n int) {
	joined, flag, emoji := false, false, false
	for _, r := range text {
		switch {
		case emoji && (r == joiner || r == emojiStyle || r >= 0x1f3fb && r <= 0x1f3ff || r >= 0xe0020 && r <= 0xe007f):
			joined = r == joiner
			continue // it belongs to the emoji before
		case joined && isEmoji(r):
			joined = false
			continue
		case r >= 0x1f1e6 && r <= 0x1f1ff: // two letters are a flag
			if flag {
				flag = false
				continue
			}
			flag, emoji = true, true
			n += 2
			continue
		}
		joined, flag, emoji = false, false, isEmoji(r)
		if r <= 0x10ff || r >= 0x2000 && r <= 0x200d || r >= 0x2010 && r <= 0x201f || r >= 0x2032 && r <= 0x2037 {
			n++
		} else {
			n += 2
		}
	}
	return n
}

// isEmoji reports whether others may join a code point to one picture.
func isEmoji(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff || r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299
}
