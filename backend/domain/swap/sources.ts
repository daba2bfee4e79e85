import type { Source } from '#engine';
import { EngineError } from '#engine/errors';
import type { WorkerContext } from '#backend/domain/context';
import { photoLimits } from '#backend/domain/engine-refusal';

type SourcesContext = Pick<WorkerContext, 'db' | 'storage' | 'engine' | 'signal'>;

function withLocalFiles<T>(
  storage: WorkerContext['storage'],
  keys: string[],
  work: (paths: string[]) => Promise<T>,
  paths: string[] = [],
): Promise<T> {
  const [key, ...rest] = keys;
  if (key === undefined) return work(paths);
  return storage.withLocalFile(key, (path) => withLocalFiles(storage, rest, work, [...paths, path]));
}

export async function prepareSources(
  { db, storage, engine, signal }: SourcesContext,
  bindings: Record<string, string[]>,
) {
  const faces = await db
    .selectFrom('face')
    .select(['id', 'file_key'])
    .where('id', 'in', [...new Set(Object.values(bindings).flat())])
    .execute();
  const keyOf = new Map(faces.map((face) => [face.id, face.file_key]));
  const sources: Record<string, Source> = {};
  for (const [person, ids] of Object.entries(bindings)) {
    const keys = ids.flatMap((id) => keyOf.get(id) ?? []);
    if (keys.length === 0) throw new EngineError('no_face', 'The face has been deleted.');
    sources[person] = await withLocalFiles(storage, keys, (paths) =>
      engine.prepare(paths, { limits: photoLimits, signal }),
    );
  }
  return sources;
}
