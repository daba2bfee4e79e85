/** Separate from the shapes, so that pages need not load schemas. */
export const shareLimits = {
  /** Links of one result that hold at a time. */
  perResult: 10,
  perAccount: 200,
  /** How long a link may hold. */
  days: [1, 7, 30],
} as const;
