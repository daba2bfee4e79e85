import type { Atom } from './mp4-atoms';

/** ISO/IEC 14496-12: each atom begins with a version; from 1 on, times have 8 bytes instead of 4. */

/** A duration, where it is stored. */
class StoredDuration {
  constructor(
    private readonly bytes: Buffer,
    private readonly at: number,
    private readonly isLong: boolean,
  ) {}

  get value(): number {
    return this.isLong ? Number(this.bytes.readBigUInt64BE(this.at)) : this.bytes.readUInt32BE(this.at);
  }

  set value(ticks: number) {
    if (this.isLong) this.bytes.writeBigUInt64BE(BigInt(ticks), this.at);
    else this.bytes.writeUInt32BE(Math.min(ticks, 0xffffffff), this.at);
  }
}

interface Header {
  /** Ticks per second; of a track, its number. */
  readonly timescale: number;
  readonly duration: StoredDuration;
}

const VERSION_BYTES = 4;

/** Of a movie, a media or a track. */
export function headerOf(bytes: Buffer, atom: Atom | undefined): Header | undefined {
  if (!atom) return undefined;
  const isLong = bytes[atom.start] > 0;
  const afterTimes = atom.start + VERSION_BYTES + (isLong ? 16 : 8); // of creation and modification
  const afterTimescale = afterTimes + (atom.type === 'tkhd' ? 8 : 4);
  if (afterTimescale + 8 > atom.end) return undefined;
  return {
    timescale: bytes.readUInt32BE(afterTimes),
    duration: new StoredDuration(bytes, afterTimescale, isLong),
  };
}

interface Edit {
  /** Ticks of the movie. */
  readonly duration: StoredDuration;
  /** Ticks of the media; -1: nothing is shown. */
  readonly mediaTime: number;
}

const COUNT_BYTES = 4;

export function editsOf(bytes: Buffer, atom: Atom | undefined): Edit[] {
  if (!atom) return [];
  const isLong = bytes[atom.start] > 0;
  const entryBytes = isLong ? 20 : 12;
  const edits: Edit[] = [];
  for (let at = atom.start + VERSION_BYTES + COUNT_BYTES; at + entryBytes <= atom.end; at += entryBytes) {
    const mediaTime = isLong ? Number(bytes.readBigInt64BE(at + 8)) : bytes.readInt32BE(at + 4);
    edits.push({ duration: new StoredDuration(bytes, at, isLong), mediaTime });
  }
  return edits;
}

/** Consecutive frames with one decoding duration (`stts`) or presentation offset (`ctts`), ticks of the media. */
interface Run {
  readonly at: number;
  count: number;
  readonly value: number;
}

const RUN_BYTES = 8;

export function runsOf(bytes: Buffer, atom: Atom | undefined): Run[] {
  if (!atom) return [];
  const runs: Run[] = [];
  for (let at = atom.start + VERSION_BYTES + COUNT_BYTES; at + RUN_BYTES <= atom.end; at += RUN_BYTES)
    runs.push({ at, count: bytes.readUInt32BE(at), value: bytes.readInt32BE(at + 4) });
  return runs;
}

/**
 * Gives the last frame of the last run another value.
 * @param path atoms that contain the run, from the outermost to the table
 */
export function appendRun(bytes: Buffer, path: readonly Atom[], { at, count }: Run, value: number): Buffer {
  const added = Buffer.alloc(RUN_BYTES);
  added.writeUInt32BE(1, 0);
  added.writeUInt32BE(value, 4);
  bytes.writeUInt32BE(count - 1, at);
  for (const atom of path) bytes.writeUInt32BE(bytes.readUInt32BE(atom.at) + RUN_BYTES, atom.at);
  const runs = path[path.length - 1].start + VERSION_BYTES;
  bytes.writeUInt32BE(bytes.readUInt32BE(runs) + 1, runs);
  return Buffer.concat([bytes.subarray(0, at + RUN_BYTES), added, bytes.subarray(at + RUN_BYTES)]);
}
