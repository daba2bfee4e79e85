import type { Logger } from 'pino';
import type { Engine } from '#engine';
import { MESH } from '#backend/domain/quality/qualities';
import type { EngineQuality } from '#backend/domain/quality/publish-qualities';

/** Those beside `mesh` that the engine can run; the log says why another cannot. */
export function workerQualities(engine: Engine, log: Logger): EngineQuality[] {
  const neural = engine.qualities().filter(({ id }) => id !== MESH);
  for (const { id, fault } of neural) if (fault) log.error({ quality: id, ...fault }, 'quality_unavailable');
  return neural.filter(({ available }) => available);
}
