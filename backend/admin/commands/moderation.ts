import { judgeStopped, listStopped, requireStopped } from '#backend/domain/operator/stopped-content';
import { parseInteger, requireReason } from '#backend/admin/arguments';
import type { AdminCommand, CommandResult, Request } from '#backend/admin/command';
import { card, moment, table } from '#backend/admin/table';

const linkLifetimeMs = 60 * 60_000;

async function show({ db, storage, now }: Request['deps'], id: string): Promise<CommandResult> {
  const row = await requireStopped(db, id);
  const expires = new Date(now().getTime() + linkLifetimeMs);
  const picture = row.evidence_key && storage.linkToRead(row.evidence_key, { expires });
  const text = card({
    decision: row.id,
    outcome: row.outcome,
    account: row.account_id,
    what: row.subject,
    id: row.subject_id,
    name: row.name,
    made: moment(row.created_at),
    scores: JSON.stringify(row.scores),
    model: row.model,
    picture: picture ?? 'none',
    verdict: row.verdict,
    reason: row.verdict_reason,
  });
  return { json: { ...row, picture }, text };
}

const judge = (verdict: 'allowed' | 'upheld'): AdminCommand['run'] =>
  async function ({ deps, words, options }) {
    await judgeStopped(deps, { id: words[0]!, verdict, reason: requireReason(options) });
    return show(deps, words[0]!);
  };

export const moderationCommands: Record<string, AdminCommand> = {
  stopped: {
    usage: 'stopped [--account WHO] [--all] [--limit 50]',
    summary: 'lists what moderation stopped and is not judged yet; --all includes refused and judged content',
    words: 0,
    options: ['account', 'all', 'limit'],
    async run({ deps, options }) {
      const limit = parseInteger(options.limit, '--limit', { max: 10_000, otherwise: 50 });
      const rows = await listStopped(deps.db, { account: options.account, all: options.all ?? false, limit });
      const lines = rows.map(({ id, created_at, outcome, subject, name, account_id, verdict }) => ({
        decision: id,
        made: moment(created_at),
        outcome,
        what: subject,
        name: name.slice(0, 40),
        account: account_id,
        verdict,
      }));
      return { json: rows, text: table(lines, 'Nothing is stopped.') };
    },
  },
  decision: {
    usage: 'decision ID',
    summary: 'shows a decision of moderation with its scores, and a link to the picture that works for an hour',
    words: 1,
    run: ({ deps, words }) => show(deps, words[0]!),
  },
  allow: {
    usage: 'allow ID --reason WHY',
    summary: 'allows what moderation stopped: the same file passes when its owner sends it again',
    words: 1,
    options: ['reason'],
    run: judge('allowed'),
  },
  uphold: {
    usage: 'uphold ID --reason WHY',
    summary: 'confirms that it stays stopped',
    words: 1,
    options: ['reason'],
    run: judge('upheld'),
  },
};
