/** For code that failed to load once. Its own code is loaded only then: pages stay light. */
export async function loadAgain<Code>(load: () => Promise<Code>): Promise<Code> {
  const { loadCode } = await import('~/features/connection/load-code');
  return loadCode(load);
}
