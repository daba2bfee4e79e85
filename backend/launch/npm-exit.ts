/** A killed npm forwards no signal; this process gets another parent. */
export function onNpmExit(environment: NodeJS.ProcessEnv, then: () => void): void {
  if (!environment.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    then();
  }, 1_000);
  watch.unref();
}
