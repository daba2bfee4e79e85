import { makeEvidence } from '#backend/domain/operator/make-evidence';
import { requireReason } from '#backend/admin/arguments';
import { UsageError, type AdminCommand } from '#backend/admin/command';

const advice = 'Name a new folder in one that the owner of DATA_DIR may write, such as /tmp.';

export const evidenceCommands: Record<string, AdminCommand> = {
  evidence: {
    usage: 'evidence CASE',
    summary: 'writes what the site knows about a takedown case and the owners of its media into a new folder',
    words: 1,
    options: ['to', 'upload', 'creation', 'face', 'reason'],
    async run({ deps, words, options }) {
      const { to, upload: uploads = [], creation: creations = [], face: faces = [] } = options;
      if (!to) throw new UsageError('--to is missing: name a folder that does not exist yet.');
      const media = { uploads, creations, faces };
      try {
        const made = await makeEvidence(deps, { caseId: words[0]!, media, to, reason: requireReason(options) });
        const text = `${made.files.length} files are in ${to}; manifest.json lists them with their SHA-256.`;
        return { json: { to, ...made }, text };
      } catch (error) {
        const { syscall, code } = error as NodeJS.ErrnoException;
        if (syscall === 'mkdir' || syscall === 'open')
          throw new UsageError(`--to: ${to} cannot be written (${code}). ${advice}`);
        throw error;
      }
    },
  },
};
