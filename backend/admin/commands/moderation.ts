import { judgeStopped, listStopped, requireStopped } from '#backend/domain/operator/stopped-content';
import { requireReason, limitOf } from '#backend/admin/arguments';
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
    appealed: moment(row.appealed_at),
    appeal: row.appeal,
    scores: JSON.stringify(row.scores),
    model: row.model,
    picture: picture ?? 'none',
    verdict: row.verdict,
    reason: row.verdict_reason,
  });
  return { json: { ...row, picture }, text };
}

function ageOf(since: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / 3_600_000);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

const judge = (verdict: 'allowed' | 'upheld'): AdminCommand['run'] =>
  async function ({ deps, words, options }) {
    await judgeStopped(deps, { id: words[0]!, verdict, reason: requireReason(options) });
    return show(deps, words[0]!);
  };

export const moderationCommands: Record<string, AdminCommand> = {
  stopped: {
    usage: 'stopped',
    summary: 'lists what waits for a verdict, appeals first; --all includes refused and judged content',
    words: 0,
    options: ['account', 'all', 'limit'],
    async run({ deps, options }) {
      const limit = limitOf(options);
      const rows = await listStopped(deps.db, { account: options.account, all: options.all ?? false, limit });
      const now = deps.now();
      const lines = rows.map(({ id, created_at, appealed_at, outcome, subject, name, account_id, verdict }) => ({
        decision: id,
        appeal: appealed_at ? (verdict ? 'judged' : `waits ${ageOf(appealed_at, now)}`) : null,
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
    summary: 'shows a decision of moderation with scores and appeal, and a link to the picture that works for an hour',
    words: 1,
    run: ({ deps, words }) => show(deps, words[0]!),
  },
  allow: {
    usage: 'allow ID',
    summary: 'allows what moderation stopped: the same file passes when its owner, who reads WHY, sends it again',
    words: 1,
    options: ['reason'],
    run: judge('allowed'),
  },
  uphold: {
    usage: 'uphold ID',
    summary: 'confirms that it stays stopped; the owner reads WHY',
    words: 1,
    options: ['reason'],
    run: judge('upheld'),
  },
};
