import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Rational } from '#engine/ffmpeg/rational';
import { withPartialFile } from '#engine/media/write-picture';

export interface Segment {
  readonly file: string;
  readonly bytes: number;
  readonly frames: number;
  /** Start, ticks of the clock. */
  readonly ticks: number;
  readonly clock: Rational;
}

const JOURNAL = 'journal.jsonl';

/** The fingerprint, then a line for each complete segment. Another process resumes from it. */
export class Journal {
  private constructor(
    private readonly folder: string,
    readonly segments: Segment[],
  ) {}

  /** Removes files of other or unfinished work. */
  static async open(folder: string, fingerprint: string, keep: readonly string[] = []): Promise<Journal> {
    await mkdir(folder, { recursive: true });
    const segments = await completeSegments(folder, fingerprint);
    const lines = [{ fingerprint }, ...segments].map((line) => `${JSON.stringify(line)}\n`);
    // Before the deletions: a kill among them loses no segment.
    await withPartialFile(path.join(folder, JOURNAL), (partial) => writeFile(partial, lines.join(''), { flush: true }));
    const names = [JOURNAL, ...keep, ...segments.map(({ file }) => file)];
    for (const name of await readdir(folder))
      if (!names.includes(name)) await rm(path.join(folder, name), { recursive: true, force: true });
    return new Journal(folder, segments);
  }

  get frames(): number {
    return this.segments.reduce((sum, { frames }) => sum + frames, 0);
  }

  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  pathOf(name: string): string {
    return path.join(this.folder, name);
  }

  async add(segment: Segment): Promise<void> {
    await appendFile(this.pathOf(JOURNAL), `${JSON.stringify(segment)}\n`, { flush: true });
    this.segments.push(segment);
  }
}

/** Before the first gap. */
async function completeSegments(folder: string, fingerprint: string): Promise<Segment[]> {
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
    // Truncated line or missing file: keep the segments before it.
  }
  return segments;
}
