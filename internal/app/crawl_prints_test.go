package app_test

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// printSize is how many bytes are compared: a part of a paid file that somebody is sent holds a whole
// block of it if it has twice as many bytes.
const printSize = 24

// prints are the blocks of files that not everybody may have, and whose they are.
type prints map[[printSize]byte]string

// add keeps the blocks of a file, but for those that say nothing (headers full of zeros).
func (p prints) add(key string, data []byte) {
	for at := 0; at+printSize <= len(data); at += printSize {
		block := [printSize]byte(data[at : at+printSize])
		if distinctBytes(block) >= 10 {
			p[block] = key
		}
	}
}

func distinctBytes(block [printSize]byte) (n int) {
	var seen [256]bool
	for _, b := range block {
		if !seen[b] {
			seen[b] = true
			n++
		}
	}
	return n
}

// find names the files of which a text has a part.
func (p prints) find(text []byte) (keys map[string]bool) {
	keys = map[string]bool{}
	for at := 0; at+printSize <= len(text); at++ {
		if key, found := p[[printSize]byte(text[at:at+printSize])]; found {
			keys[key] = true
		}
	}
	return keys
}

// withoutShared leaves out what files of several folders have: blurs are so small that noise of two
// colours may be alike for a block, of which nobody can say whose it is.
func (p prints) withoutShared(files map[string][]byte) {
	owner := map[[printSize]byte]string{}
	for key, data := range files {
		folder := path.Dir(key)
		for at := 0; at+printSize <= len(data); at++ {
			block := [printSize]byte(data[at : at+printSize])
			if first, found := owner[block]; found && first != folder {
				delete(p, block)
			} else {
				owner[block] = folder
			}
		}
	}
}

// without leaves out what a public file has as well: tables that each encoder writes.
func (p prints) without(public []byte) {
	for at := 0; at+printSize <= len(public); at++ {
		delete(p, [printSize]byte(public[at:at+printSize]))
	}
}

// fingerprints reads every file that is stored, and tells those that everybody may see from
// those that are paid for or private.
func (c *crawl) fingerprints(t *testing.T) {
	t.Helper()
	list := func(query string) map[string]bool {
		found := map[string]bool{}
		for _, one := range c.column(t, query) {
			found[one] = true
		}
		return found
	}
	shown := list(`SELECT 'photos/' || p.file_id FROM asset_photos p JOIN assets a ON a.id = p.asset_id
		WHERE a.status = 'active' AND p.approved_at > 0 AND p.removed_at = 0 AND a.kind <> 'gallery'`)
	blurred := list(`SELECT 'photos/' || p.file_id FROM asset_photos p JOIN assets a ON a.id = p.asset_id
		WHERE a.status = 'active' AND p.approved_at > 0 AND p.removed_at = 0`)
	c.blurs = map[string]string{}
	for _, one := range c.column(t, `SELECT 'photos/' || m.file_id || ' ' || a.username
		FROM messages m JOIN message_photos o ON o.message_id = m.id JOIN accounts a ON a.id = o.member_id
		WHERE m.file_id <> '' AND m.held_at = 0`) {
		folder, member, _ := strings.Cut(one, " ")
		c.blurs[folder] = member
	}
	trailers := list(`SELECT 'media/' || m.id FROM asset_media m JOIN assets a ON a.id = m.asset_id
		WHERE a.status = 'active' AND m.approved_at > 0 AND m.purpose = 'trailer'`)
	public, secret := map[string][]byte{}, map[string][]byte{}
	root := filepath.Join(c.cfg.Data, "files")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		key := strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(root)+"/")
		folder := key[:strings.LastIndex(key, "/")]
		if shown[folder] || trailers[folder] || blurred[folder] && strings.Contains(key, "/blur.") || strings.HasPrefix(key, "images/") {
			public[key] = data
		} else {
			secret[key] = data
		}
		return err
	})
	if err != nil || len(secret) < 100 {
		t.Fatalf("%d files are kept that not everybody may see (%v)", len(secret), err)
	}
	c.paid, c.hidden = prints{}, prints{}
	for key, data := range secret {
		c.paid.add(key, data)
		c.hidden.add(key, data)
		if strings.HasPrefix(key, "documents/") || strings.HasPrefix(key, "uploads/") {
			c.never = append(c.never, key)
		}
	}
	c.paid.add("an identity document", aPaper)
	c.hidden.add("an identity document", aPaper)
	for key, data := range public {
		c.paid.without(data)
		if !strings.HasPrefix(key, "images/") {
			c.hidden.add(key, data)
		}
	}
	blurs := maps.Clone(secret)
	maps.Copy(blurs, public)
	maps.DeleteFunc(blurs, func(key string, _ []byte) bool { return !strings.Contains(key, "/blur.") })
	c.paid.withoutShared(blurs)
	c.hidden.withoutShared(blurs)
	told := map[string]bool{}
	for _, key := range c.paid {
		told[key] = true
	}
	for key := range secret {
		if !told[key] && !slices.Contains(c.never, key) {
			c.never = append(c.never, key) // too small to be told, or the same as something public
		}
	}
}
