/** Pages use this without the schemas. */
export const batchLimits = { photos: 20 } as const;
