/**
 * How long a test waits for what must happen, in the options of `vi.waitFor` and `expect.poll`. What is slow is not wrong: a
 * busy machine may take its time, and how fast things are is measured in benches. Only what never happens fails.
 */
export const patience = { timeout: 60_000 } as const;
