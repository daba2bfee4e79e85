import type { Db } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { PaymentRow, SubscriptionRow } from '#backend/domain/payments/rows';
import { isUuid } from '#backend/domain/uuid';
import { withAsciiDomain } from '#shared/ascii-domain';

const notFound = (what: string) => new AppError('not_found', { message: `${what} does not exist.` });

/** Also of a deleted account, whose payments remain. */
export async function requireAccountId(db: Db, name: string): Promise<string> {
  if (isUuid(name)) {
    const wallet = await db.selectFrom('wallet').select('account_id').where('account_id', '=', name).executeTakeFirst();
    if (wallet) return wallet.account_id;
  } else {
    const accounts = db.selectFrom('account').select('id');
    const account = await accounts
      .where((eb) => eb(eb.fn('lower', ['email']), '=', withAsciiDomain(name).toLowerCase()))
      .executeTakeFirst();
    if (account) return account.id;
  }
  throw notFound(`Account ${name}`);
}

/** For what a deleted account does not have any more. @throws AppError `not_found` */
export async function requireExistingAccountId(db: Db, name: string): Promise<string> {
  const id = await requireAccountId(db, name);
  if (await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()) return id;
  throw new AppError('not_found', { message: `Account ${name} was deleted.` });
}

export async function requirePayment(db: Db, id: string): Promise<PaymentRow> {
  const row = isUuid(id) && (await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst());
  if (!row) throw notFound(`Payment ${id}`);
  return row;
}

export async function requireSubscription(db: Db, id: string): Promise<SubscriptionRow> {
  const row = isUuid(id) && (await db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirst());
  if (!row) throw notFound(`Subscription ${id}`);
  return row;
}
