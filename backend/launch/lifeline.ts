// Preloaded into every process. When the launcher ends, the IPC channel closes: SIGTERM, then SIGKILL.
const killAfterMs = 8_000;

process.once('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), killAfterMs).unref();
  process.kill(process.pid, 'SIGTERM');
});
