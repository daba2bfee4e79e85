import { sql } from 'kysely';
import { connect, type PoolOptions } from './connect';
import { isSilence } from './unavailable';

export interface SilenceWatch {
  /** The database has stopped answering: each call would wait for its time limit. */
  readonly isSilent: () => boolean;
  close(): Promise<void>;
}

interface Options extends Pick<PoolOptions, 'isPooled'> {
  everyMs?: number;
  timeoutMs?: number;
  onChange?: (isSilent: boolean) => void;
}

/** Missing answers in a row: a single one may have been lost. */
const silentAfter = 2;

/** Asks the database regularly, and takes it for silent when `silentAfter` answers in a row are missing. */
export function watchSilence(url: string, options: Options = {}): SilenceWatch {
  const { isPooled = false, everyMs = 2_000, timeoutMs = 1_000, onChange = () => {} } = options;
  const { db, close } = connect(url, { max: 1, acquireMs: timeoutMs, statementMs: timeoutMs, isPooled });
  let [missing, isSilent, isClosed] = [0, false, false];
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | undefined;

  const ask = async () => {
    const isMissing = await sql`select 1`.execute(db).then(() => false, isSilence);
    missing = isMissing ? missing + 1 : 0;
    if (isClosed) return;
    const wasSilent = isSilent;
    isSilent = missing >= silentAfter;
    if (isSilent !== wasSilent) onChange(isSilent);
    const isDoubtful = missing > 0 && !isSilent; // asked again at once
    timer = setTimeout(() => (asking = ask()), isDoubtful ? 0 : everyMs).unref();
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
