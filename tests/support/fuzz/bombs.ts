import { deflateSync } from 'node:zlib';
import type { SeededRandom } from '#tests/support/seeded-random';

export const bombs: Readonly<Record<string, (chance: SeededRandom) => Buffer>> = {
  'PNG of far too many pixels': (chance) => png(1 << (13 + chance.below(18)), 1 << (13 + chance.below(18)), 1000),
  'PNG that unpacks to what is allowed': () => blackPng(3900, 3900),
  'PNG that unpacks to more than it says': () => png(200, 200, 100_000_000),
  'GIF without end': (chance) => gif(200, 200, 20_000 + chance.below(60_000), 0),
  'GIF that lasts for days': (chance) => gif(200, 200, 50 + chance.below(500), 0xffff),
  'GIF of a huge screen': (chance) => gif(0xffff, 0xffff, 2 + chance.below(20), 10),
  'GIF of many large frames': () => gif(3000, 3000, 400, 4),
  'BMP of a huge picture': (chance) =>
    bmp(chance.pick([0x7fffffff, 100_000, 30_000]), chance.pick([-0x7fffffff, 100_000])),
  'MP4 that nests without end': (chance) => nestedBoxes(1000 + chance.below(50_000)),
  'Matroska of endless lengths': (chance) =>
    Buffer.concat([ebmlHeader, Buffer.alloc(1000 + chance.below(100_000), 0xa3)]),
  'nothing at all': () => Buffer.alloc(0),
  'one byte': (chance) => Buffer.from([chance.below(256)]),
};

const ebmlHeader = Buffer.from('1a45dfa3934282886d6174726f736b6118538067', 'hex');

export const blackPng = (width: number, height: number) => png(width, height, height * (1 + 3 * width));

function png(width: number, height: number, bytes: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width >>> 0, 0);
  header.writeUInt32BE(height >>> 0, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** One-pixel frames. @param delay hundredths of a second */
function gif(width: number, height: number, frames: number, delay: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const control = Buffer.from([0x21, 0xf9, 4, 0, delay & 255, delay >> 8, 0, 0]);
  const pixel = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const frame = Buffer.concat([control, pixel]);
  return Buffer.concat([screen, Buffer.alloc(frame.length * frames, frame), Buffer.from([0x3b])]);
}

function bmp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(200);
  bytes.write('BM');
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

function nestedBoxes(depth: number): Buffer {
  const head = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1');
  const boxes = Buffer.alloc(8 * depth);
  for (let i = 0; i < depth; i++) {
    boxes.writeUInt32BE(8 * (depth - i), 8 * i);
    boxes.write(i === 0 ? 'moov' : 'trak', 8 * i + 4, 'latin1');
  }
  return Buffer.concat([head, boxes]);
}
