/** The process was started with settings it cannot run with. Lists all of them, so that one restart is enough. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';

  constructor(readonly faults: string[]) {
    super(`These environment variables need attention:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}
