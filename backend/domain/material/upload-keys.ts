import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';

/** The key that the links of an upload name. It stays the row's `file_key` until the file has arrived. */
export const linkKeyOf = (id: string, format: string): string => `materials/${id}/original.${format}`;

export const idOfLinkKey = (linkKey: string): string => linkKey.split('/')[1]!;

/**
 * Several requests may send to one link at once. Each stores its own file, and the row takes the key of the first that
 * arrives: a file is never replaced after it was checked.
 */
export const keyOfRequest = (linkKey: string): string =>
  `${linkKey.slice(0, -extname(linkKey).length)}-${randomUUID()}${extname(linkKey)}`;
