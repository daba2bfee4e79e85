import type { Parsed } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { newestDetection } from '#backend/domain/detection/newest-detection';
import type { Part } from '#backend/domain/material/part';

/** Person key → the ids of the photos of their new face. */
export type Bindings = Parsed<'faceswap_create'>['bind_face'];

const badBinding = (message: string) => new AppError('invalid_input', { message, fields: { bind_face: message } });

/** Every key must name a person of the newest detection, and every face be the caller's. Returns the part they were found in. */
export async function assertBindable(deps: UserContext, materialId: string, bindings: Bindings): Promise<Part> {
  const detection = await newestDetection(deps, materialId);
  if (detection?.status !== 'succeeded') {
    throw new AppError('not_ready', { message: 'The persons in it have not been found yet.' });
  }
  const known = new Set(detection.persons?.map((person) => person.key));
  const stranger = Object.keys(bindings).find((key) => !known.has(key));
  if (stranger) throw badBinding(`There is no person ${stranger} in it. Choose faces for the ones shown.`);

  const wanted = [...new Set(Object.values(bindings).flat())];
  const faces = await deps.db
    .selectFrom('face')
    .select('id')
    .where('account_id', '=', deps.accountId)
    .where('id', 'in', wanted)
    .execute();
  if (faces.length < wanted.length)
    throw badBinding('One of these faces is not in your library any more. Choose another.');
  return { trim_start_ms: detection.trim_start_ms, trim_end_ms: detection.trim_end_ms };
}
