// Package mcpserver shows the operations over the Model Context Protocol, on
// standard input and output and as a streamable HTTP handler. It hardens the
// official SDK and adds no behaviour of its own to an operation.
package mcpserver
