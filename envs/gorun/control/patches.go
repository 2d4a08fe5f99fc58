package control

import (
	"regexp"

	"github.com/seed38182bad/parallax/envs/gorun/internal/patch"
)

// A change is a patch.
type change patch.Patch

// at is a change of what re finds once.
func at(file, re, replace, why string) change {
	return change{file, regexp.MustCompile(`(?m)` + re), 1, replace, why}
}

// every is a change of what re finds count times.
func every(count int, file, re, replace, why string) change {
	return change{file, regexp.MustCompile(`(?m)` + re), count, replace, why}
}

// runtimePatches are for points, and for what parks, wakes, starts and ends goroutines.
var runtimePatches = []change{
	at("runtime/runtime2.go", `(?s)^(type g struct \{\n.*?\n)\}\n`, "${1}\n\tcontrol *ControlThread\n}\n",
		"a field of g for its thread"),
	at("runtime/proc.go", `^func ready\(gp \*g, traceskip int, next bool\) \{\n`,
		"${0}\tif !controlReadies(gp) {\n\t\treadyNow(gp, traceskip, next)\n\t}\n}\n\n"+
			"// readyNow is ready for what the run time has stopped.\n"+
			"func readyNow(gp *g, traceskip int, next bool) {\n", "to see goroutines wake"),
	at("runtime/preempt.go", `^\t\tready\(gp, 0, true\)\n`, "\t\treadyNow(gp, 0, true)\n", "to see goroutines wake"),
	at("runtime/proc.go", `^(\treleasem\(mp\)\n\t//.*\n\tmcall\(park_m\)\n)`,
		"\tif gp.control != nil {\n\t\tcontrolParks(gp, reason)\n\t}\n${1}"+
			"\tif gp.control != nil {\n\t\tcontrolGoesOn(gp)\n\t}\n", "to see goroutines wait, before they could move"),
	at("runtime/proc.go", `^\tmp := acquirem\(\)\n\tgp := mp\.curg\n\tstatus := readgstatus\(gp\)\n\tif status != _Gr`,
		"\tif getg().control != nil {\n\t\tcontrolParking(reason)\n\t}\n${0}", "to see them before locks are held"),
	at("runtime/proc.go", `^func park_m\(gp \*g\) \{\n`,
		"${0}\tcontrolled := gp.control != nil && gp.control.parked()\n", "to see goroutines wait"),
	at("runtime/proc.go", `^\t\tmp\.waitlock = nil\n\t\tif !ok \{\n`,
		"${0}\t\t\tif controlled {\n\t\t\t\tgp.control.state.Store(ControlRunning)\n\t\t\t}\n", "to see goroutines not wait"),
	at("runtime/proc.go", `(?s)^(func park_m\(gp \*g\) \{\n.*?\n)(\tschedule\(\)\n\}\n)`,
		"${1}\tif controlled {\n\t\tcontrolParked()\n\t}\n${2}", "to let another goroutine go on"),
	at("runtime/proc.go", `^\t\tnewg := newproc1\(fn, gp, pc, false, waitReasonZero\)\n`,
		"\t\tif controlStarts(gp, fn) {\n\t\t\tcontrolAdd(newproc1(fn, gp, pc, true, controlReason(gp)))\n"+
			"\t\t\treturn\n\t\t}\n${0}",
		"to see goroutines start"),
	at("runtime/proc.go", `^func goexit1\(\) \{\n`,
		"${0}\tif gp := getg(); gp.control != nil {\n\t\tcontrolExits(gp)\n\t}\n", "to see goroutines end"),
	at("runtime/proc.go", `^\tgdestroy\(gp\)\n\tschedule\(\)\n`,
		"\tcontrolled := gp.control != nil\n\tif controlled {\n\t\tgp.control = nil\n\t\tif gp.lockedm != 0 {\n"+
			"\t\t\tcontrolLocked()\n\t\t\tcontrolled = false\n\t\t}\n\t}\n\tgdestroy(gp)\n"+
			"\tif controlled {\n\t\tcontrolExited()\n\t}\n\tschedule()\n", "to let another goroutine go on"),
	at("runtime/proc.go", `^\tfor m := &firstmoduledata; true; m = m\.next \{\n\t\tdoInit`, "\tcontrolSave()\n${0}",
		"to put variables back"),
	at("runtime/proc.go", `^func Gosched\(\) \{\n`,
		"${0}\tif gp := getg(); gp.control != nil && controlYields(gp, sys.GetCallerPC()) {\n\t\treturn\n\t}\n",
		"a point"),
	at("runtime/proc.go", `^func os_beforeExit\(exitCode int\) \{\n`,
		"${0}\tif getg().control != nil {\n\t\tcontrolFails(ControlExit, \"exit status \"+string(itoa(make([]byte, 20), "+
			"uint64(exitCode))))\n\t}\n", "to see goroutines end the program"),
	at("runtime/coro.go", `^\tmp := gp\.m\n\n\t// Track and validate`,
		"\tcontrolled := gp.control\n\tgp.control = nil\n${0}",
		"to see coroutines"),
	at("runtime/coro.go", `^\tsetGNoWB\(&mp\.curg, gnext\)\n`,
		"\tif controlled != nil {\n\t\tgnext.control = controlled\n\t\tcontrolled.gp.set(gnext)\n\t}\n${0}",
		"to see coroutines"),
	at("runtime/mgc.go", `^func gcBgMarkStartWorkers\(\) \{\n`,
		"${0}\tgp := getg()\n\tcontrolled := gp.control\n\tgp.control = nil\n"+
			"\tdefer func() { gp.control = controlled }()\n", "to have the run time do what it does"),
	every(4, "runtime/sigqueue.go", `^func (?:signal_(?:enable|disable|ignore)\(s uint32\)|signalWaitUntilIdle\(\)) \{\n`,
		"${0}\tgp := getg()\n\tcontrolled := gp.control\n\tgp.control = nil\n"+
			"\tdefer func() { gp.control = controlled }()\n", "to have the run time do what it does"),
	at("runtime/traceback.go", `^func isSystemGoroutine\(gp \*g, fixed bool\) bool \{\n`,
		"${0}\tif controlHides(gp) {\n\t\treturn true\n\t}\n", "to hide goroutines that programs do not have"),
	every(2, "runtime/netpoll.go", `^\tif (rg|wg) != nil \{\n\t\ttoRun`,
		"\tif ${1} != nil && !controlNet(${1}) {\n\t\ttoRun",
		"to see goroutines wake"),
	at("runtime/chan.go", chanCheck("send on"), chanPoint("Send"), "a point"),
	at("runtime/chan.go", chanCheck("receive on"), chanPoint("Recv"), "a point"),
	at("runtime/chan.go", chanCheck("close of"), chanPoint("Close"), "a point"),
	at("runtime/select.go", `^\tscases := cas1\[:ncases:ncases\]\n`,
		"${0}\tif gp.control != nil || control.memory {\n\t\tcontrolCases(gp, scases)\n\t}\n", "a point"),
	at("runtime/select.go", `^\t\tj := cheaprandn\(uint32\(norder \+ 1\)\)\n`,
		"\t\tj := controlRandn(gp, uint32(norder+1))\n", "to choose the case"),
	at("runtime/select.go", `^\tpollorder = pollorder\[:norder\]\n`, "${0}\tcontrolSelect(scases, pollorder, nsends)\n",
		"to choose the case"),
	every(4, "runtime/sema.go",
		`^func (?:sync|poll|internal_sync)_runtime_Semacquire(?:Mutex|RWMutexR)?\(addr \*uint32.*\{\n`,
		"${0}\tcontrolSemacquire(addr, ControlSema)\n", "a point"),
	at("runtime/sema.go", `^func sync_runtime_SemacquireRWMutex\(addr \*uint32.*\{\n`,
		"${0}\tcontrolSemacquire(addr, ControlSemaReaders)\n", "a point"),
	at("runtime/sema.go", `^func sync_runtime_SemacquireWaitGroup\(addr \*uint32.*\{\n`,
		"${0}\tif !synctestDurable {\n\t\tcontrolSemacquire(addr, ControlSemaGroup)\n\t}\n", "a point"),
	every(2, "runtime/sema.go", `^func notifyListNotify(?:All|One)\(l \*notifyList\) \{\n`, "${0}\tcontrolNotify(l)\n",
		"a point"),
	at("runtime/sema.go", `^func notifyListAdd\(l \*notifyList\) uint32 \{\n`,
		"${0}\tControlPoint(ControlCondWait, unsafe.Pointer(l))\n", "a point"),
	every(3, "runtime/panic.go", `^func (?:sync|maps|internal_sync)_fatal\(s string\) \{\n`,
		"${0}\tcontrolFails(ControlFatal, \"fatal error: \"+s+\"\\n\")\n", "to see goroutines end the program"),
	at("runtime/panic.go", `^\tpreprintpanics\(&p\)\n`, "${0}\tcontrolPanics(&p)\n", "to see goroutines end the program"),
	at("runtime/slice.go", `^\tif raceenabled \{\n(\t\tcallerpc := .*\n\t\tpc := .*\n\t\tracereadrangepc\(from,.*\n)`,
		"\tcontrolRange(from, copymem, sys.GetCallerPC(), false)\n${0}", "to see accesses"),
	at("runtime/slice.go", `^\tif raceenabled \{\n(\t\tcallerpc := .*\n\t\tracereadrangepc\(oldPtr,.*\n)`,
		"\tcontrolRange(oldPtr, uintptr(oldLen*int(et.Size_)), sys.GetCallerPC(), false)\n${0}", "to see accesses"),
	at("runtime/slice.go", `^\tif raceenabled \{\n(\t\tcallerpc := .*\n\t\tpc := .*\n\t\tracereadrangepc\(fromPtr,.*\n)`,
		"\tcontrolRange(fromPtr, size, sys.GetCallerPC(), false)\n\tcontrolRange(toPtr, size, sys.GetCallerPC(), true)\n${0}",
		"to see accesses"),
	every(2, "runtime/map.go", `^\tif raceenabled && m != nil \{\n(\t\tcallerpc := .*\n\t\tpc := .*\n\t\tracewritepc)`,
		"\tcontrolMap(unsafe.Pointer(m), sys.GetCallerPC(), true)\n${0}", "to see accesses"),
	at("runtime/map.go", `^\tif raceenabled && m != nil \{\n(\t\tcallerpc := .*\n\t\tracereadpc)`,
		"\tcontrolMap(unsafe.Pointer(m), sys.GetCallerPC(), false)\n${0}", "to see accesses"),
	at("runtime/rand.go", `^func rand\(\) uint64 \{\n`,
		"${0}\tif gp := getg(); gp.control != nil {\n\t\treturn controlRand()\n\t}\n",
		"to have runs repeat"),
	at("runtime/rand.go", `^\t\t\tseed\[i%len\(seed\)\] \^= c\n`, "\t\t\t_ = c\n\t\t\tseed[i%len(seed)] ^= byte(i)\n",
		"to have processes repeat"),
}

