import { rules } from '#contract';
import { AppError } from '#backend/domain/app-error';

/** @throws AppError `damaged_media` */
export function assertNotEmpty(bytes: number): void {
  const refusal = bytes === 0 ? rules.refuseSize(bytes) : null;
  if (refusal) throw new AppError(refusal.error, refusal);
}

/** Fails at the end of an empty body, so that nothing is stored and the link stays usable. */
export async function* nonEmpty(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    yield chunk;
  }
  assertNotEmpty(bytes);
}
