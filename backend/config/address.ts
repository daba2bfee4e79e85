import { z } from 'zod/v4';

/** Of a server, by http or https; without a slash at its end. */
export const address = (example: string) =>
  z.url({ protocol: /^https?$/, error: `Give an address like ${example}.` }).transform((url) => url.replace(/\/$/, ''));