// chanCheck finds the check with which an operation of a channel begins, chanPoint follows it with a point.
func chanCheck(what string) string {
	return `^\tif c\.bubble != nil && getg\(\)\.bubble != c\.bubble \{\n\t\tfatal\("` + what +
		` synctest channel from outside bubble"\)\n\t\}\n`
}

func chanPoint(kind string) string {
	return "${0}\tif gp := getg(); gp.control != nil {\n\t\tcontrolPoint(gp, Control" + kind +
		", uintptr(unsafe.Pointer(c)))\n\t} else if control.memory {\n" +
		"\t\tcontrolForeign(gp, uintptr(unsafe.Pointer(c)))\n\t}\n"
}

// turnPatches are for programs with probes of package gorun.
var turnPatches = []change{
	at("runtime/zz_parallax_ring.go", `^\tw\.born\(\)\n`,
		"${0}\tif of != nil && of.control != nil {\n\t\tparallaxTurns(of)\n\t}\n", "to order what threads write"),
}

// turns has probes say when threads take turns.
const turns = `package runtime

func init() { controlTurns = parallaxTurns }
`

// delayPatches are for programs with probes of package gorun that delay goroutines. Where these would delay a goroutine
// since that was suggested, it lets others go first. Elsewhere strategies do what delays are for.
var delayPatches = []change{
	at("runtime/zz_parallax_pause.go", `^func parallaxPause\(gp \*g, us uint32, suggested bool\) bool \{\n`,
		"${0}\tif gp.control != nil {\n\t\tif suggested {\n\t\t\tgp.control.Held = us\n\t\t}\n"+
			"\t\treturn true\n\t}\n", "to hold threads"),
}

