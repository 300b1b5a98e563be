package htmlsafe_test

import (
	"strings"
	"testing"

	"limelight/internal/kit/htmlsafe"
)

// FuzzSafe: what an operator's text becomes is harmless, and stays as it is when
// it is made harmless again.
func FuzzSafe(f *testing.F) {
	for _, seed := range []string{
		"<p>Hello</p>", "<script>alert(1)</script>", `<img src=x onerror=alert(1)>`, `<a href="javascript:alert(1)">x</a>`,
		"<svg><script>1</script></svg>", `<p id="boot">x</p>`, "<math><mtext></p><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">", "<iframe srcdoc='x'>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		safe := htmlsafe.Safe(source)
		low := strings.ToLower(safe)
		for _, bad := range []string{"<script", "<iframe", "<svg", "<style", "<object", "<form", " id="} {
			if at := strings.Index(low, bad); at >= 0 && strings.Count(low[:at], "<") > strings.Count(low[:at], ">") || strings.HasPrefix(bad, "<") && at >= 0 {
				t.Errorf("%q became %q", source, safe)
			}
		}
		if again := htmlsafe.Safe(safe); again != safe {
			t.Errorf("%q becomes %q, and that %q", source, safe, again)
		}
	})
}
