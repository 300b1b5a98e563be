package site

import (
	"path"
	"regexp"
	"strings"

	"limelight/internal/settings"
)

// The operator's own scripts (settings headerScript, afterBodyScript, gaCode) are
// code that runs on every visitor's device. They get the answer's nonce, and run on
// the pages listed here alone: nobody logs in, pays, writes to the operator or
// administers on them (trust.md, Headers and admin scripts). A page that is forgotten
// carries none. --disable-custom-scripts turns them off when one of them breaks the
// site.

// scriptedPages are the paths of pages that carry custom scripts; one that ends with
// a slash stands for everything below it. A room is none of them: tokens are bought
// over it. The web app hears of them on such a page,
// and leaves it for any other one by loading that anew.
var scriptedPages = []string{"/", "/cams", "/search/models", "/vip-models", "/category/", "/page/"}

// scripted reports whether a page carries custom scripts. The app's router ignores
// the case of a path and dots in it, so this does too.
func scripted(address string) bool {
	address = path.Clean(strings.ToLower(address))
	for _, page := range scriptedPages {
		if address == page || page != "/" && strings.HasSuffix(page, "/") && strings.HasPrefix(address, page) {
			return true
		}
	}
	return false
}

var (
	openingScript   = regexp.MustCompile(`(?i)<script\b`)
	measurementCode = regexp.MustCompile(`^[A-Z]{1,3}-[A-Z0-9-]{4,20}$`)
)

// customScripts are what a page at path carries in its head and before its end.
func (s *Site) customScripts(address string, now settings.Current) (head, end string) {
	if s.NoCustomScripts || !scripted(address) {
		return "", ""
	}
	return nonced(analytics(now.GaCode) + now.HeaderScript), nonced(now.AfterBodyScript)
}

func nonced(html string) string {
	return openingScript.ReplaceAllString(html, `<script nonce="`+noncePlace+`"`)
}

// analytics is the measurement snippet of a code such as G-ABC123; a code of
// another shape is left out, since it would be code of another kind.
func analytics(code string) string {
	if !measurementCode.MatchString(code) {
		return ""
	}
	return `<script async src="https://www.googletagmanager.com/gtag/js?id=` + code + `"></script>` +
		`<script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag("js",new Date());gtag("config","` + code + `")</script>`
}

// analyticsHosts are what the snippet talks to; they are allowed only with it.
const analyticsHosts = " https://*.google-analytics.com https://*.googletagmanager.com"
