import { pathToFileURL } from 'node:url';

import { inRoot } from './root.mjs';

/** An earlier step installs the packages. */
export async function prepareModels(say) {
  const { ensureModels } = await import(pathToFileURL(inRoot('tools/models/ensure.mjs')).href);
  const converted = await ensureModels({ log: say });
  return converted.length > 0 ? 'converted and checked' : 'checked';
}
