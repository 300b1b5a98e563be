package app

import (
	"regexp"
	"strings"

	"limelight/internal/settings"
)

// The operator's own scripts (settings headerScript, afterBodyScript, gaCode) are
// code that runs on every visitor's device. They get the answer's nonce, and stay
// away from every page where somebody types a secret (trust.md, Headers and admin
// scripts). --disable-custom-scripts turns them off when one of them breaks the
// site.

// withoutScripts are the beginnings of paths that never carry custom scripts.
var withoutScripts = []string{"/admin", "/auth/", "/studio/login", "/account/", "/studio/"}

var (
	openingScript   = regexp.MustCompile(`(?i)<script\b`)
	measurementCode = regexp.MustCompile(`^[A-Z]{1,3}-[A-Z0-9-]{4,20}$`)
)

// customScripts are what a page at path carries in its head and before its end.
func (h *house) customScripts(path string, now settings.Current) (head, end string) {
	if h.cfg.DisableCustomScripts {
		return "", ""
	}
	for _, beginning := range withoutScripts {
		if strings.HasPrefix(path, beginning) {
			return "", ""
		}
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
