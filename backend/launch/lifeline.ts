/**
 * Loaded first into every process of the stack. Its channel to the launcher closes when the launcher dies, however it
 * dies: the process is then asked to stop like by a signal, at whatever point of its own start it is, and made to if it
 * doesn't. So nothing is left running that nobody looks after.
 */
const STOP_TIMEOUT = 8_000;

process.once('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_TIMEOUT).unref();
  process.kill(process.pid, 'SIGTERM');
});
