/** How many of each an account may have. Apart from the shapes, so that a page that names them loads no schemas. */
export const integrationLimits = { apiKeys: 10, webhooks: 5 } as const;
