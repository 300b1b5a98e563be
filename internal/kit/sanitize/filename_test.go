package sanitize

import (
	"strings"
	"testing"
)

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"": "file", "..": "file", "me.jpg": "me.jpg", "../../x.png": "x.png", `C:\x\me.png`: "me.png", "-vf.png": "vf.png",
		"a\r\nSet-Cookie: x.png": "aSet-Cookie x.png", "\u202egpj.exe": "gpj.exe", "été.webp": "été.webp", "\xff\xfe.gif": "gif",
		strings.Repeat("é", 300) + ".jpeg": strings.Repeat("é", 95) + ".jpeg",
	} {
		if got := FileName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
