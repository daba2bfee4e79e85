import type { Output, Parsed } from '#contract';
import { inSnapshot } from '#backend/db/connect';
import type { UserContext } from '#backend/domain/context';
import { newestDetection } from '#backend/domain/detection/newest-detection';
import { presentDetection } from '#backend/domain/detection/present';
import { qualitiesFor } from '#backend/domain/quality/qualities';
import { priceOf, toolOf } from '#backend/domain/tool/tools';
import { lengthOf } from '#backend/domain/material/part';
import { ownMaterial } from '#backend/domain/material/own-material';
import { presentMaterial } from '#backend/domain/material/present';

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
