import { sql } from 'kysely';
import type { Connection } from '#backend/db/connect';
import { moneyMoved } from '#backend/domain/payments/apply-charge';
import { entitledCredits } from '#backend/domain/payments/grant';
import type { ObservedHistory } from './history';

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

export async function findLedgerErrors({ db }: Connection, told: ObservedHistory, welcome: number): Promise<string[]> {
  const { accountId, world, spends, ordered } = told;
  const faults: string[] = [];
  const claim = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  const mine = <T extends 'payment' | 'credit_entry' | 'credit_debt' | 'wallet'>(table: T) =>
    sql<Record<string, never>>`select * from ${sql.table(table)} where account_id = ${accountId}`.execute(db);
  const payments = await db.selectFrom('payment').selectAll().where('account_id', '=', accountId).execute();
  const grants = await db
    .selectFrom('payment_grant')
    .innerJoin('payment', 'payment.id', 'payment_grant.payment_id')
    .select(['payment_grant.payment_id', 'payment_grant.grant_kind', 'payment_grant.credits'])
    .where('payment.account_id', '=', accountId)
    .execute();

  for (const payment of payments) {
    const { id, status, refunded } = payment;
    const given = grants.filter((grant) => grant.payment_id === id);
    claim(sumOf(given.map(({ credits }) => credits)) === entitledCredits(payment), `${id}: not what it is worth`);
    claim(given.filter(({ grant_kind }) => grant_kind === 'purchase').length < 2, `${id}: granted twice`);
    const atProvider = world.checkouts.get(id)?.charge;
    if (!atProvider || payment.checkout_ref === null) continue;
    const hasMoved = moneyMoved.includes(atProvider.status);
    claim(
      hasMoved ? status === atProvider.status : !moneyMoved.includes(status),
      `${id}: ${status}, not ${atProvider.status}`,
    );
    claim(refunded === atProvider.refunded, `${id}: ${refunded} given back, not ${atProvider.refunded}`);
  }
  const subscriptions = await db.selectFrom('subscription').selectAll().where('account_id', '=', accountId).execute();
  for (const [id, { charge, renewals, price }] of world.checkouts) {
    const subscription = subscriptions.find(({ provider_ref }) => provider_ref === `sub-${id}`);
    const plans = [subscription?.product, subscription?.next_product].map((product) => product?.price.amount);
    claim(!subscription || plans.includes(price.amount), `${id}: a plan for ${plans[0]}, not ${price.amount}`);
    const isKnown = payments.some((payment) => payment.id === id && payment.status === charge.status);
    claim(!moneyMoved.includes(charge.status) || isKnown, `${id}: paid and lost`);
    for (const { ref } of renewals) {
      const known = payments.filter(({ charge_ref, status }) => charge_ref === ref && status === 'paid');
      claim(known.length === 1, `${ref}: a renewal counted ${known.length} times`);
    }
  }
  const taken = [...world.ownCharges]
    .filter(([, { status }]) => status !== 'failed')
    .map(([ref]) => ref.split('.')[0]!);
  for (const id of new Set(taken)) {
    claim(taken.filter((other) => other === id).length === 1, `${id}: a period charged twice`);
    claim(
      payments.some((payment) => payment.id === id && payment.paid_at !== null),
      `${id}: charged and lost`,
    );
  }
  for (const [id, amount] of ordered) {
    const back = world.checkouts.get(id)?.charge.refunded ?? 0;
    claim(back <= amount + (told.givenBack.get(id) ?? 0), `${id}: more given back than was ordered`);
  }

  const { rows: entries } = await mine('credit_entry');
  const { rows: debts } = await mine('credit_debt');
  const { rows: wallets } = await mine('wallet');
  const balance = Number(wallets[0]!.balance);
  const owed = sumOf(debts.map((debt) => debt.owed - debt.settled));
  const held = entries.filter((entry) => entry.kind === 'hold');
  for (const [reference, { outcome }] of spends) {
    const isThere = held.some((entry) => entry.reference === reference);
    claim(outcome === 'unknown' || isThere === (outcome === 'made'), `${reference}: ${outcome}, and is not so`);
  }
  const spent = -sumOf(held.map(({ delta }) => delta));
  claim(balance === sumOf(entries.map(({ delta }) => delta)), 'the balance is not the sum of its entries');
  claim(
    entries.every(({ balance_after }) => balance_after >= 0),
    'a balance was negative',
  );
  claim(
    balance - owed === welcome + sumOf(payments.map(entitledCredits)) - spent,
    `${balance} there and ${owed} owed are not what was bought and spent`,
  );
  return faults;
}
