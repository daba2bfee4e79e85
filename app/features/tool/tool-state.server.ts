import { z } from 'zod/v4';

import { parseChoices, type Choices } from './choices';
import { isSample, type Sample } from './samples';
import { toolPathAt, type ToolPath } from './tool-path';

/** Where in the tool somebody is, as the address says: a reload, a link or the way back lead to the same place. */
export interface ToolState {
  material?: string;
  order?: string;
  /** One of our own media. */
  sample?: Sample;
  /** Back at the choice of a part, although persons have been found. */
  isTrimming: boolean;
  /** Wants to see what the choices would give. */
  isPreviewing: boolean;
  choices: Choices;
}

const id = z.uuid();

/** Reads the place from the address. Ids that cannot be ours count as missing. */
export function parseToolState(request: Request): ToolState {
  const { searchParams } = new URL(request.url);
  const read = (name: string) => id.safeParse(searchParams.get(name)).data;
  const sample = searchParams.get('sample');
  return {
    material: read('material'),
    order: read('order'),
    sample: isSample(sample) ? sample : undefined,
    isTrimming: searchParams.get('step') === 'trim',
    isPreviewing: searchParams.has('preview'),
    choices: parseChoices(searchParams),
  };
}

/** The tool's page that a request is for. */
export const toolPathFor = (request: Request): ToolPath => toolPathAt(new URL(request.url).pathname);
