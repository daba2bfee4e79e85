import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Rational } from '#engine/ffmpeg/rational';

/** A part of the result that is encoded and whole. */
export interface Segment {
  /** Its name in the work folder. */
  readonly file: string;
  readonly bytes: number;
  readonly frames: number;
  /** When its first frame is shown, ticks of the clock. */
  readonly ticks: number;
  readonly clock: Rational;
}

const JOURNAL = 'journal.jsonl';

/**
 * What of a piece of work is done, in a folder that outlives whoever does it: a line saying what work it is, then one
 * for each finished segment. Another process that finds it goes on from there.
 */
export class Journal {
  private constructor(
    private readonly folder: string,
    readonly segments: Segment[],
  ) {}

  /** Opens the folder; what in it belongs to other work, or was never finished, goes. */
  static async open(folder: string, fingerprint: string, keep: readonly string[] = []): Promise<Journal> {
    await mkdir(folder, { recursive: true });
    const segments = await finished(folder, fingerprint);
    const names = [...keep, ...segments.map(({ file }) => file)];
    for (const name of await readdir(folder))
      if (!names.includes(name)) await rm(path.join(folder, name), { recursive: true, force: true });
    const lines = [{ fingerprint }, ...segments].map((line) => `${JSON.stringify(line)}\n`);
    await writeFile(path.join(folder, JOURNAL), lines.join(''), { flush: true });
    return new Journal(folder, segments);
  }

  get frames(): number {
    return this.segments.reduce((sum, { frames }) => sum + frames, 0);
  }

  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  place(name: string): string {
    return path.join(this.folder, name);
  }

  async add(segment: Segment): Promise<void> {
    await appendFile(this.place(JOURNAL), `${JSON.stringify(segment)}\n`, { flush: true });
    this.segments.push(segment);
  }
}

/** The segments that are whole, from the first on without a gap. */
async function finished(folder: string, fingerprint: string): Promise<Segment[]> {
  const text = await readFile(path.join(folder, JOURNAL), 'utf8').catch(() => '');
  const segments: Segment[] = [];
  try {
    const [title, ...lines] = text.split('\n');
    if ((JSON.parse(title) as { fingerprint?: string }).fingerprint !== fingerprint) return [];
    for (const line of lines) {
      const segment = JSON.parse(line) as Segment;
      if ((await stat(path.join(folder, segment.file))).size !== segment.bytes) break;
      segments.push(segment);
    }
  } catch {
    // A line that was never finished, or a file that has gone: all before it counts.
  }
  return segments;
}
