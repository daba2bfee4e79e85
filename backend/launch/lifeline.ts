/**
 * Preloaded into every process of the stack. The IPC channel closes when the launcher dies, in any way: the process
 * then gets SIGTERM, and SIGKILL after a timeout, so no process is orphaned.
 */
const STOP_TIMEOUT = 8_000;

process.once('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_TIMEOUT).unref();
  process.kill(process.pid, 'SIGTERM');
});
