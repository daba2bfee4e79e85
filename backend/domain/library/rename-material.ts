import type { Output, Parsed } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { assertMayChangeLibrary } from '#backend/domain/deletion/open-deletion';
import { ownMaterial } from '#backend/domain/material/own-material';
import { presentMaterial } from '#backend/domain/material/present';

export async function renameMaterial(
  deps: UserContext,
  { material_id, name }: Parsed<'rename_material'>,
): Promise<Output<'rename_material'>> {
  await assertMayChangeLibrary(deps);
  await deps.db
    .updateTable('material')
    .set({ name })
    .where('id', '=', material_id)
    .where('account_id', '=', deps.accountId)
    .where('deletion_id', 'is', null)
    .execute();
  return presentMaterial(deps, await ownMaterial(deps, material_id));
}
