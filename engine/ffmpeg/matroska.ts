import { toNumber, type Rational } from './rational';

/** The simplest container that carries timestamps through a pipe. Element ids: RFC 9559 and RFC 8794 (EBML). */

/** Microseconds: rounding restores every clock's ticks. */
const NANOSECONDS_PER_TICK = 1000;

const id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  defaultDuration: 0x23e383,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  fourCc: 0x2eb524,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
};

const VIDEO_TRACK = 1;
const UNKNOWN_SIZE = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
/** Track 1, relative time 0, keyframe. */
const BLOCK_HEADER = Buffer.from([0x81, 0, 0, 0x80]);
const I420 = Buffer.from('I420', 'latin1');

export function streamHeader(size: { width: number; height: number }, frameRate: Rational): Buffer {
  const track = [
    number(id.trackNumber, 1),
    number(id.trackUid, 1),
    number(id.trackType, VIDEO_TRACK),
    number(id.defaultDuration, Math.round(1e9 / toNumber(frameRate))),
    element(id.codecId, Buffer.from('V_UNCOMPRESSED')),
    element(id.video, number(id.pixelWidth, size.width), number(id.pixelHeight, size.height), element(id.fourCc, I420)),
  ];
  return Buffer.concat([
    element(id.ebml, element(id.docType, Buffer.from('matroska'))),
    idBytes(id.segment),
    UNKNOWN_SIZE,
    element(id.info, number(id.timestampScale, NANOSECONDS_PER_TICK)),
    element(id.tracks, element(id.trackEntry, ...track)),
  ]);
}

export function frameHeader(ticks: number, clock: Rational, bytes: number): Buffer {
  const time = number(id.timestamp, Math.round((ticks * clock.num * 1e6) / clock.den));
  const block = Buffer.concat([idBytes(id.simpleBlock), sizeBytes(BLOCK_HEADER.length + bytes), BLOCK_HEADER]);
  return Buffer.concat([idBytes(id.cluster), sizeBytes(time.length + block.length + bytes), time, block]);
}

function element(name: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([idBytes(name), sizeBytes(body.length), body]);
}

function number(name: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(name, bytes);
}

function idBytes(name: number): Buffer {
  const hex = name.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}

function sizeBytes(size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size));
  bytes[0] = 0x01;
  return bytes;
}
