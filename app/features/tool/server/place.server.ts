import { z } from 'zod/v4';

import { toolPathOf, type ToolPath } from '../tool-path';

/** Where in the tool somebody is, as the address says: a reload, a link or the way back lead to the same place. */
export interface Place {
  material?: string;
  order?: string;
  /** Back at the choice of a part, although persons have been found. */
  isTrimming: boolean;
}

const id = z.uuid();

/** Reads the place from the address. Ids that cannot be ours count as missing. */
export function placeOf(request: Request): Place {
  const { searchParams } = new URL(request.url);
  const read = (name: string) => id.safeParse(searchParams.get(name)).data;
  return {
    material: read('material'),
    order: read('order'),
    isTrimming: searchParams.get('step') === 'trim',
  };
}

/** The tool's page that a request is for. */
export const toolOf = (request: Request): ToolPath => toolPathOf(new URL(request.url).pathname);
