package socket

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// stats are the server's counts since its start.
type stats struct {
	connections, rooms, queued                         atomic.Int64
	dropped, slow, deliveries, violations, unpublished atomic.Uint64
	handshakeFailures                                  *prometheus.CounterVec
}

// newFailures counts refused handshakes by reason.
func newFailures() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "socket_handshake_failures_total",
		Help: "Refused handshakes, by reason.",
	}, []string{"reason"})
}

func (s *Server) collectors() []prometheus.Collector {
	gauge := func(name, help string, v *atomic.Int64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 { return float64(v.Load()) })
	}
	counter := func(name, help string, v *atomic.Uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help},
			func() float64 { return float64(v.Load()) })
	}
	st := &s.stats
	return []prometheus.Collector{
		gauge("socket_connections", "Open connections.", &st.connections),
		gauge("socket_rooms", "Rooms with members on this node.", &st.rooms),
		gauge("socket_queued_bytes", "Bytes waiting for slow connections.", &st.queued),
		counter("socket_deliveries_total", "Events handed to connections.", &st.deliveries),
		counter("socket_dropped_total", "Droppable events not delivered to slow connections.", &st.dropped),
		counter("socket_slow_closes_total", "Connections closed because they could not keep up.", &st.slow),
		counter("socket_violations_total", "Inbound packets that broke a limit.", &st.violations),
		counter("socket_untold_total", "Records the other nodes could not be told.", &st.unpublished),
		st.handshakeFailures,
	}
}
