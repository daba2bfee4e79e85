import { z } from 'zod/v4';
import { isSiteAddress } from '#shared/web-address';

/** Of a server, by http or https; without a slash at its end. */
export const address = (example: string) =>
  z.url({ protocol: /^https?$/, error: `Give an address like ${example}.` }).transform((url) => url.replace(/\/$/, ''));

/** Of pages. */
export const siteAddress = (example: string) =>
  address(example).refine(
    isSiteAddress,
    `Give protocol and host alone, such as ${example}: the site cannot be below a path.`,
  );

/** Of a service below the site, such as `/api`, or at another host. */
export const pathOrAddress = (path: string, example: string) => {
  const error = `Give a path such as ${path}, or an address like ${example}.`;
  return z.union([z.string().regex(/^\/(?!\/)/), z.url({ protocol: /^https?$/ })], error);
};
