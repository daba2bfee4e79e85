import { paymentMethods, paymentStatus } from '#contract';
import { requireAccountId, requirePayment } from '#backend/domain/operator/find';
import { listAllPayments, recordsOf, type PaymentFilter } from '#backend/domain/operator/list-money';
import { declineRefund, refundPayment } from '#backend/domain/operator/refund';
import type { PaymentRow } from '#backend/domain/payments/rows';
import { parseAmount, parseChoice, requireReason, limitOf } from '#backend/admin/arguments';
import type { AdminCommand, CommandResult, Request } from '#backend/admin/command';
import { card, moment, money, table } from '#backend/admin/table';

/** Also those that are not configured any more, and the test checkout's. */
const providers = [...new Set(Object.values(paymentMethods).map(({ provider }) => provider)), 'sandbox'];

async function list(
  { deps, options }: Request,
  filter: Partial<PaymentFilter>,
  emptyText: string,
): Promise<CommandResult> {
  const { account } = options;
  const rows = await listAllPayments(deps.db, {
    status: parseChoice(options.status, '--status', paymentStatus.options),
    provider: parseChoice(options.provider, '--provider', providers),
    accountId: account === undefined ? undefined : await requireAccountId(deps.db, account),
    limit: limitOf(options),
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
    ...(filter.refundRequested ? { requested: moment(row.refund_requested_at), reason: row.refund_reason } : {}),
    ...(filter.hasProblem ? { problem: row.problem ?? 'Only a part was paid. No credits were granted.' } : {}),
  }));
  return { json: rows.map(withoutPrivateFields), text: table(lines, emptyText) };
}

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
    refunded: refunded > 0 ? money(refunded, currency) : null,
    status: payment.status,
    problem: payment.problem,
    provider: `${payment.provider}, ${payment.method}`,
    checkout: payment.checkout_ref,
    charge: payment.charge_ref,
    subscription: payment.subscription_id,
    bought: moment(payment.created_at),
    paid: moment(payment.paid_at),
    checked: moment(payment.checked_at),
    'refund requested': payment.refund_requested_at
      ? `${moment(payment.refund_requested_at)}: ${payment.refund_reason}`
      : null,
    granted: grants.map((grant) => `${grant.grant_kind.split(':')[0]} ${grant.credits}`).join(', ') || 'nothing',
    owed: owed > 0 ? `${owed} credits that were already spent` : null,
  });
  return { json: { ...withoutPrivateFields(payment), email: buyer?.email ?? null, grants, credits_owed: owed }, text };
}

const filters = ['provider', 'account', 'limit'] as const;

export const paymentCommands: Record<string, AdminCommand> = {
  payments: {
    usage: 'payments',
    summary: 'lists payments, newest first',
    words: 0,
    options: ['status', ...filters],
    run: (request) => list(request, {}, 'No matching payments.'),
  },
  payment: {
    usage: 'payment ID',
    summary: 'shows a payment with its grants and debt',
    words: 1,
    run: async ({ deps, words }) => show(deps, await requirePayment(deps.db, words[0]!)),
  },
  problems: {
    usage: 'problems',
    summary:
      'lists payments whose charge needs a look, with what is wrong: not as ordered, paid in part, or refunded by an unknown amount',
    words: 0,
    options: filters,
    run: (request) => list(request, { hasProblem: true }, 'Every payment matches its order.'),
  },
  disputes: {
    usage: 'disputes',
    summary: 'lists payments disputed at the buyer’s bank; their credits are withheld meanwhile',
    words: 0,
    options: filters,
    run: (request) => list(request, { status: 'disputed' }, 'No disputed payments.'),
  },
  'refund-requests': {
    usage: 'refund-requests',
    summary: 'lists open refund requests, oldest first',
    words: 0,
    options: filters,
    run: (request) => list(request, { refundRequested: true }, 'No open refund requests.'),
  },
  refund: {
    usage: 'refund ID',
    summary: 'refunds a payment, or part of it; --made-by-hand only records a refund made elsewhere',
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
    usage: 'decline-refund ID',
    summary: 'declines a refund request and mails the buyer',
    words: 1,
    options: ['reason'],
    run: async ({ deps, words, options }) =>
      show(deps, await declineRefund(deps, { paymentId: words[0]!, reason: requireReason(options) })),
  },
};
