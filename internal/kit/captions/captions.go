// Package captions reads the texts of what is said in videos, as WebVTT
// (https://www.w3.org/TR/webvtt1/) or SubRip (SRT), and writes them as WebVTT: times and
// plain text, and nothing else of what was read. Styles, positions, regions, notes and
// tags are left out; the name of who speaks stays, as text.
package captions

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Bounds of a track.
const (
	maxCues = 20_000
	maxText = 2_000 // bytes of a cue
)

// Cue is a text and when it is shown.
type Cue struct {
	From, To time.Duration
	Text     string // lines of plain text
}

// Track is a text of what is said, in the order of time.
type Track []Cue

// Mistake is the first line that is not as it has to be, counted from 1.
type Mistake struct{ Line int }

// Error implements error.
func (m *Mistake) Error() string { return fmt.Sprintf("captions: line %d cannot be read", m.Line) }

// Parse reads WebVTT, which says of itself that it is, or SubRip, in UTF-8. What is written
// in another way is a Mistake, not guessed at.
func Parse(text []byte) (Track, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text)), "\n")
	for i, line := range lines {
		if !utf8.ValidString(line) || strings.ContainsFunc(line, unreadable) {
			return nil, &Mistake{i + 1}
		}
	}
	r := &reader{lines: lines}
	if isHeader(lines[0]) {
		r.vtt = true
		r.skip() // what the header says
	}
	return r.read()
}

// unreadable are characters that no text has: what has them is another kind of file.
func unreadable(c rune) bool { return c != '\t' && (c < ' ' || c == 0x7f) }

func isHeader(line string) bool {
	rest, is := strings.CutPrefix(line, "WEBVTT")
	return is && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

type reader struct {
	lines []string
	at    int
	vtt   bool
}

// skip goes behind the block it is in.
func (r *reader) skip() {
	for r.at < len(r.lines) && !blank(r.lines[r.at]) {
		r.at++
	}
}

func blank(line string) bool { return strings.TrimSpace(line) == "" }

func (r *reader) mistake() error { return &Mistake{min(r.at+1, len(r.lines))} }

func (r *reader) read() (track Track, err error) {
	for ; ; r.skip() {
		for r.at < len(r.lines) && blank(r.lines[r.at]) {
			r.at++
		}
		if r.at == len(r.lines) {
			break
		}
		if r.vtt && isRemark(r.lines[r.at]) {
			continue
		}
		cue, err := r.cue()
		if err != nil {
			return nil, err
		}
		if cue.Text != "" {
			track = append(track, cue)
		}
		if len(track) > maxCues {
			return nil, r.mistake()
		}
	}
	if len(track) == 0 {
		return nil, r.mistake()
	}
	slices.SortStableFunc(track, func(a, b Cue) int { return int(a.From - b.From) })
	return track, nil
}

// isRemark reports whether a block of WebVTT is none that is shown.
func isRemark(line string) bool {
	word, _, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	return (word == "NOTE" || word == "STYLE" || word == "REGION") && !strings.Contains(line, "-->")
}

// cue reads a block: its name or number, its times, and its lines of text.
func (r *reader) cue() (c Cue, err error) {
	if !strings.Contains(r.lines[r.at], "-->") {
		if !r.vtt && strings.Trim(strings.TrimSpace(r.lines[r.at]), "0123456789") != "" {
			return c, r.mistake()
		}
		r.at++
	}
	if r.at == len(r.lines) {
		return c, r.mistake()
	}
	ok := false
	if c.From, c.To, ok = times(r.lines[r.at], r.vtt); !ok {
		return c, r.mistake()
	}
	var text []string
	for r.at++; r.at < len(r.lines) && !blank(r.lines[r.at]); r.at++ {
		if r.vtt && strings.Contains(r.lines[r.at], "-->") {
			return c, r.mistake()
		}
		if line := plain(r.lines[r.at], r.vtt); line != "" {
			text = append(text, line)
		}
	}
	if c.Text = strings.Join(text, "\n"); len(c.Text) > maxText {
		r.at--
		return c, r.mistake()
	}
	return c, nil
}

var (
	vttTimes = regexp.MustCompile(`^[ \t]*(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})[ \t]+-->[ \t]+(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})(?:[ \t].*)?$`)
	srtTimes = regexp.MustCompile(`^[ \t]*(\d{1,3}):([0-5]\d):([0-5]\d)[,.](\d{3})[ \t]+-->[ \t]+(\d{1,3}):([0-5]\d):([0-5]\d)[,.](\d{3})(?:[ \t].*)?$`)
)

func times(line string, vtt bool) (from, to time.Duration, ok bool) {
	pattern := srtTimes
	if vtt {
		pattern = vttTimes
	}
	m := pattern.FindStringSubmatch(line)
	if m == nil {
		return 0, 0, false
	}
	from, to = instant(m[1:5]), instant(m[5:9])
	return from, to, from < to
}

// instant is hours, minutes, seconds and milliseconds, of digits alone.
func instant(parts []string) (at time.Duration) {
	for i, unit := range []time.Duration{time.Hour, time.Minute, time.Second, time.Millisecond} {
		n, _ := strconv.Atoi(parts[i]) // no hours are none
		at += time.Duration(n) * unit
	}
	return at
}

var (
	voice    = regexp.MustCompile(`^<v(?:\.[^\s<>]*)?[ \t]+([^<>]+)>`)
	tags     = regexp.MustCompile(`</?(?:b|i|u|c|v|s|lang|ruby|rt|font)(?:[.\s][^<>]*)?>|<\d+:\d\d(?::\d\d)?\.\d{3}>`)
	entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&nbsp;", "\u00a0", "&lrm;", "\u200e", "&rlm;", "\u200f", "&amp;", "&")
	escapes  = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	spaces   = regexp.MustCompile(`\s+`)
)

// plain is a line of a cue without its tags.
func plain(line string, vtt bool) string {
	line = strings.TrimSpace(line)
	if vtt {
		line = voice.ReplaceAllString(line, "$1: ")
	}
	line = tags.ReplaceAllString(line, "")
	if vtt {
		line = entities.Replace(line)
	}
	line = strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Cc, c) && c != '\t' {
			return -1
		}
		return c
	}, line)
	return strings.TrimSpace(spaces.ReplaceAllString(line, " "))
}

// WebVTT is the track as a file.
func (t Track) WebVTT() []byte {
	var b bytes.Buffer
	b.WriteString("WEBVTT\n")
	for _, c := range t {
		fmt.Fprintf(&b, "\n%s --> %s\n%s\n", stamp(c.From), stamp(c.To), escapes.Replace(c.Text))
	}
	return b.Bytes()
}

func stamp(at time.Duration) string {
	return fmt.Sprintf("%02d:%02d:%02d.%03d", at/time.Hour, at/time.Minute%60, at/time.Second%60, at/time.Millisecond%1000)
}
