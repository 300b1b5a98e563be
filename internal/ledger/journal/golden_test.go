package journal

import (
	"crypto/ed25519"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/kit/id"
)

var update = flag.Bool("update", false, "write the proofs that the browser's test reads too")

// leaves and roots of the trees of one to eight of them, as the reference
// implementations of RFC 6962 test them.
var referenceLeaves = []string{
	"", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
}

var referenceRoots = []string{
	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
	"fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
	"aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
	"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
	"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
	"76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
	"ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
	"5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}

func TestReferenceTrees(t *testing.T) {
	var hashes []hash
	for _, digits := range referenceLeaves {
		if got := hexOf(root(hashes)); got != referenceRoots[len(hashes)] {
			t.Errorf("the root of %d leaves is %s, want %s", len(hashes), got, referenceRoots[len(hashes)])
		}
		b, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, leafHash(string(b)))
	}
	if got := hexOf(root(hashes)); got != referenceRoots[8] {
		t.Errorf("the root of eight leaves is %s, want %s", got, referenceRoots[8])
	}
	way := path(hashes, 5) // beside 5: leaf 4, leaves 6 and 7, leaves 0 to 3
	want := []string{
		"bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
		"ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
		"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
	}
	for i, h := range way {
		if hexOf(h) != want[i] || len(way) != len(want) {
			t.Errorf("step %d of %d beside leaf 5 is %s, want %s", i, len(way), hexOf(h), want[i])
		}
	}
}

// Whatever the size: the tree over tiles is the tree over leaves, each path leads
// to the root, and no other index or size fits it.
func TestPathsLeadToTheRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1500).Draw(t, "size")
		leaves := make([]leaf, n)
		hashes := make([]hash, n)
		for i := range leaves {
			hashes[i] = leafHash(fmt.Sprint(i))
			leaves[i] = leaf{fmt.Sprint(i), hashes[i]}
		}
		tiles := cut(leaves)
		top := root(hashes)
		if rootOf(tiles) != top {
			t.Fatalf("%d leaves in %d tiles have another root", n, len(tiles))
		}
		i := rapid.IntRange(0, n-1).Draw(t, "index")
		var roots []hash
		for _, tile := range tiles {
			roots = append(roots, tile.root)
		}
		way := append(path(tiles[i/tileSize].hashes(), i%tileSize), path(roots, i/tileSize)...)
		if fmt.Sprint(way) != fmt.Sprint(path(hashes, i)) {
			t.Fatalf("the path of leaf %d of %d differs through the tiles", i, n)
		}
		if got, fits := reach(hashes[i], int64(i), int64(n), way); !fits || got != top {
			t.Fatalf("the path of leaf %d of %d leads elsewhere", i, n)
		}
		other := rapid.IntRange(-1, n+1).Draw(t, "other")
		if got, fits := reach(hashes[i], int64(other), int64(n), way); other != i && fits && got == top {
			t.Fatalf("the path of leaf %d of %d fits index %d", i, n, other)
		}
	})
	only := leafHash("the only one")
	for _, index := range []int64{-1, 1} {
		if _, fits := reach(only, index, 1, nil); fits {
			t.Errorf("the only leaf is number %d", index)
		}
	}
}

var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// example are the transfers of the golden lines.
func example() []entry {
	return []entry{
		{
			id: "06gysbe4h0000000000000000g", key: "grant:start:tom", kind: "grant", reference: "start:tom", payee: "tom", memo: "Welcome",
			createdAt: noon.UnixMilli(), legs: []leg{{1, "world:grant", "wallet:tom", 10000}},
		},
		{
			id: "06gysbe4h1000000000000000g", key: "tip:1", kind: "tip", reference: "1", payer: "tom", payee: "nina",
			memo: "für\tdich,\r\n\\o/ 💜", createdAt: noon.UnixMilli() + 1, legs: []leg{
				{1, "wallet:tom", "earn:nina", 63}, {2, "wallet:tom", "earn:studio", 42}, {3, "wallet:tom", "site:revenue", 45},
			},
		},
		{
			id: "06gysbe4h2000000000000000g", key: "reversal:06gysbe4h1000000000000000g", kind: "tip", reference: "1", payer: "tom", payee: "nina",
			reverses: sql.NullString{String: "06gysbe4h1000000000000000g", Valid: true}, createdAt: noon.UnixMilli() + 2,
			legs: []leg{{1, "site:revenue", "wallet:tom", 45}, {2, "earn:studio", "wallet:tom", 42}, {3, "earn:nina", "wallet:tom", 63}},
		},
	}
}

