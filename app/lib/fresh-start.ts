/** State of the header's links to the tool, which clear what is chosen (specification, point 2). */
export const freshStart = { isFreshStart: true };

export const isFreshStart = (state: unknown): boolean =>
  (state as Partial<typeof freshStart> | null)?.isFreshStart === true;
