import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, independent of the working directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
export const inRoot = (...parts) => join(root, ...parts);
