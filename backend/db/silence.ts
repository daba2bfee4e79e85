import { sql } from 'kysely';
import { connect, type PoolOptions } from './connect';
import { isSilence } from './unavailable';

export interface SilenceWatch {
  /** The database has stopped answering: what asks it now would wait for its time limit. */
  readonly isSilent: () => boolean;
  close(): Promise<void>;
}

interface Options extends Pick<PoolOptions, 'isPooled'> {
  everyMs?: number;
  timeoutMs?: number;
  onChange?: (isSilent: boolean) => void;
}

/** Asks the database now and then. One answer that is missing may be lost: silent is a database that owes two. */
export function watchSilence(url: string, options: Options = {}): SilenceWatch {
  const { isPooled = false, everyMs = 2_000, timeoutMs = 1_000, onChange = () => {} } = options;
  const { db, close } = connect(url, { max: 1, acquireMs: timeoutMs, statementMs: timeoutMs, isPooled });
  let [missing, isSilent, isClosed] = [0, false, false];
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | undefined;

  const ask = async () => {
    const silence = await sql`select 1`.execute(db).then(() => false, isSilence);
    missing = silence ? missing + 1 : 0;
    if (isClosed) return;
    if (isSilent !== missing > 1) onChange((isSilent = missing > 1));
    timer = setTimeout(() => (asking = ask()), missing === 1 ? 0 : everyMs).unref();
  };
  asking = ask();
  return {
    isSilent: () => isSilent,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await asking;
      await close();
    },
  };
}
