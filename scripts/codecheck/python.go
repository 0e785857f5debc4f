package main

func python(string, []string) error     { return nil }
func typescript(string, []string) error { return nil }
