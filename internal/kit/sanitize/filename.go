package sanitize

import (
	"path"
	"strings"
	"unicode"
)

// MaxFileName is how much of a client's file name is kept, in characters.
const MaxFileName = 100

// FileName keeps the last part of a name without anything that could mislead a
// person or a header: no folders, control or direction characters, no leading
// dot or dash. A name of which nothing is left is "file".
func FileName(name string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`"<>|:*?`, r) {
			return -1
		}
		return r
	}, name)
	name = strings.TrimLeft(strings.TrimSpace(name), ".-/")
	if runes := []rune(name); len(runes) > MaxFileName {
		ext := []rune(path.Ext(name))
		if len(ext) > 10 {
			ext = nil
		}
		name = string(runes[:MaxFileName-len(ext)]) + string(ext)
	}
	if name == "" {
		return "file"
	}
	return name
}
