package operation

// Env is what the surface gives a handler.
type Env struct{}
