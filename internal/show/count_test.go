package show

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/sfu"
)

func TestAnAccountInTwoTabsIsOneViewer(t *testing.T) {
	tom := account.Caller{ID: "tom", SessionID: "s1", Role: account.Member}
	phone := account.Caller{ID: "tom", SessionID: "s2", Role: account.Member}
	nina := account.Caller{ID: "nina", SessionID: "s3", Role: account.Performer}
	var present []sfu.Participant
	for _, identity := range []string{
		publisherOf(nina), viewerOf(nina), viewerOf(tom), viewerOf(tom), viewerOf(phone),
		viewerOf(account.Caller{}), viewerOf(account.Caller{}),
	} {
		present = append(present, sfu.Participant{Identity: identity})
	}
	viewers, onStage := count(present, Show{PerformerID: "nina", Publisher: publisherOf(nina)})
	if viewers != 3 || !onStage {
		t.Errorf("%d viewers, on stage %v; want tom and two guests", viewers, onStage)
	}
}
