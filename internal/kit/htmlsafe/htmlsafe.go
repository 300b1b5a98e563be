// Package htmlsafe makes HTML that a person wrote safe to show: the source is kept
// as it was written, and cleaned each time it is rendered, so that a stricter
// rule tomorrow also holds for yesterday's texts.
//
// What remains: headings, paragraphs, lists, tables, emphasis, links, pictures.
// What goes: scripts, styles, frames, forms, event handlers, and every address
// that is not http, https, mailto or of this site.
package htmlsafe

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
	p := bluemonday.NewPolicy()
	// Neither id nor name: the page finds its own parts by them.
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[a-zA-Z-]{2,20}$`)).Globally()
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).Globally()
	p.AllowElements("article", "aside", "figure", "section", "summary", "details", "hgroup",
		"h1", "h2", "h3", "h4", "h5", "h6", "br", "div", "hr", "p", "span", "wbr",
		"abbr", "acronym", "cite", "code", "dfn", "em", "figcaption", "mark", "s", "samp", "strong", "sub", "sup", "var",
		"b", "i", "pre", "small", "strike", "tt", "u", "rp", "rt", "ruby", "bdi", "bdo", "del", "ins", "blockquote", "q", "time")
	p.AllowAttrs("open").Matching(regexp.MustCompile(`(?i)^(|open)$`)).OnElements("details")
	p.AllowAttrs("cite").OnElements("blockquote", "q")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("datetime").Matching(bluemonday.ISO8601).OnElements("time", "del", "ins")
	p.AllowStandardURLs()
	p.AllowLists()
	p.AllowTables()
	p.AllowImages()
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireNoFollowOnFullyQualifiedLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(text-(left|center|right|muted))$`)).OnElements("p", "div", "span")
	return p
})