// awaitPatches are for programs with probes that say who waits. The collector would take a thread for one that nothing
// can wake which was woken, but does not have the baton.
var awaitPatches = []change{
	at("runtime/zz_parallax_await.go", `^func ParallaxProve\(last bool\) \{\n`,
		"${0}\tif control.on {\n\t\treturn\n\t}\n", "to leave it to the controller which threads never go on"),
}

// orderPatches are for programs in which probes see atomic operations, and announce them.
var orderPatches = []change{
	at("runtime/zz_parallax_order.go", `^func ParallaxAtomic\(addr unsafe\.Pointer\) uintptr \{\n`,
		"${0}\tControlPoint("+number("Update")+", addr)\n", "a point"),
}

// clockPatches have the controlled goroutines live in a time of their own, as those in a bubble do.
var clockPatches = []change{
	at("runtime/time.go", `^func resetTimer\(t \*timeTimer, when, period int64\) bool \{\n`,
		"${0}\tControlPoint(ControlPuts, efaceOf(&t.arg).data)\n", "to order accesses"),
	at("runtime/time.go", `^func newTimer\(when, period int64, f func.*\*timeTimer \{\n`,
		"${0}\tcontrolSets(uintptr(efaceOf(&arg).data))\n", "to order accesses"),
	at("runtime/time.go", `^\targ := t\.arg\n`, "${0}\tcontrolTimerFires(uintptr(efaceOf(&arg).data))\n",
		"to order accesses"),
	at("runtime/time.go", `^\t\t\tt\.rand = cheaprand\(\)\n`, "\t\t\tt.rand = controlTimerOrder()\n",
		"to have runs repeat"),
	at("runtime/time.go", `^func time_runtimeNow\(\).*\{\n`,
		"${0}\tif controlTimes(getg()) {\n\t\treturn controlNow()\n\t}\n", "the time of the controlled"),
	at("runtime/time.go", `^(func time_runtimeNano\(\) int64 \{\n\tgp := getg\(\)\n)`,
		"${0}\tif controlTimes(gp) {\n\t\treturn controlNano()\n\t}\n", "the time of the controlled"),
	at("runtime/time.go", `^\t\tif gp\.bubble != nil \{\n\t\t\tt\.isFake = true\n`,
		"\t\tif controlClockOf(gp) != nil {\n\t\t\tt.isFake = true\n", "the time of the controlled"),
	every(2, "runtime/time.go", `^\tif bubble := (gp|getg\(\))\.bubble; bubble != nil \{\n(\t\tnow|\t\tt\.isFake)`,
		"\tif bubble := controlClockOf(${1}); bubble != nil {\n${2}", "the time of the controlled"),
	every(2, "runtime/time.go", `^\tif t\.isFake && getg\(\)\.bubble == nil \{\n`,
		"\tif t.isFake && controlClockFor(getg()) == nil {\n", "the time of the controlled"),
	every(2, "runtime/time.go", `^\t\tbubble := getg\(\)\.bubble\n`, "\t\tbubble := controlClockFor(getg())\n",
		"the time of the controlled"),
	at("runtime/time.go", `t\.unlockAndRun\(bubble\.now, bubble\)`, "t.unlockAndRun(bubble.now, bubble.inBubble())",
		"the time of the controlled"),
	at("runtime/time.go", `^\t\tnow = getg\(\)\.bubble\.now\n`, "\t\tnow = controlClockFor(getg()).now\n",
		"the time of the controlled"),
}