func TestGoldenLines(t *testing.T) {
	for i, want := range []string{
		"1\t06gysbe4h0000000000000000g\tgrant:start:tom\tgrant\tstart:tom\t\ttom\t\\N\tWelcome\t1793620800000\t1\t1\tworld:grant\twallet:tom\t10000\tSALT",
		"1\t06gysbe4h1000000000000000g\ttip:1\ttip\t1\ttom\tnina\t\\N\tfür\\tdich,\\r\\n\\\\o/ 💜\t1793620800001\t3\t1\twallet:tom\tearn:nina\t63\t2\twallet:tom\tearn:studio\t42\t3\twallet:tom\tsite:revenue\t45\tSALT",
		"1\t06gysbe4h2000000000000000g\treversal:06gysbe4h1000000000000000g\ttip\t1\ttom\tnina\t06gysbe4h1000000000000000g\t\t1793620800002\t3\t1\tsite:revenue\twallet:tom\t45\t2\tearn:studio\twallet:tom\t42\t3\tearn:nina\twallet:tom\t63\tSALT",
	} {
		if got := example()[i].line("SALT"); got != want {
			t.Errorf("line %d is\n%q, want\n%q", i, got, want)
		}
	}
}

// Two transfers never have the same line: what is text in one field cannot be read
// as another.
func TestLinesAreUnambiguous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab\\\t\n\rN0")))
		draw := func(name string) entry {
			e := entry{key: text.Draw(t, name+" key"), kind: text.Draw(t, name+" kind"), memo: text.Draw(t, name+" memo")}
			if e.reverses.Valid = rapid.Bool().Draw(t, name+" is a reversal"); e.reverses.Valid {
				e.reverses.String = text.Draw(t, name+" reverses")
			}
			for range rapid.IntRange(0, 2).Draw(t, name+" legs") {
				e.legs = append(e.legs, leg{1, text.Draw(t, name+" source"), text.Draw(t, name+" target"), 5})
			}
			return e
		}
		one, two := draw("one"), draw("two")
		if same := fmt.Sprintf("%#v", one) == fmt.Sprintf("%#v", two); same != (one.line("s") == two.line("s")) {
			t.Fatalf("%+v and %+v are written as %q and %q", one, two, one.line("s"), two.line("s"))
		}
		if line := one.line("s"); strings.ContainsAny(line, "\n\r") {
			t.Fatalf("%q has several lines", line)
		}
	})
}

func TestTimeOfAnId(t *testing.T) {
	for _, at := range []time.Time{noon, noon.Add(-time.Millisecond), noon.AddDate(30, 0, 0)} {
		if got, ok := id.Time(id.New(at)); !ok || !got.Equal(at) {
			t.Errorf("an id of %v is read as %v", at, got)
		}
	}
	for _, bad := range []string{"", "x", "uuuuuuuuuuuuuuuuuuuuuuuuuu"} {
		if _, ok := id.Time(bad); ok {
			t.Errorf("%q has a time", bad)
		}
	}
}

// vectors are what the browser's verifier is tested by.
type vectors struct {
	PublicKey string  `json:"publicKey"`
	Heads     []Head  `json:"heads"`
	Proofs    []Proof `json:"proofs"`
}

// golden is a chain of five days with 1, 0, 3, 8 and 300 transfers, and proofs out
// of each.
func golden() vectors {
	j := &Journal{Deps{Keys: Keys{
		Sign: ed25519.NewKeyFromSeed([]byte("a key of 32 bytes, used in tests")), Salt: []byte("another one, as long as the other"),
	}}}
	v := vectors{PublicKey: hex.EncodeToString(j.PublicKey())}
	previous := genesis
	for day, size := range []int{1, 0, 3, 8, 300} {
		var lines []string
		var leaves []leaf
		for i := range size {
			e := example()[i%3]
			e.id = fmt.Sprintf("06gysbe4h%d%03d000000000000g", day, i)
			lines = append(lines, j.lineOf(e))
			leaves = append(leaves, leaf{e.id, leafHash(lines[i])})
		}
		tiles := cut(leaves)
		head := j.sign(Head{
			Version: Version, Day: dayOf(noon.AddDate(0, 0, day)), Size: int64(size), Root: hexOf(rootOf(tiles)), Previous: previous,
		})
		previous = head.Chain
		v.Heads = append(v.Heads, head)
		for i := range size {
			if size > 8 && i%50 != 0 && i != size-1 {
				continue
			}
			p := Proof{Head: head, Leaf: lines[i], Index: int64(i), Path: []string{}}
			var all []hash
			for _, l := range leaves {
				all = append(all, l.hash)
			}
			for _, h := range path(all, i) {
				p.Path = append(p.Path, hexOf(h))
			}
			v.Proofs = append(v.Proofs, p)
		}
	}
	return v
}

// The file that the browser's test reads is what this program makes.
func TestGoldenProofs(t *testing.T) {
	const file = "../../../web/src/features/journal/testdata/proofs.json"
	v := golden()
	if *update { // `npx biome format --write` then gives it the web's layout
		text, err := json.MarshalIndent(v, "", "  ")
		if err == nil {
			err = os.WriteFile(file, append(text, '\n'), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var kept vectors
	if err := json.Unmarshal(text, &kept); err != nil || !reflect.DeepEqual(kept, v) {
		t.Errorf("%s is not what the journal makes (%v): if the change is meant, the version must change too; then run with -update", file, err)
	}
	key, err := hex.DecodeString(v.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range v.Proofs {
		if !p.Holds(key) {
			t.Errorf("proof %d does not hold", i)
		}
	}
}
