/** Generous: slowness is no failure; benches measure speed. */
export const patience = { timeout: 25_000 } as const;
