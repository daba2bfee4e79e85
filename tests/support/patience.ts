/** Generous: slowness of a busy machine is not a failure; benches measure speed. */
export const patience = { timeout: 60_000 } as const;
