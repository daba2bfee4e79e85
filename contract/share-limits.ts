/** Pages use this without the schemas. */
export const shareLimits = {
  /** Links valid at a time. */
  perResult: 10,
  perAccount: 200,
  days: [1, 7, 30],
} as const;
