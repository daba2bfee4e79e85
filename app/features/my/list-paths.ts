import type { FormState } from '~/lib/form-state';

import type { ListQuery } from './load-list.server';
import type { Renaming } from './rename-form';

interface Place {
  place: ListQuery;
  /** Id of the entry being renamed. */
  rename: string | null;
}

type PathOf = (query: ListQuery & { rename?: string }) => string;

export function listPaths(pathOf: PathOf, { place, rename }: Place, refused: FormState | undefined) {
  const { type, state, sort, page } = place;
  return {
    /** Starts at the first page. */
    pathTo: (change: ListQuery) => pathOf({ type, state, sort, ...change }),
    listPath: pathOf({ type, state, sort, page }),
    renamePath: (id: string) => pathOf({ type, state, sort, page, rename: id }),
    renaming: renamingOf(rename, refused),
    isFiltered: [type, state].some((chosen) => chosen !== undefined && chosen !== 'all'),
  };
}

function renamingOf(rename: string | null, refused: FormState | undefined): Renaming | undefined {
  if (refused?.values.intent === 'rename' && refused.values.id) {
    const { id, name } = refused.values;
    return { id, name, error: refused.fields.name };
  }
  return rename ? { id: rename } : undefined;
}
