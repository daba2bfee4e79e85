import type { Transaction } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { lockBalance } from '#backend/domain/credits/ledger';
import { canContinue, maxCheckoutHours, openStatuses } from './present';
import type { PaymentRow } from './rows';

/** Each can be paid at the first price. */
const maxOpenCheckouts = 3;
/** Exceeds the duration of a request to a provider; a payment that still has no checkout then cannot be paid. */
const startMinutes = 2;
const minuteMs = 60_000;

type Choice = Pick<PaymentRow, 'method' | 'amount' | 'currency' | 'withdrawal_consent'> & {
  productId: string;
  action: 'redirect' | 'embed';
};

/**
 * The caller has locked the account.
 * @returns the open checkout of the same choice
 * @throws AppError `conflict` if too many other checkouts are open
 */
export async function openFirstCheckout(
  db: Db,
  { accountId, now }: Pick<UserContext, 'accountId' | 'now'>,
  choice: Choice,
): Promise<PaymentRow | undefined> {
  const before = (minutes: number) => new Date(now().getTime() - minutes * minuteMs);
  const open = await db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'first')
    .where('status', 'in', openStatuses)
    .where((eb) =>
      eb.or([
        eb('status', '!=', 'created'),
        eb('created_at', '>', before(startMinutes)),
        eb.and([eb('checkout_ref', 'is not', null), eb('created_at', '>', before(maxCheckoutHours * 60))]),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
  const same = open.find((payment) => canContinue(payment, now()) && isChoice(payment, choice));
  if (same || open.length < maxOpenCheckouts) return same;
  throw new AppError('conflict', {
    message: `You have ${open.length} open checkouts at the price of a first subscription. Continue one of them on your credits page, or try again tomorrow.`,
  });
}

const isChoice = (payment: PaymentRow, { productId, action, withdrawal_consent, ...choice }: Choice) =>
  payment.product.product_id === productId &&
  payment.method === choice.method &&
  payment.amount === choice.amount &&
  payment.currency === choice.currency &&
  payment.withdrawal_consent === withdrawal_consent &&
  (payment.action as { type?: string } | null)?.type === action;

/**
 * The first price is given once: a further payment of it buys credits at the regular price.
 * The caller has locked the payment.
 */
export async function creditsOf(trx: Transaction<Database>, payment: PaymentRow): Promise<number> {
  const { id, account_id, kind, amount, credits, product } = payment;
  if (kind !== 'first' || amount >= product.price.amount) return credits;
  await lockBalance(trx, account_id); // another first payment may arrive now
  const earlier = await trx
    .selectFrom('payment')
    .select('id')
    .where('account_id', '=', account_id)
    .where('kind', '=', 'first')
    .where('id', '!=', id)
    .where('paid_at', 'is not', null)
    .where('status', '!=', 'refunded')
    .executeTakeFirst();
  return earlier ? Math.ceil((credits * amount) / product.price.amount) : credits;
}
