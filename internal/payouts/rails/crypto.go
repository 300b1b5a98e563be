package rails

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"regexp"
	"strings"
)

// coins are the currencies that a crypto address may be of, and what is checked
// of it. A Bitcoin address carries a checksum. Ethereum's is in the capitals of
// its letters, by a hash that the standard library lacks: only its shape is seen.
var coins = map[string]func(address string) bool{
	"BTC": func(a string) bool { return validBase58(a) || validSegwit(a) },
	"ETH": regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`).MatchString,
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// validBase58 checks an address of Bitcoin's main net: 25 bytes, of which the
// last four are the double SHA-256 of the others.
func validBase58(address string) bool {
	if len(address) < 26 || len(address) > 35 {
		return false
	}
	n := new(big.Int)
	for _, c := range []byte(address) {
		digit := strings.IndexByte(base58, c)
		if digit < 0 {
			return false
		}
		n.Add(n.Mul(n, big.NewInt(58)), big.NewInt(int64(digit)))
	}
	if n.BitLen() > 25*8 {
		return false
	}
	raw := n.FillBytes(make([]byte, 25))
	once := sha256.Sum256(raw[:21])
	twice := sha256.Sum256(once[:])
	known := raw[0] == 0x00 || raw[0] == 0x05 // to a key, to a script
	return known && bytes.Equal(twice[:4], raw[21:])
}

const bech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

// validSegwit checks a "bc1" address: Bech32 for version 0 (BIP 173), Bech32m for
// the later ones (BIP 350).
func validSegwit(address string) bool {
	lower := strings.ToLower(address)
	if lower != address && strings.ToUpper(address) != address {
		return false
	}
	data, ours := strings.CutPrefix(lower, "bc1")
	if !ours || len(data) < 14 || len(address) > 90 {
		return false
	}
	values := []byte{3, 3, 0, 2, 3} // the prefix "bc", expanded
	for _, c := range []byte(data) {
		digit := strings.IndexByte(bech32, c)
		if digit < 0 {
			return false
		}
		values = append(values, byte(digit))
	}
	version := values[5]
	return version == 0 && checksum(values) == 1 || version >= 1 && version <= 16 && checksum(values) == 0x2bc830a3
}

// checksum is BIP 173's polymod.
func checksum(values []byte) uint32 {
	sum := uint32(1)
	for _, v := range values {
		top := sum >> 25
		sum = (sum&0x1ffffff)<<5 ^ uint32(v)
		for i, g := range []uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 == 1 {
				sum ^= g
			}
		}
	}
	return sum
}
