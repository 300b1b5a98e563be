package core

import (
	"errors"
	"sync"

	"limelight/internal/kit/recovery"
)

const workers = 8 // shows or meters looked at together

// Each does something with everyone of a list, several at a time: their commits
// are gathered.
func Each[T any](list []T, do func(T) error) error {
	failed := make([]error, len(list))
	var all sync.WaitGroup
	for hand := range min(workers, len(list)) {
		all.Go(func() {
			for i := hand; i < len(list); i += workers {
				failed[i] = recovery.Run(nil, "show.each", func() error { return do(list[i]) })
			}
		})
	}
	all.Wait()
	return errors.Join(failed...)
}
