import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, wherever we are started from. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
export const inRoot = (...parts) => join(root, ...parts);
