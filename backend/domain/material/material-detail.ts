import type { Output, Parsed } from '#contract';
import { inSnapshot } from '../../db/connect';
import { found } from '../app-error';
import type { Signed } from '../context';
import { newestDetection } from '../detection/newest-detection';
import { presentDetection } from '../detection/present';
import { priceOf, toolOf } from '../tool/tools';
import { lengthOf } from './part';
import { materialsOf, playableProgress, presentMaterial, type SeenMaterial } from './present';

/** The caller's own material; anybody else's is not found. */
export async function ownMaterial({ db, accountId }: Signed, materialId: string): Promise<SeenMaterial> {
  return found(
    await materialsOf(db, accountId)
      .selectAll()
      .select(playableProgress)
      .where('id', '=', materialId)
      .executeTakeFirst(),
  );
}

/** A material with its newest detection and its price, all as they were at one moment. */
export function materialDetail(
  signed: Signed,
  { material_id, tool_id }: Parsed<'upload_material_detail'>,
): Promise<Output<'upload_material_detail'>> {
  const tool = toolOf(tool_id);
  return inSnapshot(signed.db, async (db) => {
    const deps = { ...signed, db };
    const material = await ownMaterial(deps, material_id);
    const detection = await newestDetection(deps, material_id);
    return {
      material: presentMaterial(deps, material),
      detection: detection ? await presentDetection(deps, detection) : null,
      price:
        material.status === 'ready'
          ? priceOf(tool, { kind: material.kind, durationMs: lengthOf(material, material) })
          : null,
    };
  });
}
