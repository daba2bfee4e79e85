import { z } from 'zod/v4';

import { qualityPattern } from '#contract/rules';

import type { ToolQuery } from '~/lib/paths';
import type { FormFields } from '~/server/form.server';

import { choicesQuery, parseChoices, type Choices } from './choices';
import { parsePhotos, photosPlace } from './photo-choices';
import { isSample, type Sample } from './samples';
import { toolPathAt, type ToolPath } from './tool-path';

/** URL state: reload, links and the back button restore it. */
export interface ToolState {
  material?: string;
  order?: string;
  batch?: string;
  /** Material ids. */
  photos: string[];
  sample?: Sample;
  isTrimming: boolean;
  isPreviewing: boolean;
  choices: Choices;
  quality?: string;
}

const id = z.uuid();
const qualityId = z.string().regex(qualityPattern);

/** Ignores malformed ids. */
export function parseToolState(request: Request): ToolState {
  const { searchParams } = new URL(request.url);
  const read = (name: string) => id.safeParse(searchParams.get(name)).data;
  const sample = searchParams.get('sample');
  return {
    material: read('material'),
    order: read('order'),
    batch: read('batch'),
    photos: parsePhotos(searchParams.get('photos')),
    sample: isSample(sample) ? sample : undefined,
    isTrimming: searchParams.get('step') === 'trim',
    isPreviewing: searchParams.has('preview'),
    choices: parseChoices(searchParams),
    quality: qualityId.safeParse(searchParams.get('quality')).data,
  };
}

/** The step of a form for a swap or a batch, with its choices. */
export function placeOfForm(fields: FormFields, request: Request): ToolQuery {
  if (fields.photos) return photosPlace(fields);
  const { material_id: material = parseToolState(request).material, quality } = fields;
  return { material, ...choicesQuery(parseChoices(Object.entries(fields))), quality };
}

export const toolPathFor = (request: Request): ToolPath => toolPathAt(new URL(request.url).pathname);
