package orders

import (
	"strings"
	"testing"
	"time"

	"limelight/internal/testkit"
)

// A seller's list by deadline reads that seller's orders, and nobody else's.
func TestThePlanOfDeadlines(t *testing.T) {
	f := Filter{PerformerID: "nina", Status: Created, SortBy: ByDue, Ascending: true, Limit: 25}
	where, args := f.where(nil)
	page, args := f.page(args, counting{Deadlines{time.Hour, time.Hour, time.Hour}, []string{"tom", "ann"}})
	if got := testkit.Plan(t, testkit.DB(t), orderSQL+where+page, args...); !strings.Contains(got, "orders_seller") {
		t.Errorf("it is read by\n%s", got)
	}
}
