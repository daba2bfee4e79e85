import { requireCase, dismissCase, listCases } from '#backend/domain/operator/cases';
import { countMedia, findMediaInText, type Media } from '#backend/domain/operator/find-media';
import { setSuspended } from '#backend/domain/operator/suspend';
import { takeDown } from '#backend/domain/operator/take-down';
import { requireReason, limitOf } from '#backend/admin/arguments';
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
    resolution: row.resolution,
    location: row.location,
    description: row.description,
    'person shown': row.person,
    'reported by': `${row.signature}, ${row.email}`,
    'media found': namesOf(found) || 'none in the location: search for the media and name it yourself',
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
      text: isSuspended
        ? 'The account is suspended. A subscription that runs is cancelled within a minute.'
        : 'The account is restored. A subscription that was cancelled stays so until its owner resumes it.',
    };
  };

export const caseCommands: Record<string, AdminCommand> = {
  cases: {
    usage: 'cases',
    summary: 'lists takedown cases, the most urgent first; --all includes closed ones',
    words: 0,
    options: ['all', 'limit'],
    async run({ deps, options }) {
      const limit = limitOf(options);
      const rows = await listCases(deps.db, { withClosed: options.all ?? false, limit });
      const lines = rows.map(({ id, due_at, status, person, location }) => ({
        case: id,
        due: status === 'open' && due_at < deps.now() ? `${moment(due_at)} OVERDUE` : moment(due_at),
        status,
        'person shown': person,
        location: location.slice(0, 80),
      }));
      return { json: rows, text: table(lines, 'No open cases.') };
    },
  },
  case: {
    usage: 'case ID',
    summary: 'shows a takedown case and the media its location names',
    words: 1,
    run: ({ deps, words }) => show(deps, words[0]!),
  },
  'take-down': {
    usage: 'take-down CASE',
    summary: 'permanently removes media with every identical copy and everything made from it, and closes the case',
    words: 1,
    options: ['upload', 'creation', 'face', 'reason'],
    async run({ deps, words, options }) {
      const { upload: uploads = [], creation: creations = [], face: faces = [] } = options;
      const media = { uploads, creations, faces };
      if (countMedia(media) === 0)
        throw new UsageError('Name at least one item to remove: --upload ID, --creation ID or --face ID.');
      const removed = await takeDown(deps, { caseId: words[0]!, media, reason: requireReason(options) });
      const counts = `${removed.uploads.length} uploads, ${removed.creations.length} creations, ${removed.faces.length} faces`;
      return { json: removed, text: `Removed, including copies: ${counts}. The files cannot be uploaded again.` };
    },
  },
  dismiss: {
    usage: 'dismiss CASE',
    summary: 'closes a takedown case without removing anything',
    words: 1,
    options: ['reason'],
    async run({ deps, words, options }) {
      await dismissCase(deps, { caseId: words[0]!, reason: requireReason(options) });
      return show(deps, words[0]!);
    },
  },
  suspend: {
    usage: 'suspend WHO',
    summary: 'suspends an account and its sessions, and cancels its subscription at the end of the period',
    words: 1,
    options: ['reason'],
    run: suspension(true),
  },
  restore: {
    usage: 'restore WHO',
    summary: 'restores a suspended account',
    words: 1,
    options: ['reason'],
    run: suspension(false),
  },
};
