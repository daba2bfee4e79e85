/** Per account. Separate from the shapes, so that pages need not load schemas. */
export const integrationLimits = { apiKeys: 10, webhooks: 5 } as const;
