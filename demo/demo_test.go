package demo_test

import (
	"encoding/json"
	"io/fs"
	"testing"

	"limelight/demo"
)

type person struct {
	Username   string
	Age        int
	Categories []string
	Clip       bool
}

func TestEveryPerformerHasHerPicturesAndLoop(t *testing.T) {
	var people struct{ Performers []person }
	if err := json.Unmarshal(demo.People, &people); err != nil {
		t.Fatalf("read people.json: %v", err)
	}
	if len(people.Performers) != 16 {
		t.Fatalf("%d performers, want 16", len(people.Performers))
	}
	for _, p := range people.Performers {
		if p.Age < 21 {
			t.Errorf("%s is %d, want 21 or older", p.Username, p.Age)
		}
		for _, file := range filesOf(p) {
			if info, err := fs.Stat(demo.Media(), file); err != nil || info.Size() == 0 {
				t.Errorf("%s lacks %s", p.Username, file)
			}
		}
	}
}

func filesOf(p person) []string {
	files := []string{"performers/" + p.Username + "-portrait.jpg", "performers/" + p.Username + "-wide.jpg", "performers/" + p.Username + "-avatar.jpg"}
	if p.Clip {
		files = append(files, "clips/"+p.Username+".h264", "clips/"+p.Username+"-small.h264", "clips/"+p.Username+".ogg")
	}
	return files
}

func TestEveryApplicantHasPapers(t *testing.T) {
	var people struct {
		Applicants []struct{ Username, Role string }
	}
	if err := json.Unmarshal(demo.People, &people); err != nil {
		t.Fatalf("read people.json: %v", err)
	}
	if len(people.Applicants) == 0 {
		t.Error("nobody applies")
	}
	for _, a := range people.Applicants {
		kinds := []string{"document"}
		if a.Role == "performer" {
			kinds = append(kinds, "id")
		}
		for _, kind := range kinds {
			file := "papers/" + a.Username + "-" + kind + ".jpg"
			if info, err := fs.Stat(demo.Media(), file); err != nil || info.Size() == 0 {
				t.Errorf("%s lacks %s", a.Username, file)
			}
		}
	}
}

func TestMediaStaysWithinTwelveMegabytes(t *testing.T) {
	var total int64
	err := fs.WalkDir(demo.Media(), ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatalf("walk the media: %v", err)
	}
	if total > 12<<20 {
		t.Errorf("media is %d bytes, want at most 12 MB: the whole site carries it", total)
	}
}
