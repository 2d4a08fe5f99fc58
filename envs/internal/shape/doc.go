// Package shape answers questions about types of Go that their structure alone decides.
package shape
