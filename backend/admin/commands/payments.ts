import { paymentStatus } from '#contract';
import { requireAccountId, requirePayment } from '#backend/domain/operator/find';
import { listAllPayments, recordsOf, type PaymentFilter } from '#backend/domain/operator/list-money';
import { declineRefund, refundPayment } from '#backend/domain/operator/refund';
import type { PaymentRow } from '#backend/domain/payments/rows';
import { parseAmount, parseChoice, requireReason, parseInteger } from '#backend/admin/arguments';
import type { AdminCommand, CommandResult, Request } from '#backend/admin/command';
import { card, moment, money, table } from '#backend/admin/table';

async function list(
  { deps, options }: Request,
  filter: Partial<PaymentFilter>,
  nothing: string,
): Promise<CommandResult> {
  const { provider, account } = options;
  const rows = await listAllPayments(deps.db, {
    status: parseChoice(options.status, '--status', paymentStatus.options),
    provider,
    accountId: account === undefined ? undefined : await requireAccountId(deps.db, account),
    limit: parseInteger(options.limit, '--limit', { max: 10_000, otherwise: 50 }),
    ...filter,
  });
  const lines = rows.map((row) => ({
    payment: row.id,
    bought: moment(row.created_at),
    who: row.email ?? '(deleted)',
    what: row.product.name,
    amount: money(row.amount, row.currency),
    by: row.provider,
    status: row.status,
    ...(filter.refundRequested ? { asked: moment(row.refund_requested_at), why: row.refund_reason } : {}),
    ...(filter.hasProblem ? { problem: row.problem } : {}),
  }));
  return { json: rows.map(withoutPrivateFields), text: table(lines, nothing) };
}

/** Where a buyer goes to pay is nobody else's business. */
function withoutPrivateFields<T extends PaymentRow>({ action: _, request_key: __, ...row }: T) {
  return row;
}

async function show(deps: Request['deps'], payment: PaymentRow): Promise<CommandResult> {
  const { grants, owed } = await recordsOf(deps.db, payment.id);
  const buyer = await deps.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', payment.account_id)
    .executeTakeFirst();
  const { amount, currency, refunded, credits, product } = payment;
  const text = card({
    payment: payment.id,
    account: `${payment.account_id} ${buyer?.email ?? '(deleted)'}`,
    product: `${product.name}, ${credits} credits`,
    amount: money(amount, currency),
    'given back': refunded > 0 ? money(refunded, currency) : null,
    status: payment.status,
    problem: payment.problem,
    provider: `${payment.provider}, ${payment.method}`,
    checkout: payment.checkout_ref,
    charge: payment.charge_ref,
    subscription: payment.subscription_id,
    bought: moment(payment.created_at),
    paid: moment(payment.paid_at),
    asked: moment(payment.checked_at),
    'refund wanted': payment.refund_requested_at
      ? `${moment(payment.refund_requested_at)}: ${payment.refund_reason}`
      : null,
    granted: grants.map((grant) => `${grant.grant_kind.split(':')[0]} ${grant.credits}`).join(', ') || 'nothing',
    owed: owed > 0 ? `${owed} credits that were spent before` : null,
  });
  return { json: { ...withoutPrivateFields(payment), email: buyer?.email ?? null, grants, credits_owed: owed }, text };
}

const filters = ['status', 'provider', 'account', 'limit'];

export const paymentCommands: Record<string, AdminCommand> = {
  payments: {
    usage: 'payments [--status S] [--provider P] [--account WHO] [--limit 50]',
    summary: 'lists payments, newest first',
    words: 0,
    options: filters,
    run: (request) => list(request, {}, 'There are no such payments.'),
  },
  payment: {
    usage: 'payment ID',
    summary: 'shows a payment, what was granted for it and what is owed',
    words: 1,
    run: async ({ deps, words }) => show(deps, await requirePayment(deps.db, words[0]!)),
  },
  problems: {
    usage: 'problems',
    summary: 'lists payments that were paid otherwise than ordered: nothing was granted for them',
    words: 0,
    options: filters,
    run: (request) => list(request, { hasProblem: true }, 'Every payment is what was ordered.'),
  },
  disputes: {
    usage: 'disputes',
    summary: 'lists payments whose buyer disputes them at their bank: their credits are taken back meanwhile',
    words: 0,
    options: filters,
    run: (request) => list(request, { status: 'disputed' }, 'Nobody disputes a payment.'),
  },
  'refund-requests': {
    usage: 'refund-requests',
    summary: 'lists who waits for an answer about their money, oldest first',
    words: 0,
    options: filters,
    run: (request) => list(request, { refundRequested: true }, 'Nobody waits for a refund.'),
  },
  refund: {
    usage: 'refund ID [--amount 3.99] --reason WHY [--made-by-hand]',
    summary: 'gives a payment back, or part of it; with --made-by-hand only writes down what was done elsewhere',
    words: 1,
    options: ['amount', 'reason', 'made-by-hand'],
    async run({ deps, words, options }) {
      const { id: paymentId, currency } = await requirePayment(deps.db, words[0]!);
      const amount = parseAmount(options, currency);
      const isMadeByHand = options['made-by-hand'];
      return show(deps, await refundPayment(deps, { paymentId, amount, reason: requireReason(options), isMadeByHand }));
    },
  },
  'decline-refund': {
    usage: 'decline-refund ID --reason WHY',
    summary: 'answers a request for a refund with no; its buyer is written to',
    words: 1,
    options: ['reason'],
    run: async ({ deps, words, options }) =>
      show(deps, await declineRefund(deps, { paymentId: words[0]!, reason: requireReason(options) })),
  },
};
