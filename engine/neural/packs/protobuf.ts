import type { FileHandle } from 'node:fs/promises';

export const WireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 };

/** That a hostile file may have; real nets have some ten thousand. */
const MAX_FIELDS = 500_000;
const MAX_DIMENSIONS = 64;
const MAX_VALUE_BYTES = 1 << 20;

export class Damaged extends Error {}

export interface Field {
  readonly number: number;
  readonly wire: number;
  readonly start: number;
  readonly end: number;
  /** Of a varint. */
  readonly value: number;
}

export type Extent = Pick<Field, 'start' | 'end'>;

export async function lastField(reader: FieldReader, within: Extent, number: number): Promise<Field | undefined> {
  let found: Field | undefined;
  for await (const field of reader.fields(within)) if (field.number === number) found = field;
  return found;
}

/** Reads the file in blocks, so that small fields that follow one another need one read. */
export class FieldReader {
  private block = Buffer.alloc(0);
  private blockStart = 0;
  private count = 0;

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
  ) {}

  async *fields({ start, end }: Extent): AsyncGenerator<Field> {
    let position = start;
    while (position < end) {
      if (++this.count > MAX_FIELDS) throw new Damaged('it has too many parts');
      const tag = await this.varint(position, end);
      const field = await this.field(tag.value, tag.next, end);
      position = field.end;
      yield field;
    }
  }

  private async field(tag: number, position: number, end: number): Promise<Field> {
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    if (wire === WireType.varint) {
      const { value, next } = await this.varint(position, end);
      return { number, wire, start: position, end: next, value };
    }
    const header = wire === WireType.bytes ? await this.varint(position, end) : { value: NaN, next: position };
    const length = wire === WireType.fixed32 ? 4 : wire === WireType.fixed64 ? 8 : header.value;
    const last = header.next + length;
    if (!(last <= end)) throw new Damaged('a part reaches beyond its end');
    return { number, wire, start: header.next, end: last, value: NaN };
  }

  async text(field: Field): Promise<string> {
    return (await this.bytes(field.start, field.end)).toString('utf8');
  }

  /** Single or packed. */
  async integers(field: Field): Promise<number[]> {
    if (field.wire === WireType.varint) return [field.value];
    const values: number[] = [];
    for (let position = field.start; position < field.end;) {
      const { value, next } = await this.varint(position, field.end);
      if (values.push(value) > MAX_DIMENSIONS) throw new Damaged('a tensor has too many dimensions');
      position = next;
    }
    return values;
  }

  private async bytes(start: number, end: number): Promise<Buffer> {
    if (end - start > MAX_VALUE_BYTES) throw new Damaged('a name is too long');
    await this.fill(start, end);
    return this.block.subarray(start - this.blockStart, end - this.blockStart);
  }

  private async varint(position: number, end: number): Promise<{ value: number; next: number }> {
    const limit = Math.min(position + 10, end);
    await this.fill(position, limit);
    let value = 0;
    for (let at = position; at < limit; at++) {
      const byte = this.block[at - this.blockStart];
      value += (byte & 0x7f) * 2 ** (7 * (at - position));
      if (byte < 0x80) return { value, next: at + 1 };
    }
    throw new Damaged('it ends in the middle of a number');
  }

  private async fill(start: number, end: number): Promise<void> {
    if (start >= this.blockStart && end <= this.blockStart + this.block.length) return;
    const block = Buffer.alloc(Math.max(end - start, 4096));
    const { bytesRead } = await this.file.read(block, 0, Math.min(block.length, this.size - start), start);
    if (bytesRead < end - start) throw new Damaged('it ends too early');
    [this.block, this.blockStart] = [block.subarray(0, bytesRead), start];
  }
}
