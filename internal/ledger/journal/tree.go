package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"math/bits"
)

// hash is a SHA-256.
type hash = [sha256.Size]byte

func hexOf(h hash) string { return hex.EncodeToString(h[:]) }

// leafHash and nodeHash are those of RFC 9162, section 2.1.1: the byte in front
// keeps a leaf from being passed off as a node.
func leafHash(line string) hash { return sha256.Sum256(append([]byte{0}, line...)) }

func nodeHash(left, right hash) hash {
	return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
}

// root is the Merkle tree hash over the hashes of leaves, or of equal trees that
// are cut at a power of two.
func root(hashes []hash) hash {
	switch len(hashes) {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return hashes[0]
	}
	k := half(len(hashes))
	return nodeHash(root(hashes[:k]), root(hashes[k:]))
}

// half is the largest power of two below n, which is at least 2.
func half(n int) int { return 1 << (bits.Len(uint(n-1)) - 1) }

// path is the inclusion proof of hashes[i], from the leaf up (RFC 9162, section
// 2.1.3.1).
func path(hashes []hash, i int) []hash {
	if len(hashes) < 2 {
		return nil
	}
	k := half(len(hashes))
	if i < k {
		return append(path(hashes[:k], i), root(hashes[k:]))
	}
	return append(path(hashes[k:], i-k), root(hashes[:k]))
}

// reach is the root that a path leads to from a leaf (RFC 9162, section 2.1.3.2);
// false when the path does not fit the index and the size.
func reach(leaf hash, index, size int64, path []hash) (hash, bool) {
	if index < 0 || index >= size {
		return hash{}, false
	}
	at, last, r := index, size-1, leaf
	for _, p := range path {
		if last == 0 {
			return hash{}, false
		}
		if at&1 == 1 || at == last {
			r = nodeHash(p, r)
			for at&1 == 0 && at != 0 {
				at, last = at>>1, last>>1
			}
		} else {
			r = nodeHash(r, p)
		}
		at, last = at>>1, last>>1
	}
	return r, last == 0
}

// tileSize is how many leaves a tile has: a power of two, so that the tree over
// the tiles' roots is the tree over the leaves.
const tileSize = 256

// leaf is a transfer of a day as the tree has it.
type leaf struct {
	id   string
	hash hash
}

// tile is up to 256 leaves that lie beside each other.
type tile struct {
	number int64
	leaves []leaf
	root   hash
}

func cut(leaves []leaf) (tiles []tile) {
	for at := 0; at < len(leaves); at += tileSize {
		t := tile{number: int64(at / tileSize), leaves: leaves[at:min(at+tileSize, len(leaves))]}
		t.root = root(t.hashes())
		tiles = append(tiles, t)
	}
	return tiles
}

func (t tile) hashes() []hash {
	hashes := make([]hash, len(t.leaves))
	for i, l := range t.leaves {
		hashes[i] = l.hash
	}
	return hashes
}

// rootOf is the root of a day.
func rootOf(tiles []tile) hash {
	roots := make([]hash, len(tiles))
	for i, t := range tiles {
		roots[i] = t.root
	}
	return root(roots)
}
