import { isShortToModerate } from '#engine';
import { inTransaction } from '#backend/db/connect';
import type { WorkerContext } from '#backend/domain/context';
import type { EngineRefusal } from '#backend/domain/engine-refusal';
import { checkMedia, type Checked } from '#backend/domain/moderation/check-media';
import { mediaLimits } from '#backend/domain/engine-refusal';
import { removeFiles } from '#backend/domain/remove-files';
import { filesOf } from './files';
import { engineTrim, type Part } from './part';
import type { MaterialRow } from './present';

type Upload = Pick<MaterialRow, 'id' | 'account_id' | 'name' | 'sha256'>;

export const checkedUpload = ({ id, account_id, name, sha256 }: Upload): Checked => ({
  ...{ account_id, subject: 'upload', subject_id: id, name, sha256 },
});

/** Every scene of the part: the probe has examined a few moments of the whole. Removes the upload's files if refused. */
export async function checkScenes(
  deps: WorkerContext,
  path: string,
  material: MaterialRow,
  part: Part,
  signal: AbortSignal,
): Promise<EngineRefusal | null> {
  if (material.kind !== 'video' || isFullyProbed(material)) return null;
  const options = { ...engineTrim(part), cuts: true, limits: mediaLimits, signal };
  const refusal = await checkMedia(deps, path, checkedUpload(material), options);
  if (refusal) await withdraw(deps, material, refusal);
  return refusal;
}

const isFullyProbed = ({ width, height, fps, duration_ms }: MaterialRow) =>
  isShortToModerate({ width: width ?? 0, height: height ?? 0, fps: fps ?? 0, durationMs: duration_ms ?? 0 });

async function withdraw(deps: WorkerContext, { id }: MaterialRow, { error, message }: EngineRefusal) {
  const files = await inTransaction(deps.db, async (trx) => {
    const row = await trx.selectFrom('material').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    await trx
      .updateTable('material')
      .set({ status: 'rejected', reason: message, refusal: error })
      .set({ thumb_key: null, filmstrip_key: null, playable_key: null })
      .where('id', '=', id)
      .execute();
    return row ? filesOf(row) : [];
  });
  await removeFiles(deps, files);
}
