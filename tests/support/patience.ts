/** Generous: slowness of a busy machine is not a failure; benches measure speed. */
export const patience = { timeout: 25_000 } as const;