// bubblePatches are for goroutines in bubbles of testing/synctest. They come after runtimePatches, of which some find
// the same lines.
var bubblePatches = []change{
	at("runtime/synctest.go", `^\tgp\.bubble = bubble\n\tdefer func\(\) \{\n`,
		"\tcontrolEnters(gp, bubble)\n${0}\t\tcontrolEnters(gp, nil)\n", "to see bubbles"),
	at("runtime/synctest.go", `^\t\tbubble\.main = newproc1\(fv, gp, pc, false, waitReasonZero\)\n`,
		"\t\tif gp.control != nil {\n\t\t\tbubble.main = newproc1(fv, gp, pc, true, controlReason(gp))\n"+
			"\t\t\tcontrolAdd(bubble.main)\n\t\t\treturn\n\t\t}\n${0}", "to see goroutines start"),
	every(2, "runtime/synctest.go", `^\t+gopark\(synctest(?:idle|wait)_c, .*\n`,
		"${0}\tControlPoint(ControlIdle, nil)\n", "to order accesses"),
	every(5, "runtime/chan.go", `^\t\tfatal\("(.*)"\)\n`, bubbleFatal, "to see goroutines end the program"),
	at("runtime/select.go", `^\t\t\t\tfatal\("(.*)"\)\n`, bubbleFatal, "to see goroutines end the program"),
	at("runtime/time.go", `^func \(t \*timer\) maybeRunChan\(c \*hchan\) \{\n`, outerTimer("t.maybeRunChan"),
		"a timer of others"),
	at("runtime/time.go", `^func blockTimerChan\(c \*hchan\) \{\n`, outerTimer("blockTimerChan"), "a timer of others"),
	at("runtime/synctest.go", `^\t\t\tgp\.bubble\.timers\.check\(bubble\.now, bubble\)\n`,
		"\t\t\tcontrol.fired, control.slept, control.bubbles = 0, 0, true\n${0}\t\t\tcontrolFired()\n",
		"to see timers that fire"),
	at("runtime/time.go", `^func \(t \*timer\) unlockAndRun\(now int64, bubble \*synctestBubble\) \{\n`,
		"${0}\tif bubble != nil {\n\t\tcontrolFires(t)\n\t}\n", "to see timers that fire"),
	at("runtime/time.go", `^func timeSleep\(ns int64\) \{\n\tif ns <= 0 \{\n\t\treturn\n\t\}\n`,
		"${0}\tif getg().bubble != nil {\n\t\tControlPoint(ControlPuts, nil)\n\t}\n", "to order accesses"),
}

