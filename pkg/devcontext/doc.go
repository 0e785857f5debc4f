// Package devcontext chains index, seed, walk and budget in one process and
// shows the answer: explained, compared, spent again, as text, as Markdown, as
// a prompt with bodies. It decides nothing about what is given, that is the
// walk's and the budget's, and writes nothing but what Init is asked for. The
// one invariant: its answer is the pipe's, byte for byte.
package devcontext
