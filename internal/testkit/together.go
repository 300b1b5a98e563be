package testkit

import "sync"

// Together makes n calls at the same time, each with its number, and waits for all.
func Together(n int, call func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { call(i) })
	}
	all.Wait()
}