// bubbleFatal ends an execution where a channel of a bubble is used by others.
const bubbleFatal = "\t\tcontrolFails(ControlFatal, \"fatal error: ${1}\\n\")\n${0}"

// outerTimer has a goroutine of a bubble use a timer that is not the bubble's.
func outerTimer(again string) string {
	return "${0}\tif gp := getg(); gp.control != nil && gp.bubble != nil && c.bubble == nil {\n\t\tbubble := gp.bubble\n" +
		"\t\tgp.bubble = nil\n\t\t" + again + "(c)\n\t\tgp.bubble = bubble\n\t\treturn\n\t}\n"
}

// syncPatches are for points of package sync and those below it.
var syncPatches = []change{
	at("sync/mutex.go", `^func \(m \*Mutex\) Lock\(\) \{\n`, point("Lock", "m"), "a point"),
	at("sync/mutex.go", `^func \(m \*Mutex\) TryLock\(\) bool \{\n`, point("TryLock", "m"), "a point"),
	at("sync/mutex.go", `^func \(m \*Mutex\) Unlock\(\) \{\n`, point("Unlock", "m"), "a point"),
	at("sync/rwmutex.go", `^func \(rw \*RWMutex\) RLock\(\) \{\n`, point("RLock", "rw"), "a point"),
	at("sync/rwmutex.go", `^func \(rw \*RWMutex\) Lock\(\) \{\n`, point("LockRW", "rw"), "a point"),
	at("sync/rwmutex.go", `^func \(rw \*RWMutex\) TryLock\(\) bool \{\n`, point("TryRW", "rw"), "a point"),
	at("sync/rwmutex.go", `^func \(rw \*RWMutex\) TryRLock\(\) bool \{\n`, point("TryR", "rw"), "a point"),
	at("sync/rwmutex.go", `^func \(rw \*RWMutex\) Unlock\(\) \{\n`, point("Unlock", "rw"), "a point"),
	at("sync/rwmutex.go", `^func \(rw \*RWMutex\) RUnlock\(\) \{\n`, point("RUnlock", "rw"), "a point"),
	at("sync/once.go", `^func \(o \*Once\) Do\(.*\{\n`, "${0}\to.controlOnce("+number("Once")+")\n", "a point"),
	at("sync/once.go", `^\t\tdefer o\.done\.Store\(true\)\n`, "\t\tdefer o.controlDone("+number("OnceDone")+")\n",
		"a point"),
	every(4, "sync/rwmutex.go", `\brw\.w\.(Lock|TryLock|Unlock)\(\)`, "rw.w.mu.${1}()", "no second point"),
	at("sync/waitgroup.go", `^func \(wg \*WaitGroup\) Add\(delta int\) \{\n`,
		"${0}\tif delta == -1 {\n\t\tcontrolPoint("+number("Done")+", unsafe.Pointer(wg))\n\t} else {\n"+
			"\t\tcontrolPoint("+number("Add")+", unsafe.Pointer(wg))\n\t}\n", "a point"),
	at("sync/waitgroup.go", `^func \(wg \*WaitGroup\) Wait\(\) \{\n`, point("Wait", "wg"), "a point"),
	every(10, "sync/map.go", `^func \(m \*Map\) [A-Z]\w*\(.*\{\n`, point("Map", "m"), "a point"),
	at("sync/map.go", `^func \(m \*Map\) Range\(f func\(key, value any\) bool\) \{\n(?:\tcontrolPoint.*\n)?`,
		"${0}\tg := f\n\tf = func(key, value any) bool {\n\t\tcontrolPoint("+number("Map")+", unsafe.Pointer(m))\n"+
			"\t\tok := g(key, value)\n\t\tcontrolPoint("+number("Map")+", unsafe.Pointer(m))\n\t\treturn ok\n\t}\n",
		"a point between elements"),
	at("sync/map.go", `^\tisync "internal/sync"\n`, "${0}\t\"unsafe\"\n", "a point"),
	at("sync/mutex.go", `^\tisync "internal/sync"\n`, "${0}\t\"unsafe\"\n", "a point"),
	at("sync/pool.go", `^\tNew func\(\) any\n`, "${0}\n\tcontrolled controlPool\n", "to have pools repeat"),
	at("sync/pool.go", `^func \(p \*Pool\) Put\(x any\) \{\n\tif x == nil \{\n\t\treturn\n\t\}\n`,
		"${0}\tif n := controlExecution(); n != 0 {\n\t\tp.controlled.put(n, x, "+number("Puts")+")\n"+
			"\t\treturn\n\t}\n", "to have pools repeat"),
	at("sync/pool.go", `^func \(p \*Pool\) Get\(\) any \{\n`,
		"${0}\tif n := controlExecution(); n != 0 {\n\t\tx := p.controlled.get(n, "+number("Gets")+")\n"+
			"\t\tif x == nil && p.New != nil {\n\t\t\tx = p.New()\n\t\t}\n\t\treturn x\n\t}\n", "to have pools repeat"),
}

