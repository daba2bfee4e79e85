import { Kysely, PostgresDialect } from 'kysely';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { addPeriods } from '#contract';
import type { Connection } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { openAccount } from '#backend/domain/account/register';
import { auditLog } from '#backend/domain/audit/audit-log';
import type { AppContext } from '#backend/domain/context';
import { postEntry } from '#backend/domain/credits/ledger';
import { cancelSubscriptionAsOperator } from '#backend/domain/operator/cancel-subscription';
import { refundPayment } from '#backend/domain/operator/refund';
import { buy } from '#backend/domain/payments/buy';
import { defaultProducts } from '#backend/domain/payments/catalogue';
import { changePlan, quoteChange } from '#backend/domain/payments/change-plan';
import { handleEvent } from '#backend/domain/payments/handle-event';
import { receiveEvent } from '#backend/domain/payments/receive-event';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { verify } from '#backend/domain/payments/verify';
import { graphileQueue } from '#backend/queue/graphile-queue';
import { postgresLimits } from '#backend/providers/limits/postgres';
import type { PaymentProvider } from '#backend/providers/payments/port';
import { KillableProcess } from './killable-process';
import type { Step } from './steps';
import { openProviderWorld, type World } from './provider-world';

export const welcome = 5;
const dearer = 'regular_month';
const monthly = defaultProducts.find(({ product_id }) => product_id === 'light_month')!;

export interface ObservedHistory {
  accountId: string;
  world: World;
  /** By reference; unknown after process death. */
  spends: Map<string, { credits: number; outcome: 'made' | 'refused' | 'unknown' }>;
  /** Cents, by payment. */
  ordered: Map<string, number>;
  givenBack: Map<string, number>;
  deaths: number;
}

/** Replaces dead processes. */
export class History {
  readonly told: ObservedHistory;
  private now = new Date('2026-11-21T10:00:00Z');
  private process!: { mortal: KillableProcess; deps: AppContext };
  private readonly underWay: Promise<unknown>[] = [];
  private readonly payments: string[] = [];

  private constructor(
    private readonly connection: Connection,
    accountId: string,
    private readonly world: World,
  ) {
    this.told = { accountId, world, spends: new Map(), ordered: new Map(), givenBack: new Map(), deaths: 0 };
  }

  static async begin(connection: Connection, provider: 'stripe' | 'evonet', chance: () => number): Promise<History> {
    const email = `${uuidv7()}@example.com`;
    const account = { email, passwordHash: null, verifiedAt: new Date(), credits: welcome };
    const accountId = await connection.db.transaction().execute((trx) => openAccount(trx, account));
    const history: History = new History(
      connection,
      accountId!,
      openProviderWorld(provider, () => history.now, chance),
    );
    history.revive();
    return history;
  }

