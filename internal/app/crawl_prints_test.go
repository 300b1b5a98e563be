package app_test

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

// without leaves out what a public file has as well: tables that each encoder writes.
func (p prints) without(public []byte) {
	for at := 0; at+printSize <= len(public); at++ {
		delete(p, [printSize]byte(public[at:at+printSize]))
	}
}
