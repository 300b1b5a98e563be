package filecheck_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"limelight/internal/kit/filecheck"
)

// entry is one of an archive's.
type entry struct {
	name   string
	data   []byte
	change func(*zip.FileHeader)
}

func archive(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.change != nil {
			e.change(h)
		}
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write(e.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func try(name string, data []byte) error {
	return filecheck.Check(name, bytes.NewReader(data), int64(len(data)))
}

var (
	jpeg = "\xff\xd8\xff\xe0\x00\x10JFIF\x00" + strings.Repeat("x", 600)
	mp4  = "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2" + strings.Repeat("x", 600)
)

func stored(h *zip.FileHeader) { h.Method = zip.Store }

func epub(t testing.TB) []byte {
	return archive(t, entry{"mimetype", []byte("application/epub+zip"), func(h *zip.FileHeader) {
		h.Method = zip.Store
		h.CompressedSize64, h.UncompressedSize64, h.CRC32 = 20, 20, 0x2cab616f
	}}, entry{"OEBPS/a.xhtml", []byte("<html/>"), nil})
}

// What is as its name says is accepted, whatever the letters of the ending.
func TestAccepts(t *testing.T) {
	good := archive(t, entry{"photos/", nil, nil}, entry{"photos/sea.jpg", []byte(jpeg), nil}, entry{"Straße …/read me", []byte("hello"), stored})
	for name, data := range map[string][]byte{
		"set.zip": good, "SET.ZIP": good, "book.epub": epub(t), "book.pdf": []byte("%PDF-1.7\n%âãÏÓ\n"), "song.mp3": []byte("ID3\x04\x00\x00\x00\x00\x00\x00xx"),
		"bare.mp3": []byte("\xff\xfb\x90\x64\x00\x00"), "voice.m4a": []byte(mp4), "film.mp4": []byte(mp4), "a.wav": []byte("RIFF\x24\x00\x00\x00WAVEfmt "),
		"a.jpg": []byte(jpeg), "a.jpeg": []byte(jpeg), "a.png": []byte("\x89PNG\r\n\x1a\n\x00\x00"), "a.webp": []byte("RIFF\x24\x00\x00\x00WEBPVP8 "),
	} {
		if err := try(name, data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is something else than its name says, or something else as well, is refused.
func TestKinds(t *testing.T) {
	set := archive(t, entry{"a.txt", []byte("hello"), nil})
	for name, data := range map[string]string{
		"html.jpg": "<html><script>alert(1)</script>", "gif.png": "GIF89a/*\x00\x00*/=1;alert(1)", "script.pdf": "#!/bin/sh\nrm -rf /", "jpeg.zip": jpeg,
		"program.zip": "MZ\x90\x00" + string(set), "plain.epub": string(set), "playlist.mp4": "#EXTM3U\nfile:///etc/passwd", "svg.webp": "<svg onload=alert(1)>",
		"avi.wav": "RIFF\x24\x00\x00\x00AVI LIST", "elf": "\x7fELF", "run.exe": "MZ", "jpeg and archive.jpg": jpeg + string(set), "pdf and archive.pdf": "%PDF-1.7\n" + string(set),
		"almost.mp3": "\xff\xff\xff\xff", "tiny.mp4": "\x00\x00\x00\x08ftyp", "late.pdf": "\n%PDF-1.7",
	} {
		if err := try(name, []byte(data)); !errors.Is(err, filecheck.ErrKind) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := try("a.pdf", nil); !errors.Is(err, filecheck.ErrEmpty) {
		t.Errorf("nothing at all: %v", err)
	}
}

// Archives that harm who opens them are refused.
func TestArchives(t *testing.T) {
	zeros := make([]byte, 40<<20)
	text := []byte("hello")
	many := make([]entry, filecheck.MaxEntries+1)
	for i := range many {
		many[i] = entry{strings.Repeat("a", 1+i%50) + string(rune('b'+i%20)) + "/" + strings.Repeat("c", i/1000+1) + string(rune('0'+i%10)) + strings.Repeat("d", i%1000/10), nil, nil}
	}
	link := func(h *zip.FileHeader) { h.SetMode(fs.ModeSymlink | 0o777) }
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"a bomb":                    {archive(t, entry{"zeros", zeros, nil}), filecheck.ErrBomb},
		"too many":                  {archive(t, many...), filecheck.ErrBomb},
		"an archive in it":          {archive(t, entry{"inner.zip", text, nil}), filecheck.ErrNested},
		"one of another program":    {archive(t, entry{"a/INNER.TAR.GZ", text, nil}), filecheck.ErrNested},
		"above its folder":          {archive(t, entry{"../../x", text, nil}), filecheck.ErrNames},
		"above, in the middle":      {archive(t, entry{"a/../../x", text, nil}), filecheck.ErrNames},
		"at the root":               {archive(t, entry{"/etc/passwd", text, nil}), filecheck.ErrNames},
		"another system's":          {archive(t, entry{`..\x`, text, nil}), filecheck.ErrNames},
		"on a drive":                {archive(t, entry{"C:/x", text, nil}), filecheck.ErrNames},
		"with NUL":                  {archive(t, entry{"a\x00.jpg", text, nil}), filecheck.ErrNames},
		"from right to left":        {archive(t, entry{"a\u202egpj.exe", text, nil}), filecheck.ErrNames},
		"a long name":               {archive(t, entry{strings.Repeat("a", 5000), text, nil}), filecheck.ErrNames},
		"without a name":            {archive(t, entry{"", text, nil}), filecheck.ErrNames},
		"a link":                    {archive(t, entry{"a", []byte("/etc/passwd"), link}), filecheck.ErrNames},
		"the same name twice":       {archive(t, entry{"a", text, nil}, entry{"A", text, nil}), filecheck.ErrArchive},
		"nothing in it":             {archive(t, entry{"a", text, nil})[:4], filecheck.ErrArchive},
		"its end is missing":        {cut(archive(t, entry{"a", text, nil}), 10), filecheck.ErrArchive},
		"something before its end":  {between(archive(t, entry{"a", text, nil})), filecheck.ErrArchive},
		"a password":                {encrypted(archive(t, entry{"a", text, nil})), filecheck.ErrEncrypted},
		"entries that share bytes":  {shared(archive(t, entry{"a", text, stored})), filecheck.ErrBomb},
		"a directory that promises": {promising(archive(t, entry{"a", text, nil})), filecheck.ErrBomb},
	} {
		if err := try("set.zip", c.data); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func cut(data []byte, by int) []byte { return data[:len(data)-by] }

func endOf(data []byte) int { return bytes.LastIndex(data, []byte("PK\x05\x06")) }

func centralOf(data []byte) int { return bytes.Index(data, []byte("PK\x01\x02")) }

// between puts bytes between the directory and the end.
func between(data []byte) []byte {
	at := endOf(data)
	return bytes.Join([][]byte{data[:at], []byte("hidden"), data[at:]}, nil)
}

func encrypted(data []byte) []byte {
	data[centralOf(data)+8] |= 1
	return data
}

// shared lets the one entry claim more bytes than there are.
func shared(data []byte) []byte {
	binary.LittleEndian.PutUint32(data[centralOf(data)+20:], 1<<20)
	return data
}

// promising says that there are 4 billion entries, in the second end of an archive.
func promising(data []byte) []byte {
	at := endOf(data)
	second := make([]byte, 56)
	copy(second, "PK\x06\x06")
	binary.LittleEndian.PutUint64(second[4:], 44)
	binary.LittleEndian.PutUint64(second[32:], 1<<32)
	binary.LittleEndian.PutUint64(second[40:], 1<<33)
	locator := make([]byte, 20)
	copy(locator, "PK\x06\x07")
	binary.LittleEndian.PutUint64(locator[8:], uint64(at))
	end := bytes.Clone(data[at:])
	binary.LittleEndian.PutUint16(end[10:], 0xffff)
	return bytes.Join([][]byte{data[:at], second, locator, end}, nil)
}

// Whatever an archive promises, little memory is taken.
func TestMemory(t *testing.T) {
	data := archive(t, entry{"a", []byte("hello"), nil})
	at, central := endOf(data), centralOf(data)
	one := data[central:at]
	liar := bytes.Join([][]byte{data[:central], bytes.Repeat(one, 400_000), data[at:]}, nil) // its end says 1
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if err := try("set.zip", liar); err == nil {
		t.Error("it is accepted")
	}
	if err := try("set.zip", promising(data)); err == nil {
		t.Error("promises are accepted")
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
		t.Errorf("it took %d bytes", took)
	}
}

func TestMediaType(t *testing.T) {
	for name, want := range map[string]string{"a.PDF": "application/pdf", "a.html": "application/octet-stream", "a": "application/octet-stream"} {
		if got := filecheck.MediaType(name); got != want {
			t.Errorf("%s is sent as %s", name, got)
		}
	}
}

// Nothing that anybody sends panics or takes much; what is accepted begins as it should.
func FuzzCheck(f *testing.F) {
	f.Add("a.zip", archive(f, entry{"a", []byte("hello"), nil}))
	f.Add("a.zip", promising(archive(f, entry{"a", []byte("hello"), nil})))
	f.Add("a.epub", epub(f))
	f.Add("a.jpg", []byte(jpeg))
	f.Add("a.mp3", []byte("\xff\xfb\x90\x64"))
	f.Add("a.mp4", []byte(mp4))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if err := try(name, data); err == nil && filecheck.MediaType(name) == "application/octet-stream" {
			t.Errorf("%q is accepted, and of no kind", name)
		}
	})
}
