package fx_test

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"go.uber.org/fx"
)

// An App that was stopped by a signal, and too late, cannot be stopped again.
//
// After a signal nobody receives from the channel to which Stop sends (signal.go:125). Then Stop selects between the
// end of its time and the goroutine that has ended (signal.go:127). If it takes the first, what it has sent stays in
// the channel. The next Stop blocks where it sends, with a lock that Done needs.
func TestStopAgain(t *testing.T) {
	app := fx.New(fx.NopLogger, fx.Invoke(func(l fx.Lifecycle) {
		l.Append(fx.StopHook(func(ctx context.Context) error {
			<-ctx.Done() // a hook that does not end in time
			return ctx.Err()
		}))
	}))
	if err := app.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	done := app.Done()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-done
	time.Sleep(10 * time.Millisecond) // the goroutine ends that has received the signal
	short, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if err := app.Stop(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal("the first Stop:", err)
	}
	time.Sleep(10 * time.Millisecond)
	long, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := app.Stop(long); err != nil {
		t.Error("the second Stop, which has nothing to wait for:", err)
	}
}
