/**
 * Timeout of `vi.waitFor` and `expect.poll`. Generous: slowness on a busy machine is not a failure; benches measure
 * speed.
 */
export const patience = { timeout: 60_000 } as const;
