import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertOneAddress } from './address';
import type { KeptMail, Mailer, Outbox } from './port';

const maxAgeMs = 30 * 24 * 3_600_000;

/** None before the first mail. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const isId = (id: string) => /^\d{13}-[0-9a-f-]{36}$/.test(id);

/** Only the owner can read them: mails contain codes. */
export function outboxMailer(folder: string): Mailer & Outbox {
  const fileOf = (id: string) => join(folder, `${id}.json`);

  async function read(id: string): Promise<KeptMail | null> {
    if (!isId(id)) return null;
    try {
      return JSON.parse(await readFile(fileOf(id), 'utf8')) as KeptMail;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  return {
    async send(mail) {
      assertOneAddress(mail.to);
      const sentAt = new Date();
      const id = `${sentAt.getTime()}-${randomUUID()}`;
      const kept: KeptMail = { id, sentAt: sentAt.toISOString(), ...mail };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${fileOf(id)}.draft`, JSON.stringify(kept, null, 2), { mode: 0o600 });
      await rename(`${fileOf(id)}.draft`, fileOf(id));
    },

    async list() {
      const files = await filesIn(folder);
      const ids = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
      const mails = await Promise.all(ids.sort().reverse().map(read));
      return mails.filter((mail) => mail !== null);
    },

    read,
  };
}

/** Removes mails that are older than 30 days, and drafts of killed processes. */
export async function clearOutbox(folder: string): Promise<void> {
  const old = (await filesIn(folder)).filter((file) => Date.now() - Number(file.split('-', 1)[0]) > maxAgeMs);
  for (const file of old) await rm(join(folder, file), { force: true });
}
