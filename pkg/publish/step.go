package publish

// Before has step called before every call that changes the disk, with what is
// to be done and the name it is done to; an error of it takes the place of the
// call. Those who publish stop there in their tests of crashes.
func (s *Set) Before(step func(op, name string) error) { s.step = step }
