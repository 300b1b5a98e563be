// Package markup makes HTML that a person wrote safe to show: the source is kept
// as it was written, and cleaned each time it is rendered, so that a stricter
// rule tomorrow also holds for yesterday's texts.
//
// What remains: headings, paragraphs, lists, tables, emphasis, links, pictures.
// What goes: scripts, styles, frames, forms, event handlers, and every address
// that is not http, https, mailto or of this site.
package markup

import (
	"regexp"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// Safe is the source without anything that could run, load a frame or restyle
// the page. Links that leave the site get rel="nofollow noopener".
func Safe(source string) string { return rules().Sanitize(source) }

// Text is the source without any markup, for descriptions and mails.
func Text(source string) string { return bluemonday.StrictPolicy().Sanitize(source) }

var rules = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.UGCPolicy()
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireNoFollowOnFullyQualifiedLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(text-(left|center|right|muted))$`)).OnElements("p", "div", "span")
	return p
})