  private revive(): void {
    const mortal = new KillableProcess(this.connection.pool);
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: mortal.pool }) });
    const provider = mortalProvider(this.world.provider, mortal);
    const deps: AppContext = {
      ...({ storage: undefined, google: null, beforeDeletion: [] } as unknown as AppContext),
      db,
      limits: postgresLimits(this.connection.pool),
      jobs: graphileQueue(),
      policy: {
        welcomeCredits: welcome,
        retentionDays: 30,
        tokenDays: 30,
        defaultQuality: 'mesh',
        moderation: { nudity: 1, nudityWithMinor: 1, minorAge: 0, strikes: 0 },
        quotaBytes: { unconfirmed: 0, free: 0, premium: 0 },
      },
      audit: auditLog(db),
      payments: {
        providers: new Map([[provider.name, provider]]),
        products: defaultProducts,
        origins: ['https://faceswap.test'],
        webhookUrl: () => 'https://faceswap.test/api/webhook/x',
        invoiceTerms: { seller: ['Faceswap'], sellerTaxId: null, tax: { name: 'VAT', rate: 0 } },
      },
      now: () => this.now,
      log: pino({ level: 'silent' }),
    };
    this.process = { mortal, deps };
  }

  async subscribe(): Promise<void> {
    await insist(() => this.buy(monthly.product_id, 'the first plan'));
    const [id] = this.payments;
    this.world.decide(id!, 'paid');
    await insist(() => this.look(id!));
  }

  /** Does not wait; may fail or die. */
  take(step: Step, index: number): void {
    if (this.process.mortal.died) {
      this.told.deaths++;
      this.revive();
    }
    const id = 'which' in step ? this.payments[step.which % Math.max(1, this.payments.length)] : undefined;
    const work = this.workOf(step, index, id);
    if (work) this.underWay.push(work.catch(() => {}));
  }

  private workOf(step: Step, index: number, id: string | undefined): Promise<unknown> | undefined {
    const { deps, mortal } = this.process;
    const { world } = this;
    switch (step.do) {
      case 'crash':
        return void mortal.dieAfter(step.awaits);
      case 'month':
        this.now = addPeriods(this.now, 'month', 1);
        return void world.renew();
      case 'buy':
      case 'subscribe':
        return this.buy(step.do === 'buy' ? 'pack_50' : monthly.product_id, `key-${index}`);
      case 'spend':
        return this.spend(step.credits, `${this.told.accountId}-${index}`);
      case 'round':
        return sweepPayments(deps);
      case 'cancel':
        return this.cancel();
      case 'upgrade':
        this.now = new Date(this.now.getTime() + 3_600_000);
        return this.upgrade();
    }
    if (id === undefined) return undefined;
    switch (step.do) {
      case 'pay':
        return void world.decide(id, 'paid');
      case 'fail':
        return void world.decide(id, 'failed');
      case 'give back':
        return void this.giveBack(id, step.amount);
      case 'dispute':
        return void world.dispute(id);
      case 'look':
        return this.look(id);
      case 'message':
        return this.hear(`${id}:${index % 7}`);
      case 'refund':
        return this.refund(id, step.amount);
    }
  }

  /** Retries with the same key. */
  private async buy(product_id: string, key: string): Promise<void> {
    const purchase = { product_id, method: this.world.provider.name as 'stripe', key };
    const { payment_id } = await buy({ ...this.process.deps, accountId: this.told.accountId }, purchase);
    if (!this.payments.includes(payment_id)) this.payments.push(payment_id);
  }

  private async look(id: string): Promise<void> {
    const { product } = await this.connection.db
      .selectFrom('payment')
      .select('product')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await verify({ ...this.process.deps, accountId: this.told.accountId }, { id, type: product.type });
  }

  private async hear(body: string): Promise<void> {
    const { deps } = this.process;
    await receiveEvent(deps, { driver: this.world.provider.name, body, headers: new Headers() });
    const known = deps.db.selectFrom('payment_event').select('id').where('event_key', '=', body);
    await handleEvent(deps, { event_id: (await known.executeTakeFirstOrThrow()).id }, false);
  }

  private async spend(credits: number, reference: string): Promise<void> {
    const { accountId, spends } = this.told;
    const entry = { accountId, kind: 'hold' as const, delta: -credits, reference, note: '' };
    spends.set(reference, { credits, outcome: 'unknown' });
    try {
      await this.process.deps.db.transaction().execute((trx) => postEntry(trx, entry));
      spends.set(reference, { credits, outcome: 'made' });
    } catch (error) {
      if ((error as { error?: string }).error === 'insufficient_credits')
        spends.set(reference, { credits, outcome: 'refused' });
    }
  }

  private giveBack(id: string, amount: number): void {
    const { givenBack } = this.told;
    givenBack.set(id, (givenBack.get(id) ?? 0) + amount);
    this.world.refund(id, amount);
  }

  private async refund(id: string, amount: number): Promise<void> {
    const { ordered } = this.told;
    ordered.set(id, (ordered.get(id) ?? 0) + amount);
    await refundPayment({ ...this.process.deps, operator: 'tess' }, { paymentId: id, amount, reason: 'asked for' });
  }

  private async cancel(): Promise<void> {
    const running = this.connection.db.selectFrom('subscription').select('id').where('ended_at', 'is', null);
    const { id } = await running.where('account_id', '=', this.told.accountId).executeTakeFirstOrThrow();
    await cancelSubscriptionAsOperator(
      { ...this.process.deps, operator: 'tess' },
      { subscriptionId: id, reason: 'asked for' },
    );
  }

  private async upgrade(): Promise<void> {
    const owner = { ...this.process.deps, accountId: this.told.accountId };
    const { begins, as_of } = await quoteChange(owner, { product_id: dearer });
    if (begins === 'now') await changePlan(owner, { product_id: dearer, as_of, withdrawal_consent: true });
  }

  /** Sweeps until nothing changes. */
  async close(): Promise<void> {
    await Promise.all(this.underWay);
    if (this.process.mortal.died) this.told.deaths++;
    this.revive();
    const { deps } = this.process;
    const ids = (await this.ownPayments()).filter(({ checkout_ref }) => checkout_ref !== null).map(({ id }) => id);
    for (const id of ids) this.world.decide(id, 'failed'); // open checkouts expire
    for (const id of ids) await insist(() => this.hear(`${id}:last`));
    for (let round = 0; round < 3; round++) await insist(() => sweepPayments(deps));
  }

  private ownPayments() {
    return this.connection.db.selectFrom('payment').selectAll().where('account_id', '=', this.told.accountId).execute();
  }
}

async function insist(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt++) {
    const failed = await work().then(
      () => undefined,
      (error: Error) => error,
    );
    if (!failed) return;
    if (attempt === 29) throw failed;
  }
}

function mortalProvider(provider: PaymentProvider, mortal: KillableProcess): PaymentProvider {
  const { subscriptions } = provider;
  const { charge, cancelAtPeriodEnd, upgrade } = subscriptions!;
  return {
    ...provider,
    createCheckout: (order) => mortal.ask(() => provider.createCheckout(order)),
    fetchStatus: (payment) => mortal.ask(() => provider.fetchStatus(payment)),
    refund: (payment, amount, key) => mortal.ask(() => provider.refund(payment, amount, key)),
    subscriptions: {
      ...subscriptions!,
      cancelAtPeriodEnd: (ref) => mortal.ask(() => cancelAtPeriodEnd!(ref)),
      ...(upgrade
        ? {
            upgrade: {
              quote: (...about) => mortal.ask(() => upgrade.quote(...about)),
              make: (...about) => mortal.ask(() => upgrade.make(...about)),
            },
          }
        : {}),
      ...(charge ? { charge: (renewal) => mortal.ask(() => charge(renewal)) } : {}),
    },
  };
}
