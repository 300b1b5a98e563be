package uploads

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"limelight/internal/testkit"
)

// Whatever happens to the line, in whatever order, on either node: the offset never goes
// back, no more than a block of what was sent is lost, and what is claimed in the end is
// what was sent.
func TestRandomInterruptions(t *testing.T) {
	for seed := range uint64(4) {
		east, west := pair(t)
		chance := rand.New(rand.NewPCG(seed, 1))
		data := randomBytes(24*mb + int(chance.Int64N(mb)))
		path := east.begins(t, int64(len(data)))
		at := int64(0)
		for at < int64(len(data)) {
			n := east
			if chance.IntN(2) == 0 {
				n = west
			}
			length := min(mb+chance.Int64N(8*mb), int64(len(data))-at)
			switch chance.IntN(4) {
			case 0:
				n.sends(t, path, at, data[at:at+length]).must(t, 204)
				at += length
			case 1:
				n.sends(t, path, at+1, data[at:min(at+length, int64(len(data))-1)]).must(t, 409)
			default:
				sent := chance.Int64N(length)
				held := n.holds(t, path, at, length, data[at:at+sent])
				testkit.Eventually(t, "the whole blocks are here, and the rest is waited for", func() bool {
					return n.received(t, path) == at+sent/blockSize*blockSize && testkit.Int(t, n.DB, `SELECT COUNT(*) FROM upload_leases`) == 1
				})
				if chance.IntN(2) == 0 {
					_ = held.Close() // else whoever asks next takes the lease
				}
			}
			got := n.asks(t, "nina", path).must(t, 200).offset(t)
			if got < at {
				t.Fatalf("seed %d: it went back from %d to %d", seed, at, got)
			}
			at = got
		}
		if u, got := west.claims(t, path); !bytes.Equal(got, data) || u.SHA256 != sumOf(data) {
			t.Errorf("seed %d: what was claimed is not what was sent", seed)
		}
	}
}
