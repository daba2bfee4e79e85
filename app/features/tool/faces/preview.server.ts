import type { Output } from '#contract/calls';
import type { Task } from '#contract/index';

import { ApiError } from '~/server/errors';
import type { Api } from '~/server/guards.server';

import { noFaceChosen } from '~/features/tool/choices';
import { portraitOf } from '~/features/tool/samples';
import type { ToolState } from '~/features/tool/tool-state.server';

/** `before`: same frame of the original GIF or video. */
export type Preview = { task: Task; url: string | null; before: string | null } | { refusal: string };

type PreviewInput = Pick<ToolState, 'material' | 'sample' | 'choices' | 'quality'>;

export function requestPreview(
  api: Api,
  { material, sample, choices, quality }: PreviewInput,
): Promise<Output<'faceswap_preview'>> {
  if (material)
    return api('faceswap_preview', {
      material_id: material,
      bind_face: JSON.stringify(choices),
      ...(quality && { quality }),
    });
  const portraits = Object.entries(choices).map(([person, choice]) => [person, portraitOf(choice) ?? choice]);
  const bind_face = JSON.stringify(Object.fromEntries(portraits));
  return api('faceswap_sample_preview', { sample: sample!, bind_face });
}

/** Null without a preview in the URL. */
export async function loadPreview(api: Api, place: ToolState): Promise<Preview | null> {
  if (!place.isPreviewing) return null;
  if (Object.keys(place.choices).length === 0) return { refusal: noFaceChosen };
  try {
    const { preview_url, before_url, ...task } = await requestPreview(api, place);
    return { task, url: preview_url, before: before_url };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      return { refusal: error.fields.bind_face ?? error.fields.quality ?? error.message };
    throw error;
  }
}
