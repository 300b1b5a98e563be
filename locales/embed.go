// Package locales holds the languages of the site beside English, one folder each:
// language.json (its name in itself, its direction), server.json (what the program
// says), web/ (what the web app says, which its build takes). docs/translating.md
// tells how they are kept.
package locales

import "embed"

// Files are the parts that the program reads.
//
//go:embed */language.json */server.json
var Files embed.FS
