import type { Output, Parsed } from '#contract';
import { inSnapshot } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { newestDetection } from '#backend/domain/detection/newest-detection';
import { presentDetection } from '#backend/domain/detection/present';
import { qualitiesFor } from '#backend/domain/quality/qualities';
import { priceOf, toolOf } from '#backend/domain/tool/tools';
import { lengthOf } from '#backend/domain/material/part';
import {
  materialsOf,
  playableProgress,
  presentMaterial,
  type MaterialWithProgress,
} from '#backend/domain/material/present';

/** @throws AppError `not_found` */
export async function ownMaterial({ db, accountId }: UserContext, materialId: string): Promise<MaterialWithProgress> {
  return orThrowNotFound(
    await materialsOf(db, accountId)
      .selectAll()
      .select(playableProgress)
      .where('id', '=', materialId)
      .executeTakeFirst(),
  );
}

/**
 * Within a transaction, for a row that refers to it: a deletion that is under way ends first, a later one finds the row.
 * @throws AppError `not_found`
 */
export async function heldMaterial(deps: UserContext, materialId: string): Promise<MaterialWithProgress> {
  await materialsOf(deps.db, deps.accountId).select('id').where('id', '=', materialId).forKeyShare().execute();
  return ownMaterial(deps, materialId);
}

export function materialDetail(
  context: UserContext,
  { material_id, tool_id }: Parsed<'upload_material_detail'>,
): Promise<Output<'upload_material_detail'>> {
  const tool = toolOf(tool_id);
  return inSnapshot(context.db, async (db) => {
    const deps = { ...context, db };
    const material = await ownMaterial(deps, material_id);
    const detection = await newestDetection(deps, material_id);
    const sold = { kind: material.kind, durationMs: lengthOf(material, material) };
    const priced = (await qualitiesFor(deps, material.kind)).map((quality) => {
      const { id, name } = quality;
      return { id, name, price: material.status === 'ready' ? priceOf(tool, quality, sold) : null };
    });
    return {
      material: presentMaterial(deps, material),
      detection: detection ? await presentDetection(deps, detection) : null,
      price: priced[0]!.price,
      qualities: priced,
    };
  });
}
