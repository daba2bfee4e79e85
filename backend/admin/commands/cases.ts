import { requireCase, dismissCase, listCases } from '#backend/domain/operator/cases';
import { countMedia, findMediaInText, type Media } from '#backend/domain/operator/find-media';
import { setSuspended } from '#backend/domain/operator/suspend';
import { takeDown } from '#backend/domain/operator/take-down';
import { requireReason, parseInteger } from '#backend/admin/arguments';
import { UsageError, type AdminCommand, type CommandResult, type Request } from '#backend/admin/command';
import { card, moment, table } from '#backend/admin/table';

async function show(deps: Request['deps'], id: string): Promise<CommandResult> {
  const row = await requireCase(deps.db, id);
  const found = await findMediaInText(deps.db, `${row.location} ${row.description}`);
  const text = card({
    case: row.id,
    status: row.status,
    opened: moment(row.created_at),
    due: moment(row.due_at),
    closed: moment(row.closed_at),
    because: row.resolution,
    where: row.location,
    what: row.description,
    'who is shown': row.person,
    'signed by': `${row.signature}, ${row.email}`,
    'ours, by its address': namesOf(found) || 'nothing: look for it, and name it yourself',
  });
  return { json: { ...row, found }, text };
}

const namesOf = ({ uploads, creations, faces }: Media) =>
  [
    ...uploads.map((id) => `--upload ${id}`),
    ...creations.map((id) => `--creation ${id}`),
    ...faces.map((id) => `--face ${id}`),
  ].join(' ');

const suspension = (isSuspended: boolean): AdminCommand['run'] =>
  async function ({ deps, words, options }) {
    await setSuspended(deps, { account: words[0]!, isSuspended, reason: requireReason(options) });
    return {
      json: { suspended: isSuspended },
      text: isSuspended ? 'The account is locked out.' : 'It may come in again.',
    };
  };

export const caseCommands: Record<string, AdminCommand> = {
  cases: {
    usage: 'cases [--all] [--limit 50]',
    summary: 'lists reports of media, the most urgent first; --all with those that are closed',
    words: 0,
    options: ['all', 'limit'],
    async run({ deps, options }) {
      const limit = parseInteger(options.limit, '--limit', { max: 10_000, otherwise: 50 });
      const rows = await listCases(deps.db, { withClosed: options.all ?? false, limit });
      const lines = rows.map(({ id, due_at, status, person, location }) => ({
        case: id,
        due: status === 'open' && due_at < deps.now() ? `${moment(due_at)} OVERDUE` : moment(due_at),
        status,
        'who is shown': person,
        where: location.slice(0, 80),
      }));
      return { json: rows, text: table(lines, 'There is no report to decide.') };
    },
  },
  case: {
    usage: 'case ID',
    summary: 'shows a report, and what of ours its address names',
    words: 1,
    run: ({ deps, words }) => show(deps, words[0]!),
  },
  'take-down': {
    usage: 'take-down CASE [--upload ID]… [--creation ID]… [--face ID]… --reason WHY',
    summary: 'removes media with every identical copy and what was made of it, for good, and closes the case',
    words: 1,
    options: ['upload', 'creation', 'face', 'reason'],
    async run({ deps, words, options }) {
      const { upload: uploads = [], creation: creations = [], face: faces = [] } = options;
      const media = { uploads, creations, faces };
      if (countMedia(media) === 0) throw new UsageError('Name what is to go: --upload ID, --creation ID or --face ID.');
      const removed = await takeDown(deps, { caseId: words[0]!, media, reason: requireReason(options) });
      const counts = `${removed.uploads.length} uploads, ${removed.creations.length} creations, ${removed.faces.length} faces`;
      return { json: removed, text: `Removed with every copy: ${counts}. They cannot come back.` };
    },
  },
  dismiss: {
    usage: 'dismiss CASE --reason WHY',
    summary: 'closes a report without taking anything down',
    words: 1,
    options: ['reason'],
    async run({ deps, words, options }) {
      await dismissCase(deps, { caseId: words[0]!, reason: requireReason(options) });
      return show(deps, words[0]!);
    },
  },
  suspend: {
    usage: 'suspend WHO --reason WHY',
    summary: 'locks an account out, wherever it is signed in',
    words: 1,
    options: ['reason'],
    run: suspension(true),
  },
  restore: {
    usage: 'restore WHO --reason WHY',
    summary: 'lets a suspended account in again',
    words: 1,
    options: ['reason'],
    run: suspension(false),
  },
};
