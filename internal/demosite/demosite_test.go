package demosite

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"limelight/internal/kit/transcode"
)

// Every loop comes in two sizes, of which slow lines get the small one.
func TestClips(t *testing.T) {
	all, err := readPeople()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all.Performers {
		if !p.Clip {
			continue
		}
		clip, err := readClip(p.Username)
		if err != nil {
			t.Errorf("%s: %v", p.Username, err)
			continue
		}
		for sizes := range clip.Sizes(func() bool { return false }) {
			if len(sizes) != 2 || len(sizes[1]) >= len(sizes[0]) {
				t.Errorf("%s: %d sizes, or the second is no smaller", p.Username, len(sizes))
			}
			break
		}
	}
}

// Films are made by the programs that the site has, in the folder that is swept.
func TestFilms(t *testing.T) {
	program, folder := filepath.Join(t.TempDir(), "ffmpeg"), t.TempDir()
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$@\" >&2\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	all, err := readPeople()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all.Performers, func(p performing) bool { return p.Clip })
	site := &Site{TempFolder: folder}
	if _, err := site.film(t.Context(), transcode.Tools{FFmpeg: program}, all.Performers[i].Username, 0); err == nil || !strings.Contains(err.Error(), folder) {
		t.Errorf("a film is made elsewhere: %v", err)
	}
}
