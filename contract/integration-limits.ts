/** Per account. Pages use this without the schemas. */
export const integrationLimits = { apiKeys: 10, webhooks: 5 } as const;
