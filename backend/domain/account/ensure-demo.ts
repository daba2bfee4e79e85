import { inTransaction } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import { hashPassword } from './password';
import { openAccount } from './register';

/** Local mode only. */
export const demo = { email: 'demo@faceswap.local', password: 'faceswap-demo', credits: 100 } as const;

export async function ensureDemo({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const known = await db.selectFrom('account').select('id').where('email', '=', demo.email).executeTakeFirst();
  if (known) return;
  const passwordHash = await hashPassword(demo.password);
  await inTransaction(db, (trx) =>
    openAccount(trx, { email: demo.email, passwordHash, verifiedAt: now(), credits: demo.credits }),
  );
}
