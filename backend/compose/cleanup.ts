import { clearScratch } from '#backend/lib/scratch';
import { clearUnusedCopies } from '#backend/providers/storage/s3/local-cache';
import { clearOutbox } from '#backend/providers/mail/outbox';
import { outboxFolderOf } from './mail';
import { cacheFolderOf } from './storage';

/** Now and every hour: what killed processes left, copies of the store's files, and old mails. Returns a function that stops it. */
export function scheduleCleanup({ DATA_DIR }: { DATA_DIR: string }, onError: (error: unknown) => void): () => void {
  const clear = async () => {
    await clearScratch();
    await clearUnusedCopies(cacheFolderOf(DATA_DIR));
    await clearOutbox(outboxFolderOf(DATA_DIR));
  };
  const run = () => void clear().catch(onError);
  run();
  const timer = setInterval(run, 3_600_000);
  timer.unref();
  return () => clearInterval(timer);
}