// atomicPatches are for points of package sync/atomic.
var atomicPatches = []change{
	every(7, "sync/atomic/type.go", `^(func \(x \*[^)]*\) Load\(.*) \{ (return .*) \}$`, atomicPoint("Load"), "a point"),
	every(7, "sync/atomic/type.go", `^(func \(x \*[^)]*\) Store\(.*) \{ (.*) \}$`, atomicPoint("Store"), "a point"),
	every(22, "sync/atomic/type.go", `^(func \(x \*[^)]*\) (?:Swap|Add|And|Or)\(.*) \{ (return .*) \}$`,
		atomicPoint("Update"), "a point"),
	every(7, "sync/atomic/type.go", `^(func \(x \*[^)]*\) CompareAndSwap\(.*) \{\n\t(return .*)\n\}$`,
		atomicPoint("Update"), "a point"),
	at("sync/atomic/value.go", `^func \(v \*Value\) Load\(.*\{\n`, point("Load", "v"), "a point"),
	at("sync/atomic/value.go", `^func \(v \*Value\) Store\(.*\{\n`, point("Store", "v"), "a point"),
	every(2, "sync/atomic/value.go", `^func \(v \*Value\) (?:Swap|CompareAndSwap)\(.*\{\n`, point("Update", "v"),
		"a point"),
}

