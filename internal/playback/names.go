package playback

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
)

// Segments have names that say nothing, and that nobody can count up: a block cipher, whose
// key is the HMAC of media and rendition, turns the number into the name and back, so that
// neither is looked up in a list. A name of one rendition is none of another. The half of the
// block that is zero is what makes a name true; a variant of the segment can be told there.

const numberBytes = 8

// namesOf is the cipher of a rendition.
func (s *Service) namesOf(mediaID, rendition string) cipher.Block {
	mac := hmac.New(sha256.New, []byte(s.Keys.Derive("segment names")))
	mac.Write([]byte(mediaID + "|" + rendition))
	names, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		panic(err) // a key of 32 bytes is always taken
	}
	return names
}

// segmentName is the name of a segment, in hexadecimal.
func segmentName(names cipher.Block, number int) string {
	var b [aes.BlockSize]byte
	binary.BigEndian.PutUint64(b[:numberBytes], uint64(number))
	names.Encrypt(b[:], b[:])
	return hex.EncodeToString(b[:])
}

// segmentNumber reads it back; false for what is no name.
func segmentNumber(names cipher.Block, name string) (number int, ok bool) {
	b, err := hex.DecodeString(name)
	if err != nil || len(b) != aes.BlockSize {
		return 0, false
	}
	names.Decrypt(b, b)
	n := binary.BigEndian.Uint64(b[:numberBytes])
	return int(n), n <= math.MaxInt32 && [aes.BlockSize - numberBytes]byte(b[numberBytes:]) == [aes.BlockSize - numberBytes]byte{}
}
