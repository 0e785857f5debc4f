package httpserver

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts requests by route pattern, never by what a client wrote, so
// that their number is bounded.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inWork   prometheus.Gauge
}

// newMetrics counts; bodies gives the bytes of request bodies that are held.
func newMetrics(bodies func() float64) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "majordomus_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "majordomus_http_request_seconds", Help: "Time to answer a request, by route.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route"}),
		inWork: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "majordomus_http_requests_in_work", Help: "Requests being answered now.",
		}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.inWork, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "majordomus_http_body_bytes", Help: "Bytes of request bodies held now.",
	}, bodies))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true})
}

// statusWriter remembers the status that was sent, and gives a client so long to
// take each piece of the answer: one that reads nothing holds nothing for long.
type statusWriter struct {
	http.ResponseWriter
	control  *http.ResponseController
	patience time.Duration
	status   int
}

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
	w.extend()
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	w.extend()
	return w.ResponseWriter.Write(p)
}

// extend begins the time of the next piece. What cannot be timed is a recorder.
func (w *statusWriter) extend() { _ = w.control.SetWriteDeadline(time.Now().Add(w.patience)) }

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what is buffered; event streams ask for it by interface.
func (w *statusWriter) Flush() {
	w.extend()
	_ = w.control.Flush()
}

func (m *metrics) observe(patience time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		m.inWork.Inc()
		sw := &statusWriter{ResponseWriter: w, control: http.NewResponseController(w), patience: patience}
		defer func() {
			m.inWork.Dec()
			route, status := r.Pattern, sw.status
			if route == "" {
				route = "none"
			}
			if status == 0 {
				status = http.StatusOK
			}
			m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
			m.seconds.WithLabelValues(route).Observe(time.Since(start).Seconds())
		}()
		next.ServeHTTP(sw, r)
	})
}
