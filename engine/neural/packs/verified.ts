import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod/v4';
import { hashFile, isSameStamp, stampFile } from './integrity';
import type { FileStamp } from './types';

const stamp = z.object({ bytes: z.number(), modifiedMs: z.number(), inode: z.number() });
const record = z.object({ stamp, sha256: z.string(), selfTested: z.boolean().default(false) });
const records = z.record(z.string(), record);

const RECORDS = '.verified.json';

/** Checksums of files that have not changed since, so that half a gigabyte is not read again at each start. */
export class VerifiedFiles {
  private constructor(
    private readonly folder: string,
    private readonly known: z.output<typeof records>,
  ) {}

  static async open(folder: string): Promise<VerifiedFiles> {
    const text = await readFile(path.join(folder, RECORDS), 'utf8').catch(() => '{}');
    const parsed = records.safeParse(parseJson(text));
    return new VerifiedFiles(folder, parsed.success ? parsed.data : {});
  }

  /** @param again reads the file even if it looks unchanged */
  async hash(file: string, again = false): Promise<{ sha256: string; stamp: FileStamp }> {
    const known = this.known[this.keyOf(file)];
    if (!again && known && isSameStamp(known.stamp, await stampFile(file))) return known;
    const { hash: sha256, stamp } = await hashFile(file);
    const read = { sha256, stamp };
    this.known[this.keyOf(file)] = { ...read, selfTested: known?.sha256 === read.sha256 && known.selfTested };
    return read;
  }

  isSelfTested(file: string): boolean {
    return this.known[this.keyOf(file)]?.selfTested === true;
  }

  setSelfTested(file: string): void {
    const known = this.known[this.keyOf(file)];
    if (known) known.selfTested = true;
  }

  /** A folder that cannot be written to is read anew at each start. */
  async save(): Promise<void> {
    const [file, draft] = [path.join(this.folder, RECORDS), path.join(this.folder, `${RECORDS}.${process.pid}.part`)];
    await writeFile(draft, JSON.stringify(this.known))
      .then(() => rename(draft, file))
      .catch(() => undefined);
  }

  private keyOf(file: string): string {
    return path.relative(this.folder, file);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
