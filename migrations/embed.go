// Package migrations holds the schema, in the order it was made.
package migrations

import "embed"

// Files are the migrations of both engines: the common ones at the top, and a
// folder for each engine's own.
//
//go:embed *.sql sqlite/*.sql postgres/*.sql
var Files embed.FS
