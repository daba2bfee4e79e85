import { blockFacesOf, listBlockedFaces, unblockFace } from '#backend/domain/operator/blocked-faces';
import { requireReason, limitOf } from '#backend/admin/arguments';
import type { AdminCommand } from '#backend/admin/command';
import { moment, table } from '#backend/admin/table';

export const blockedFaceCommands: Record<string, AdminCommand> = {
  'blocked-faces': {
    usage: 'blocked-faces',
    summary: 'lists people whose face cannot be used here, newest first',
    words: 0,
    options: ['limit'],
    async run({ deps, options }) {
      const limit = limitOf(options);
      const rows = await listBlockedFaces(deps.db, { limit });
      const lines = rows.map(({ id, email, failure, is_blocked, created_at }) => ({
        face: id,
        asked: moment(created_at),
        by: email,
        state: is_blocked ? 'blocked' : (failure ?? 'waits for a worker'),
      }));
      return { json: rows, text: table(lines, 'No face is blocked.') };
    },
  },
  'block-face': {
    usage: 'block-face MESSAGE',
    summary: 'blocks the face in each picture of a message of the contact form, and deletes the pictures',
    words: 1,
    options: ['reason'],
    async run({ deps, words, options }) {
      const ids = await blockFacesOf(deps, { id: words[0]!, reason: requireReason(options) });
      const text = `A worker reads ${ids.length === 1 ? 'the photo' : `${ids.length} photos`}: see blocked-faces.`;
      return { json: { ids }, text };
    },
  },
  'unblock-face': {
    usage: 'unblock-face ID',
    summary: 'removes a face from the list, and notifies the person when none of theirs is left',
    words: 1,
    options: ['reason'],
    async run({ deps, words, options }) {
      await unblockFace(deps, { id: words[0]!, reason: requireReason(options) });
      return { json: { unblocked: words[0] }, text: 'The face can be used again.' };
    },
  },
};
