package budget

// slab makes values many at a time.
type slab[T any] struct{ free []T }

// next gives a value that was not given before.
func (s *slab[T]) next() *T {
	const many = 128
	if len(s.free) == 0 {
		s.free = make([]T, many)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}
