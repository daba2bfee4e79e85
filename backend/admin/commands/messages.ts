import { listFailures, listMessages, requireMessage } from '#backend/domain/operator/messages';
import { limitOf } from '#backend/admin/arguments';
import type { AdminCommand } from '#backend/admin/command';
import { card, moment, table } from '#backend/admin/table';

const linkLifetimeMs = 60 * 60_000;

export const messageCommands: Record<string, AdminCommand> = {
  messages: {
    usage: 'messages',
    summary: 'lists messages of the contact form, newest first',
    words: 0,
    options: ['limit'],
    async run({ deps, options }) {
      const limit = limitOf(options);
      const rows = await listMessages(deps.db, { limit });
      const lines = rows.map(({ id, created_at, email, pictures, contents }) => ({
        message: id,
        received: moment(created_at),
        from: email,
        pictures,
        contents: contents.slice(0, 80),
      }));
      return { json: rows, text: table(lines, 'No messages.') };
    },
  },
  failures: {
    usage: 'failures',
    summary: 'lists what users reported as failed, newest first, with its details',
    words: 0,
    options: ['limit'],
    async run({ deps, options }) {
      const limit = limitOf(options);
      const rows = await listFailures(deps.db, { limit });
      const lines = rows.map(({ created_at, type, input_data }) => ({
        reported: moment(created_at),
        type,
        details: input_data.slice(0, 300),
      }));
      return { json: rows, text: table(lines, 'No failures reported.') };
    },
  },
  message: {
    usage: 'message ID',
    summary: 'shows a message of the contact form, with links to its pictures that work for an hour',
    words: 1,
    async run({ deps, words }) {
      const { pictures, ...message } = await requireMessage(deps.db, words[0]!);
      const expires = new Date(deps.now().getTime() + linkLifetimeMs);
      const links = pictures.map((key) => deps.storage.linkToRead(key, { expires }));
      const text = card({
        message: message.id,
        received: moment(message.created_at),
        from: message.email,
        contents: message.contents,
        ...Object.fromEntries(links.map((link, index) => [`picture ${index + 1}`, link])),
      });
      return { json: { ...message, pictures: links }, text };
    },
  },
};
