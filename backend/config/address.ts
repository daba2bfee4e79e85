import { z } from 'zod/v4';
import { isBaseAddress, isSiteAddress } from '#shared/web-address';

const webAddress = (example: string) => z.url({ protocol: /^https?$/, error: `Give an address like ${example}.` });

const withoutSlash = (url: string) => url.replace(/\/$/, '');

/** Of a server, by http or https; without a slash at its end. */
export const address = (example: string) =>
  webAddress(example)
    .refine(isBaseAddress, `Give an address like ${example}, without ? and #.`)
    .transform(withoutSlash);

/** Of pages. */
export const siteAddress = (example: string) =>
  webAddress(example)
    .refine(isSiteAddress, `Give protocol and host alone, such as ${example}: the site cannot be below a path.`)
    .transform(withoutSlash);

/** Of a service below the site, such as `/api`, or at another host. */
export const pathOrAddress = (path: string, example: string) => {
  const error = `Give a path such as ${path}, or an address like ${example}, without ? and #.`;
  return z.union([z.string().regex(/^\/(?!\/)[^?#]*$/), z.string().refine(isBaseAddress)], error);
};
