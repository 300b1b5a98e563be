// Package web carries the built React app inside the program.
//
// `npm run build` fills dist; without a build it holds only a placeholder, so
// that the program compiles on a fresh clone and can say what is missing.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist is the built app: index.html, assets and public files. Before the first
// build it has no index.html.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		// The directory is embedded above; its name is a constant.
		panic(err)
	}
	return dist
}
