package performer

import (
	"time"

	"limelight/internal/kit/limit"
)

// sayRate bounds how often a performer changes what every open page is told.
const sayRate = "performer.say"

// documentsRate bounds how many sets of documents one performer hands in: each is kept.
const documentsRate = "performer.documents"

// Limits are the rules that the service's Limiter is asked by.
func Limits() limit.Rules {
	return limit.Rules{sayRate: {Max: 10, Per: time.Minute}, documentsRate: {Max: 20, Per: 24 * time.Hour}}
}
