// Package demo holds the pictures, loops and people of the demonstration site.
//
// Everything in media is drawn and synthesised by the programs in studio; no photograph and
// no recording is in it. Paths inside Media: performers/<Username>-{portrait,wide,avatar}.jpg, members/<username>.jpg,
// papers/<username>-{id,document}.jpg,
// clips/<Username>.{h264,ogg} (854x480, 24 frames a second, Annex B; Opus 48 kHz, 20 ms pages;
// both loop without a seam) and banners/banner-{1,2}.jpg.
package demo

import (
	"embed"
	"io/fs"
)

//go:embed media
var media embed.FS

// People is people.json: performers, members, the studio, the administrator and chat lines.
//
//go:embed people.json
var People []byte

// Pages is pages.json: what the operator has written, with its translations.
//
//go:embed pages.json
var Pages []byte

// Media returns the files below demo/media.
func Media() fs.FS {
	root, err := fs.Sub(media, "media")
	if err != nil {
		panic("demo: media is not embedded: " + err.Error())
	}
	return root
}
