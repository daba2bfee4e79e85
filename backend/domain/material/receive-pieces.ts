import type { Deps } from '../context';
import { found } from '../app-error';

type Needs = Pick<Deps, 'db' | 'storage'>;

/** How the file of a material stands whose pieces are coming in. */
export async function standingOf({ db }: Needs, fileKey: string) {
  const material = await db
    .selectFrom('material')
    .select(['id', 'status', 'size'])
    .where('file_key', '=', fileKey)
    .executeTakeFirst();
  return found(material);
}

/** All pieces are there: makes them the material's file, and acknowledges it only once it is durable. */
export async function keepPieces(deps: Needs, fileKey: string): Promise<void> {
  const { db, storage } = deps;
  const file = await storage.resumable.keep(fileKey);
  const { numUpdatedRows } = await db
    .updateTable('material')
    .set({ status: 'probing', ...file })
    .where('file_key', '=', fileKey)
    .where('status', '=', 'uploading')
    .executeTakeFirst();
  // Deleted while it came in: nothing may stay of it.
  if (numUpdatedRows === 0n) await storage.remove(fileKey);
}
