import type { Parsed } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { ownMaterial } from '#backend/domain/material/own-material';
import type { Part } from '#backend/domain/material/part';
import type { MaterialRow } from '#backend/domain/material/present';
import { assertBindable } from './bindings';

export type WantedSwap = Pick<
  Parsed<'faceswap_create'>,
  'tool_id' | 'material_id' | 'bind_face' | 'quality' | 'trim_interval'
>;

/** The upload is the caller's and ready, the persons are known, the faces the caller's. Returns the part to swap. */
export async function checkSwap(deps: UserContext, swap: WantedSwap): Promise<{ material: MaterialRow; part: Part }> {
  const material = await ownMaterial(deps, swap.material_id);
  if (material.status !== 'ready') {
    const error = material.status === 'rejected' ? 'invalid_input' : 'not_ready';
    throw new AppError(error, { message: material.reason ?? 'This upload is not ready yet.' });
  }
  return { material, part: await assertBindable(deps, material, swap.bind_face, swap.trim_interval) };
}
