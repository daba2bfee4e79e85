import type { FileHandle } from 'node:fs/promises';

/** ISO/IEC 14496-12, "boxes": size and type of four bytes each, then the content. */
export interface Atom {
  readonly type: string;
  readonly at: number;
  /** Of the content. */
  readonly start: number;
  readonly end: number;
}

export type Range = Pick<Atom, 'start' | 'end'>;

const HEADER_BYTES = 8;
/** A stated size of 1: the real one, 8 bytes, follows the type. */
const LARGE_HEADER_BYTES = 16;

/** @param head the header, unless the file ends there */
function atomAt(head: Buffer, at: number, end: number): Atom | undefined {
  if (head.length < HEADER_BYTES) return undefined;
  const type = head.toString('latin1', 4, 8);
  const stated = head.readUInt32BE(0);
  const isLarge = stated === 1 && head.length >= LARGE_HEADER_BYTES;
  const bytes = isLarge ? Number(head.readBigUInt64BE(8)) : stated || Infinity;
  const start = at + (isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES);
  return { type, at, start, end: Math.min(end, Math.max(start, at + bytes)) };
}

export async function atomsInFile(file: FileHandle): Promise<Atom[]> {
  const { size } = await file.stat();
  const head = Buffer.alloc(LARGE_HEADER_BYTES);
  const atoms: Atom[] = [];
  for (let at = 0; at < size; at = atoms[atoms.length - 1].end) {
    const { bytesRead } = await file.read(head, 0, head.length, at);
    const atom = atomAt(head.subarray(0, bytesRead), at, size);
    if (!atom) break;
    atoms.push(atom);
  }
  return atoms;
}

export function atomsIn(bytes: Buffer, { start, end }: Range): Atom[] {
  const atoms: Atom[] = [];
  for (let at = start; at < end; at = atoms[atoms.length - 1].end) {
    const atom = atomAt(bytes.subarray(at, Math.min(end, at + LARGE_HEADER_BYTES)), at, end);
    if (!atom) break;
    atoms.push(atom);
  }
  return atoms;
}

/** The first at a path, such as `mdia`, `mdhd`. */
export function atomBelow(bytes: Buffer, within: Range, ...path: string[]): Atom | undefined {
  const [type, ...rest] = path;
  const found = atomsIn(bytes, within).find((atom) => atom.type === type);
  return found && rest.length > 0 ? atomBelow(bytes, found, ...rest) : found;
}
