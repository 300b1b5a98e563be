package runner

import (
	"fmt"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
)

func TestAccountInTwoTabsIsOneViewer(t *testing.T) {
	tom := account.Caller{ID: "tom", SessionID: "s1", Role: account.Member}
	phone := account.Caller{ID: "tom", SessionID: "s2", Role: account.Member}
	nina := account.Caller{ID: "nina", SessionID: "s3", Role: account.Performer}
	var present []sfu.Participant
	for _, identity := range []string{
		gate.PublisherOf(nina), gate.ViewerOf(nina, "1.1.1.1"), gate.ViewerOf(tom, "1.1.1.2"), gate.ViewerOf(tom, "1.1.1.2"), gate.ViewerOf(phone, "1.1.1.3"),
		gate.ViewerOf(account.Caller{}, "1.1.1.4"), gate.ViewerOf(account.Caller{}, "1.1.1.4"),
	} {
		present = append(present, sfu.Participant{Identity: identity})
	}
	viewers, onStage := count(present, lifecycle.Show{PerformerID: "nina", Publisher: gate.PublisherOf(nina)})
	if viewers != 3 || !onStage {
		t.Errorf("%d viewers, on stage %v; want tom and two guests", viewers, onStage)
	}
}

// One computer is no crowd, however many tabs and addresses of its network it has.
func TestGuestsOfOneAddressAreBounded(t *testing.T) {
	for what, c := range map[string]struct {
		from func(i int) string
		want int
	}{
		"one address":            {func(int) string { return "1.1.1.1" }, 4},
		"one network of IPv6":    {func(i int) string { return fmt.Sprintf("2001:db8:9:%x::1", i) }, 16},
		"a hundred IPv4 clients": {func(i int) string { return fmt.Sprintf("1.1.1.%d", i) }, 100},
	} {
		var present []sfu.Participant
		for i := range 100 {
			present = append(present, sfu.Participant{Identity: gate.ViewerOf(account.Caller{}, c.from(i))})
		}
		if viewers, _ := count(present, lifecycle.Show{PerformerID: "nina"}); viewers != c.want {
			t.Errorf("%s: %d viewers, want %d", what, viewers, c.want)
		}
	}
}
