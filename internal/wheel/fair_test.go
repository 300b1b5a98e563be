package wheel_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"limelight/internal/wheel"
)

// vector is a draw that was worked out elsewhere. The browser's verifier is tested
// with the same file, which lies there.
type vector struct {
	Name       string
	ServerSeed string
	Commitment string
	ClientSeed string
	Nonce      int64
	Weights    []int
	Segment    int
}

func TestVectors(t *testing.T) {
	text, err := os.ReadFile("../../web/src/features/wheel/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 8 {
		t.Fatalf("%d vectors, want 8", len(vectors))
	}
	for _, v := range vectors {
		commitment, err := wheel.Commitment(v.ServerSeed)
		if err != nil || commitment != v.Commitment {
			t.Errorf("%s: the commitment is %s, %v", v.Name, commitment, err)
		}
		segment, err := wheel.Draw(v.ServerSeed, v.ClientSeed, v.Nonce, v.Weights)
		if err != nil || segment != v.Segment {
			t.Errorf("%s: segment %d, %v, want %d", v.Name, segment, err, v.Segment)
		}
	}
}

// numbered is a seed that every run of the test has.
func numbered(i int) string {
	sum := sha256.Sum256(fmt.Append(nil, i))
	return hex.EncodeToString(sum[:])
}

// 100,000 draws come up as the weights say: χ² stays below what one fair wheel in a
// thousand exceeds.
func TestDrawsFollowTheWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("half a million draws: without -short")
	}
	const draws = 100_000
	for name, weights := range map[string][]int{
		"even":     {1, 1, 1, 1, 1, 1},
		"uneven":   {400, 250, 150, 100, 60, 40},
		"rare":     {1000, 1, 1000, 5, 1000, 10, 200},
		"a full":   slices.Repeat([]int{1, 2, 3}, 8),
		"enormous": {1 << 30, 1 << 30, 1 << 30}, // a remainder alone would give the first segment one half
	} {
		t.Run(name, func(t *testing.T) {
			counts, total := make([]float64, len(weights)), 0
			for i := range draws {
				segment, err := wheel.Draw(numbered(i), "tom", int64(i+1), weights)
				if err != nil {
					t.Fatal(err)
				}
				counts[segment]++
			}
			for _, w := range weights {
				total += w
			}
			chi := 0.0
			for i, w := range weights {
				expected := draws * float64(w) / float64(total)
				chi += (counts[i] - expected) * (counts[i] - expected) / expected
			}
			if limit := critical(len(weights) - 1); chi > limit {
				t.Errorf("χ² is %.1f for %v, at most %.1f is believable", chi, counts, limit)
			}
		})
	}
}

// critical is the χ² of so many degrees of freedom that is exceeded once in a
// thousand (Wilson and Hilferty's approximation).
func critical(freedom int) float64 {
	const z = 3.0902
	n := 2 / (9 * float64(freedom))
	return float64(freedom) * math.Pow(1-n+z*math.Sqrt(n), 3)
}

// Either seed and the number of the spin change the draw.
func TestEverySeedCounts(t *testing.T) {
	weights := slices.Repeat([]int{1000}, 24)
	draw := func(server, client string, nonce int64) int {
		segment, err := wheel.Draw(server, client, nonce, weights)
		if err != nil {
			t.Fatal(err)
		}
		return segment
	}
	differ := [3]int{}
	for i := range 100 {
		was := draw(numbered(i), "tom", 1)
		for part, is := range []int{draw(numbered(i+1), "tom", 1), draw(numbered(i), "tim", 1), draw(numbered(i), "tom", 2)} {
			if is != was {
				differ[part]++
			}
		}
	}
	for part, n := range differ {
		if n < 80 {
			t.Errorf("part %d of the draw changed it %d times of 100", part, n)
		}
	}
}

func TestImpossibleDraws(t *testing.T) {
	for name, c := range map[string]struct {
		seed    string
		weights []int
	}{
		"no segments":      {numbered(1), nil},
		"a weight of zero": {numbered(1), []int{1, 0}},
		"a negative one":   {numbered(1), []int{5, -1}},
		"too heavy":        {numbered(1), []int{1 << 32, 1}},
		"no seed":          {"no", []int{1, 1}},
	} {
		if segment, err := wheel.Draw(c.seed, "tom", 1, c.weights); err == nil {
			t.Errorf("%s drew segment %d", name, segment)
		}
	}
}
