/**
 * npm passes signals on, but when npm itself is killed nothing is passed. Started by it, we then belong to another parent.
 * @param environment npm says in it which script it runs
 */
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
