import { moveMedia, type Moved } from '#backend/domain/operator/move-media';
import { sweepLeftovers } from '#backend/domain/retention/sweep-leftovers';
import { exitCodes, UsageError, type AdminCommand } from '#backend/admin/command';

const describe = ({ files, bytes, found }: Moved) =>
  `${files} files moved (${Math.ceil(bytes / 1_048_576).toLocaleString('en')} MB), ${found} were there already`;

export const mediaCommands: Record<string, AdminCommand> = {
  media: {
    usage: 'media move|sweep',
    summary:
      'moves media from STORAGE_MOVE_FROM to STORAGE_URL while the site runs (--keep: the old files stay); deletes files that no row refers to',
    words: 1,
    options: ['keep'],
    async run({ deps, words, options, onProgress }) {
      if (words[0] === 'sweep') {
        if (options.keep) throw new UsageError('"media sweep" has no option --keep.');
        const removed = await sweepLeftovers(deps);
        return { json: removed, text: `${removed.files} files and ${removed.abandoned} parts of uploads removed.` };
      }
      if (words[0] !== 'move') throw new UsageError(`"media" needs move or sweep, not "${words[0]}".`);
      const keep = options.keep ?? false;
      const moved = await moveMedia(deps, { keep, onProgress: (so) => onProgress(`${describe(so)} …`) });
      const { differing } = moved;
      const done = 'Remove STORAGE_MOVE_FROM from the settings and restart API and workers.';
      const differ = [
        `These differ; the site uses the new ones, the old ones stay:`,
        ...differing.map((key) => `  ${key}`),
      ];
      return {
        json: moved,
        text: `${describe(moved)}.\n${(differing.length > 0 ? differ : [done]).join('\n')}`,
        ...(differing.length > 0 ? { exitCode: exitCodes.differs } : {}),
      };
    },
  },
};
