import { cancelSubscriptionAsOperator } from '#backend/domain/operator/cancel-subscription';
import { requireAccountId, requireSubscription } from '#backend/domain/operator/find';
import { grantCredits } from '#backend/domain/operator/grant-credits';
import { listAllSubscriptions } from '#backend/domain/operator/list-money';
import type { SubscriptionRow } from '#backend/domain/payments/rows';
import { parseChoice, requireReason, parseInteger, limitOf } from '#backend/admin/arguments';
import type { AdminCommand, CommandResult } from '#backend/admin/command';
import { card, moment, money, table } from '#backend/admin/table';

/** The token can charge the buyer's card. */
function withoutToken<T extends SubscriptionRow>({ token: _, ...row }: T) {
  return row;
}

function show(subscription: SubscriptionRow): CommandResult {
  const { product, next_product, period_start, period_end } = subscription;
  const text = card({
    subscription: subscription.id,
    account: subscription.account_id,
    plan: `${product.name} by the ${product.period}, ${money(product.price.amount, product.price.currency)}`,
    'from the next period': next_product?.name,
    status:
      subscription.cancel_at_period_end && !subscription.ended_at
        ? 'cancelled, ends with its period'
        : subscription.status,
    provider: `${subscription.provider}, ${subscription.provider_ref}`,
    period: `${moment(period_start)} to ${moment(period_end)}`,
    'declined renewals': subscription.attempts || null,
    'next attempt': moment(subscription.next_attempt_at),
    ended: moment(subscription.ended_at),
  });
  return { json: withoutToken(subscription), text };
}

export const subscriptionCommands: Record<string, AdminCommand> = {
  subscriptions: {
    usage: 'subscriptions',
    summary: 'lists subscriptions, newest first',
    words: 0,
    options: ['status', 'account', 'limit'],
    async run({ deps, options }) {
      const { account } = options;
      const rows = await listAllSubscriptions(deps.db, {
        status: parseChoice(options.status, '--status', ['active', 'past_due', 'cancelled', 'expired']),
        accountId: account === undefined ? undefined : await requireAccountId(deps.db, account),
        limit: limitOf(options),
      });
      const lines = rows.map((row) => ({
        subscription: row.id,
        who: row.email ?? '(deleted)',
        plan: row.product.product_id,
        by: row.provider,
        status: row.status,
        'paid until': moment(row.period_end),
        then: row.ended_at ? 'ended' : row.cancel_at_period_end ? 'ends' : 'renews',
      }));
      return { json: rows.map(withoutToken), text: table(lines, 'No matching subscriptions.') };
    },
  },
  subscription: {
    usage: 'subscription ID',
    summary: 'shows a subscription',
    words: 1,
    run: async ({ deps, words }) => show(await requireSubscription(deps.db, words[0]!)),
  },
  cancel: {
    usage: 'cancel ID',
    summary: 'cancels a subscription at the end of its period, also at its provider',
    words: 1,
    options: ['reason'],
    run: async ({ deps, words, options }) =>
      show(await cancelSubscriptionAsOperator(deps, { subscriptionId: words[0]!, reason: requireReason(options) })),
  },
  grant: {
    usage: 'grant WHO CREDITS',
    summary: 'grants credits; the owner sees the reason',
    words: 2,
    options: ['reason'],
    async run({ deps, words, options }) {
      const credits = parseInteger(words[1], 'CREDITS', { max: 100_000 });
      const { balance } = await grantCredits(deps, { account: words[0]!, credits, reason: requireReason(options) });
      return { json: { granted: credits, balance }, text: `${credits} credits granted; the balance is ${balance}.` };
    },
  },
};
