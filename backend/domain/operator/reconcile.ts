import { sql } from 'kysely';
import { ProviderRefused, ProviderUnavailable, type DriverName } from '#backend/providers/payments/port';
import { addDays } from '#backend/domain/context';
import { paymentById, toPaymentRef, type PaymentRow } from '#backend/domain/payments/rows';
import { syncPayment } from '#backend/domain/payments/sync-payment';
import { compareCharge, compareCredits, compareSubscription, type Difference } from './compare-payment';
import { recordAct, type OperatorContext } from './context';

export interface Reconciliation {
  checked: number;
  differences: Difference[];
  notAsked: { provider: string; payments: number; reason: string }[];
}

interface Scope {
  days: number;
  provider?: string | undefined;
  settles?: boolean;
}

export async function reconcile(
  deps: OperatorContext,
  { days, provider, settles = false }: Scope,
): Promise<Reconciliation> {
  const since = addDays(deps.now(), -days);
  const result: Reconciliation = { checked: 0, differences: await ledgerDifferences(deps), notAsked: [] };
  for (const payment of await paymentsSince(deps, since, provider)) {
    let found = await compare(deps, payment, result);
    if (settles && found.length > 0) {
      await syncPayment(deps, payment.id).catch((err: unknown) =>
        deps.log.warn({ paymentId: payment.id, err }, 'payment_sync_failed'),
      );
      found = await compare(deps, await paymentById(deps.db, payment.id), { ...result, notAsked: [] });
    }
    result.differences.push(...found);
  }
  for (const [name, driver] of deps.payments.providers) {
    if (provider && name !== provider) continue;
    if (driver.listSince) result.differences.push(...(await unrecordedCheckouts(deps, name, since, result)));
  }
  result.differences.push(...(await unmatchedEvents(deps, since, provider)));
  const detail = `${days} days, ${result.checked} payments, ${result.differences.length} differences`;
  await recordAct(deps, 'reconciled', { detail });
  return result;
}

function paymentsSince({ db }: OperatorContext, since: Date, provider?: string): Promise<PaymentRow[]> {
  let rows = db
    .selectFrom('payment')
    .selectAll()
    .where('checkout_ref', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('created_at', '>=', since),
        eb(
          'subscription_id',
          'in',
          eb.selectFrom('subscription').select('subscription.id').where('ended_at', 'is', null),
        ),
      ]),
    );
  if (provider) rows = rows.where('provider', '=', provider);
  return rows.orderBy('id').execute();
}

async function compare(deps: OperatorContext, payment: PaymentRow, result: Reconciliation): Promise<Difference[]> {
  const about = { about: payment.id, provider: payment.provider };
  const credits = await compareCredits(deps.db, payment);
  const driver = deps.payments.providers.get(payment.provider as DriverName);
  if (!driver) {
    skip(result, payment.provider, 'not configured here');
    return credits.map((found) => ({ ...about, ...found }));
  }
  try {
    const state = await driver.fetchStatus(toPaymentRef(payment));
    result.checked++;
    const subscription = payment.kind === 'first' ? await compareSubscription(deps.db, payment, state, driver) : [];
    const found = [...compareCharge(payment, state.charge, driver), ...subscription, ...credits];
    return found.map((one) => ({ ...about, ...one }));
  } catch (error) {
    if (error instanceof ProviderRefused) {
      return [{ ...about, what: 'unknown there', ours: payment.status, theirs: error.message }];
    }
    if (!(error instanceof ProviderUnavailable)) throw error;
    skip(result, payment.provider, error.message);
    return [];
  }
}

function skip({ notAsked }: Reconciliation, provider: string, reason: string): void {
  const known = notAsked.find((one) => one.provider === provider);
  if (known) known.payments++;
  else notAsked.push({ provider, payments: 1, reason });
}

async function unrecordedCheckouts(
  deps: OperatorContext,
  name: DriverName,
  since: Date,
  result: Reconciliation,
): Promise<Difference[]> {
  try {
    const theirs = await deps.payments.providers.get(name)!.listSince!(since);
    const found: Difference[] = [];
    for (const { checkoutRef, status, paid } of theirs) {
      if (status !== 'paid') continue;
      const ours = deps.db.selectFrom('payment').select('id').where('provider', '=', name);
      if (await ours.where('checkout_ref', '=', checkoutRef).executeTakeFirst()) continue;
      const report = `paid ${paid?.amount ?? '?'} ${paid?.currency ?? ''}`;
      found.push({ about: checkoutRef, provider: name, what: 'unknown to us', ours: 'none', theirs: report });
    }
    return found;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    skip(result, name, error.message);
    return [];
  }
}

async function unmatchedEvents({ db }: OperatorContext, since: Date, provider?: string): Promise<Difference[]> {
  let rows = db
    .selectFrom('payment_event')
    .select(['provider', 'event_key'])
    .where('outcome', '=', 'not ours')
    .where('received_at', '>=', since);
  if (provider) rows = rows.where('provider', '=', provider);
  const events = await rows.execute();
  return events.map(({ provider: from, event_key }) => ({
    about: event_key.slice(0, 36),
    provider: from,
    what: 'unknown to us',
    ours: 'none',
    theirs: 'a webhook event',
  }));
}

/** Database triggers should prevent this. */
async function ledgerDifferences({ db }: OperatorContext): Promise<Difference[]> {
  const rows = await db
    .selectFrom('wallet')
    .leftJoin('credit_entry', 'credit_entry.account_id', 'wallet.account_id')
    .select(['wallet.account_id', 'wallet.balance', sql<number>`coalesce(sum(credit_entry.delta), 0)::int`.as('sum')])
    .groupBy(['wallet.account_id', 'wallet.balance'])
    .having(sql<boolean>`wallet.balance <> coalesce(sum(credit_entry.delta), 0)`)
    .execute();
  return rows.map(({ account_id, balance, sum }) => ({
    about: account_id,
    provider: '',
    what: 'ledger',
    ours: `balance ${balance}`,
    theirs: `entries sum to ${sum}`,
  }));
}
