package htmlsafe

import (
	"strings"
	"testing"
)

func TestNothingThatRunsSurvives(t *testing.T) {
	for _, source := range []string{
		`<script>alert(1)</script>`,
		`<img src=x onerror=alert(1)>`,
		`<a href="javascript:alert(1)">x</a>`,
		`<a href="JaVaScRiPt&#58;alert(1)">x</a>`,
		`<iframe src="https://evil.example"></iframe>`,
		`<style>body{display:none}</style>`,
		`<p style="position:fixed">x</p>`,
		`<svg><script>alert(1)</script></svg>`,
		`<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
		`<form action="https://evil.example"><input name=a></form>`,
		`<img src="data:image/svg+xml,<svg onload=alert(1)>">`,
		`<base href="https://evil.example"><object data="x"></object><embed src="x">`,
	} {
		safe := strings.ToLower(Safe(source))
		for _, bad := range []string{"script", "onerror", "onload", "<iframe", "style", "<form", "<input", "data:", "<base", "<object", "<embed", "<svg"} {
			if strings.Contains(safe, bad) {
				t.Errorf("%q still has %s: %q", source, bad, safe)
			}
		}
	}
}

func TestHonestMarkupStays(t *testing.T) {
	source := `<h2>Terms</h2><p>Be <strong>kind</strong>. <a href="/posts/privacy">Privacy</a></p><ul><li>one</li></ul>`
	if got := Safe(source); !strings.Contains(got, "<h2>Terms</h2>") || !strings.Contains(got, `href="/posts/privacy"`) || !strings.Contains(got, "<li>one</li>") {
		t.Errorf("honest markup was lost: %q", got)
	}
	if got := Safe(`<a href="https://example.com">out</a>`); !strings.Contains(got, "nofollow") || !strings.Contains(got, "noopener") {
		t.Errorf("a link that leaves the site lacks its rel: %q", got)
	}
}
