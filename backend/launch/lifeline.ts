/** Preloaded into every process. When the launcher dies, the IPC channel closes: SIGTERM, then SIGKILL. */
const STOP_TIMEOUT = 8_000;

process.once('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_TIMEOUT).unref();
  process.kill(process.pid, 'SIGTERM');
});
