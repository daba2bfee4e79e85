/**
 * Preloaded into every process. The IPC channel closes when the launcher dies: the process then gets SIGTERM, and
 * SIGKILL after a timeout.
 */
const STOP_TIMEOUT = 8_000;

process.once('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_TIMEOUT).unref();
  process.kill(process.pid, 'SIGTERM');
});
