import { operatorActs } from '#backend/domain/audit/audit-log';
import { reconcile, type Reconciliation } from '#backend/domain/operator/reconcile';
import { parseInteger, limitOf } from '#backend/admin/arguments';
import { exitCodes, UsageError, type AdminCommand } from '#backend/admin/command';
import { moment, table } from '#backend/admin/table';

function formatReconciliation({ checked, differences, notAsked }: Reconciliation): string {
  const lines = differences.map(({ about, provider, what, ours, theirs }) => ({ about, provider, what, ours, theirs }));
  const skipped = notAsked.map(
    ({ provider, payments, reason }) => `Not compared: ${provider}, ${payments} payments. ${reason}`,
  );
  const total = `${checked} payments compared, ${differences.length} differences.`;
  return [table(lines, 'Our records match the providers’.'), ...skipped, total].join('\n');
}

export const bookCommands: Record<string, AdminCommand> = {
  reconcile: {
    usage: 'reconcile',
    summary:
      'compares our records with every provider and prints the differences; --settle syncs the payments that differ',
    words: 0,
    options: ['days', 'provider', 'settle'],
    async run({ deps, options }) {
      const { provider, settle: settles } = options;
      const known = [...deps.payments.providers.keys()];
      if (provider !== undefined && !known.some((name) => name === provider)) {
        throw new UsageError(`--provider must be a configured provider (${known.join(', ')}), not "${provider}".`);
      }
      const days = parseInteger(options.days, '--days', { max: 3650, otherwise: 30 });
      const result = await reconcile(deps, { days, provider, settles });
      const { differences, notAsked } = result;
      const exitCode = differences.length
        ? exitCodes.differs
        : notAsked.length
          ? exitCodes.unavailable
          : exitCodes.done;
      return { json: result, text: formatReconciliation(result), exitCode };
    },
  },
  audit: {
    usage: 'audit',
    summary: 'lists operators’ actions, newest first; --all includes sign-ins, deletions and refusals',
    words: 0,
    options: ['limit', 'all'],
    async run({ deps, options }) {
      const limit = limitOf(options);
      let rows = deps.db.selectFrom('audit_event').selectAll().orderBy('id', 'desc').limit(limit);
      if (!options.all) rows = rows.where('event', 'in', [...operatorActs]);
      const events = await rows.execute();
      const lines = events.map(({ at, event, account_id, detail }) => ({
        at: moment(at),
        event,
        account: account_id,
        detail,
      }));
      return { json: events, text: table(lines, 'The audit log is empty.') };
    },
  },
};