// mapPatches are for accesses of maps.
var mapPatches = func() (list []change) {
	for _, f := range []struct {
		name          string
		reads, writes int
	}{
		{"runtime", 2, 1},
		{"runtime_fast32", 2, 3},
		{"runtime_fast64", 2, 3},
		{"runtime_faststr", 2, 2},
	} {
		name := "internal/runtime/maps/" + f.name + ".go"
		list = append(list,
			every(f.reads+f.writes, name, `^\tif race\.Enabled( && m != nil)? \{\n`, "\tif controlled${1} {\n",
				"to see accesses"),
			every(f.reads, name, `^\t\trace\.ReadPC\(unsafe\.Pointer\(m\), callerpc, pc\)\n`,
				"\t\tcontrolMap(unsafe.Pointer(m), callerpc, false)\n${0}", "to see accesses"),
			every(f.writes, name, `^\t\trace\.WritePC\(unsafe\.Pointer\(m\), callerpc, pc\)\n`,
				"\t\tcontrolMap(unsafe.Pointer(m), callerpc, true)\n${0}", "to see accesses"))
	}
	return list
}()

// point puts a point at the beginning of a function.
func point(kind, of string) string {
	return "${0}\tcontrolPoint(" + number(kind) + ", unsafe.Pointer(" + of + "))\n"
}

func atomicPoint(kind string) string {
	return "${1} { controlPoint(" + number(kind) + ", unsafe.Pointer(&x.v)); ${2} }"
}

// syscallPatches order what is read after what was written, in files of any kind.
var syscallPatches = []change{
	every(2, "syscall/syscall_unix.go", `^\tif race\.Enabled \{\n\t\tif n > 0 \{\n\t\t\trace\.WriteRange`,
		"\tif err == nil {\n\t\tcontrolPoint("+number("Gets")+", unsafe.Pointer(&ioSync))\n\t}\n${0}", "to order accesses"),
	every(3, "syscall/syscall_unix.go", `^\tif race\.Enabled \{\n\t\trace\.ReleaseMerge`,
		"\tcontrolPoint("+number("Puts")+", unsafe.Pointer(&ioSync))\n${0}", "to order accesses"),
}

// testingPatches have tests explored.
var testingPatches = []change{
	at("testing/testing.go", `^\t\t\t\tfor _, test := range tests \{\n\t\t\t\t\tt\.Run\(test\.Name, test\.F\)\n`,
		"\t\t\t\tif control != nil {\n\t\t\t\t\tcontrol.tests(t, tests)\n\t\t\t\t\treturn\n\t\t\t\t}\n${0}",
		"to explore tests"),
	at("testing/testing.go", `^func \(c \*common\) Fail\(\) \{\n`,
		"${0}\tif control != nil && control.cause == \"\" {\n\t\tc.mu.RLock()\n\t\tcontrol.fails(c.output)\n"+
			"\t\tc.mu.RUnlock()\n\t}\n", "to see why tests fail"),
	at("testing/testing.go", `^\tdstr := fmtDuration\(t\.duration\)\n`,
		"\tif control != nil && t.chatty == nil && !t.Failed() {\n\t\treturn\n\t}\n${0}", "to explore tests fast"),
	at("testing/testing.go", `^\tt\.runner = callerName\(0\)\n`,
		"\tt.runner = \"testing.tRunner\"\n\tif control != nil {\n\t\tcontrol.starts(t)\n\t} else {\n\t${0}\t}\n",
		"to explore tests fast"),
}
