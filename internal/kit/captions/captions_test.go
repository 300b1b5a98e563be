package captions

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
)

const head = "WEBVTT\n\n"

func TestParse(t *testing.T) {
	for name, c := range map[string]struct{ from, want string }{
		"a plain one":           {"WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n", head + "00:00:01.000 --> 00:00:02.000\nHello\n"},
		"with hours":            {"WEBVTT - a film\nKind: captions\n\n100:00:01.000 --> 100:00:02.000 align:start\nHello", head + "100:00:01.000 --> 100:00:02.000\nHello\n"},
		"with all that is left": {"WEBVTT\n\nNOTE\nby me\n\nSTYLE\n::cue { background: url(https://x) }\n\nREGION\nid:a\n\nintro\n00:01.000 --> 00:02.000\n<v.loud Nina><b>Hi</b> <c.red>there</c> <00:01.500>you</v>\n", head + "00:00:01.000 --> 00:00:02.000\nNina: Hi there you\n"},
		"what looks like tags":  {"WEBVTT\n\n00:01.000 --> 00:02.000\n1 < 2 &lt;script> <script> <<b>i>\n", head + "00:00:01.000 --> 00:00:02.000\n1 &lt; 2 &lt;script&gt; &lt;script&gt; &lt;i&gt;\n"},
		"two lines":             {"WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nOne\r\nTwo\r\n\r\n", head + "00:00:01.000 --> 00:00:02.000\nOne\nTwo\n"},
		"a mark at its begin":   {"\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nHello", head + "00:00:01.000 --> 00:00:02.000\nHello\n"},
		"SubRip":                {"1\n00:00:01,000 --> 00:00:02,000 X1:1\n<font color=\"red\">I</font> <3 you &amp; me\n\n2\n00:00:03,000 --> 00:00:04,000\n-->\n", head + "00:00:01.000 --> 00:00:02.000\nI &lt;3 you &amp;amp; me\n\n00:00:03.000 --> 00:00:04.000\n--&gt;\n"},
		"in another order":      {"1\n00:00:03,000 --> 00:00:04,000\nb\n\n2\n0:00:01,000 --> 0:00:02,000\na", head + "00:00:01.000 --> 00:00:02.000\na\n\n00:00:03.000 --> 00:00:04.000\nb\n"},
		"an empty cue":          {"WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\nb\n", head + "00:00:03.000 --> 00:00:04.000\nb\n"},
	} {
		track, err := Parse([]byte(c.from))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := string(track.WebVTT()); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		from string
		line int
	}{
		"nothing":            {"", 1},
		"only a header":      {"WEBVTT\n", 2},
		"a header like it":   {"WEBVTTX\n\n00:01.000 --> 00:02.000\nx", 1},
		"another file":       {"<html>", 1},
		"bytes":              {"WEBVTT\n\n00:01.000 --> 00:02.000\n\x00", 4},
		"no UTF-8":           {"WEBVTT\n\n00:01.000 --> 00:02.000\nfr\xe9re", 4},
		"an end before":      {"WEBVTT\n\n00:02.000 --> 00:02.000\nx", 3},
		"a comma in WebVTT":  {"WEBVTT\n\n00:01,000 --> 00:02,000\nx", 3},
		"75 minutes":         {"WEBVTT\n\n75:00.000 --> 76:00.000\nx", 3},
		"no times":           {"WEBVTT\n\nname\ntext", 4},
		"times in a text":    {"WEBVTT\n\n00:01.000 --> 00:02.000\nx\n00:03.000 --> 00:04.000\ny", 5},
		"a number of a name": {"a\n00:00:01,000 --> 00:00:02,000\nx", 1},
		"too much text":      {"WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("x", maxText+1), 4},
		"too many":           {"WEBVTT\n\n" + strings.Repeat("00:01.000 --> 00:02.000\nx\n\n", maxCues+1), 3*maxCues + 5},
	} {
		_, err := Parse([]byte(c.from))
		mistake, is := errors.AsType[*Mistake](err)
		if !is || mistake.Line != c.line {
			t.Errorf("%s: %v, want line %d", name, err, c.line)
		}
	}
}

// FuzzParse: what is written can be read again as what it was, has no tag, and is in order.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Nina>Hello</v> &amp;lt;\n", "1\n00:00:01,000 --> 00:00:02,000\nHello\n",
		"WEBVTT\n\nNOTE x\n\nSTYLE\na\n\nid\n00:01.000 --> 00:02.000 line:0\n<<b>i>\n&nbsp;x\u2028y\n", "\ufeffWEBVTT\r\r00:00.000 --> 00:00.001\rx",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		track, err := Parse(data)
		if err != nil {
			if _, is := errors.AsType[*Mistake](err); !is {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		written := track.WebVTT()
		again, err := Parse(written)
		if err != nil {
			t.Fatalf("%q cannot be read again: %v", written, err)
		}
		if second := again.WebVTT(); !bytes.Equal(written, second) {
			t.Fatalf("%q became %q", written, second)
		}
		if bytes.ContainsAny(bytes.ReplaceAll(written, []byte(" --> "), nil), "<>") {
			t.Errorf("a tag is left in %q", written)
		}
		last := time.Duration(0)
		for _, c := range track {
			if c.From < last || c.To <= c.From || c.Text == "" {
				t.Errorf("cue %+v after %v", c, last)
			}
			last = c.From
		}
	})
}
