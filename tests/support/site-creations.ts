import { chownSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { connect } from '#backend/db/connect';
import { startPostgres } from '#backend/db/embedded/index';
import { diskStorage } from '#backend/providers/storage/disk';

import { finishedCreation } from './finished-creation';

interface SiteCreation {
  name: string;
  result: Buffer;
  material_id?: string;
}

/** Finished swaps on a running stack, without their work. Returns the orders. */
export async function addCreations(dataDirectory: string, email: string, creations: SiteCreation[]): Promise<string[]> {
  const postgres = await startPostgres({ root: join(dataDirectory, 'postgres') });
  const { db, close } = connect(postgres.url, { max: 1 });
  const root = join(dataDirectory, 'media');
  const deps = { storage: diskStorage({ root, secret: '', publicUrl: '' }), now: () => new Date() };
  const orders: string[] = [];
  try {
    const owner = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    for (const { result, ...creation } of creations) {
      const made = { ...creation, result, poster: result };
      const { order_id, result_key, poster_key } = await finishedCreation({ db, deps }, { accountId: owner.id }, made);
      giveToStack(root, '.incoming', result_key, poster_key);
      orders.push(order_id);
    }
  } finally {
    await close();
    await postgres.stop();
  }
  return orders;
}

/** Its processes may run as another user than the tests. */
function giveToStack(root: string, ...paths: string[]): void {
  const { uid, gid } = statSync(root);
  for (const path of paths) {
    for (let place = join(root, path); place !== root; place = dirname(place)) chownSync(place, uid, gid);
  }
}
