import type { Logger } from 'pino';
import type { Engine } from '#engine';
import { MESH } from '#backend/domain/quality/qualities';
import type { EngineQuality } from '#backend/domain/quality/publish-qualities';

interface Reported extends EngineQuality {
  readonly available: boolean;
  readonly fault?: { readonly code: string; readonly message: string };
}

/** Those beside `mesh` that the engine can run; the log says why another cannot. */
export function workerQualities(engine: Engine, log: Logger): EngineQuality[] {
  const neural = reportedBy(engine).filter(({ id }) => id !== MESH);
  for (const { id, fault } of neural) if (fault) log.error({ quality: id, ...fault }, 'quality_unavailable');
  return neural.filter(({ available }) => available);
}

function reportedBy(engine: object): readonly Reported[] {
  return 'qualities' in engine ? (engine.qualities as () => readonly Reported[])() : [];
}
