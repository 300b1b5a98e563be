package limit

import "testing"

// Of an owner so much may be open, of all together so much; what was closed makes room,
// and nothing is kept of who has nothing open.
func TestOpen(t *testing.T) {
	var o Open
	east, west := []string{"east", "net"}, []string{"west", "net"}
	for _, c := range []struct {
		owners []string
		want   Entry
	}{{east, Entered}, {east, Entered}, {east, Owned}, {west, Entered}, {west, Full}, {nil, Full}} {
		if got := o.Enter(c.owners, 2, 3); got != c.want {
			t.Errorf("%v: %d, want %d", c.owners, got, c.want)
		}
	}
	for i := range FurtherShare - 1 {
		if got := o.Enter([]string{string(rune('a' + i)), "net"}, 1, 0); (got == Entered) != (i < FurtherShare-3) {
			t.Errorf("entry %d of the network: %d", i+3, got)
		}
	}
	for _, owners := range [][]string{east, east, west, {"a", "net"}} {
		o.Leave(owners)
	}
	if o.Len() != 0 || len(o.open) != 0 {
		t.Errorf("%d are open, %v is kept", o.Len(), o.open)
	}
}
