import type { Parsed } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { newestDetection } from '#backend/domain/detection/newest-detection';
import { isSamePart, type Interval, type Part } from '#backend/domain/material/part';
import type { MaterialRow } from '#backend/domain/material/present';

/** Person key → ids of faces of one identity. */
export type Bindings = Parsed<'faceswap_create'>['bind_face'];

const badBinding = (message: string) => new AppError('invalid_input', { message, fields: { bind_face: message } });

const anotherPart =
  'Another part of this upload has been chosen since, perhaps in another tab. Look at its people and price, then order the swap. Nothing was charged.';

/**
 * Keys must be persons of the newest detection, faces the caller's. Returns the detection's interval.
 * @param seen must be that interval: the same keys name other persons in another one, for another price
 */
export async function assertBindable(
  deps: UserContext,
  material: MaterialRow,
  bindings: Bindings,
  seen?: Interval,
): Promise<Part> {
  const detection = await newestDetection(deps, material.id);
  if (detection && seen && !isSamePart(material, detection, seen)) {
    throw new AppError('conflict', { message: anotherPart });
  }
  if (detection?.status === 'failed' && detection.error) {
    throw new AppError('invalid_input', { message: detection.message ?? undefined });
  }
  if (detection?.status !== 'succeeded') {
    throw new AppError('not_ready', { message: 'The faces in this upload have not been detected yet.' });
  }
  const known = new Set(detection.persons?.map((person) => person.key));
  const unknown = Object.keys(bindings).find((key) => !known.has(key));
  if (unknown) throw badBinding(`This upload has no person ${unknown}. Choose faces for the persons shown.`);

  const wanted = [...new Set(Object.values(bindings).flat())];
  const faces = await deps.db
    .selectFrom('face')
    .select('id')
    .where('account_id', '=', deps.accountId)
    .where('deletion_id', 'is', null)
    .where('id', 'in', wanted)
    .execute();
  if (faces.length < wanted.length)
    throw badBinding('One of these faces is no longer in your library. Choose another.');
  return { trim_start_ms: detection.trim_start_ms, trim_end_ms: detection.trim_end_ms };
}
