import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LANDMARK_COUNT, type Landmarks } from '#engine/types';

/** Frames packed together; at least so many of the latest stay as they are, for who may have to forget them. */
const BLOCK = 64;
const VALUES = 3 * LANDMARK_COUNT;
/** Steps of a packed value across a face: finer than what the net itself can tell. */
const STEPS = 4096;
/** Packed: centre and size of the first face in it, then for each frame how far each value is from that before. */
const HEADER_BYTES = 16;

/** What of a track can be stored. */
export interface StoredTrack {
  readonly blocks: readonly Uint8Array[];
  readonly rest: readonly Landmarks[];
}

/**
 * Landmarks of one face, frame by frame, kept small: half an hour of them is some fifty megabytes rather than three
 * hundred. Reading goes forth best.
 */
export class LandmarkTrack {
  private readonly blocks: Uint8Array[];
  private readonly rest: Landmarks[];
  private readonly unpacked = new Map<number, Landmarks[]>();

  constructor({ blocks, rest }: StoredTrack = { blocks: [], rest: [] }) {
    this.blocks = [...blocks];
    this.rest = [...rest];
  }

  get length(): number {
    return BLOCK * this.blocks.length + this.rest.length;
  }

  push(landmarks: Landmarks): void {
    this.rest.push(landmarks);
    if (this.rest.length >= 2 * BLOCK) this.blocks.push(pack(this.rest.splice(0, BLOCK)));
  }

  /** Puts what was seen before in front, in order; possible until the first block is packed. */
  putBefore(earlier: readonly Landmarks[]): void {
    this.rest.unshift(...earlier);
  }

  /** Forgets the latest, down to a length; of those that are packed none can be forgotten. */
  truncate(length: number): void {
    this.rest.length = Math.max(0, length - BLOCK * this.blocks.length);
  }

  at(index: number): Landmarks {
    const block = Math.floor(index / BLOCK);
    if (block >= this.blocks.length) return this.rest[index - BLOCK * this.blocks.length];
    return this.unpackedBlock(block)[index % BLOCK];
  }

  stored(): StoredTrack {
    return { blocks: this.blocks, rest: this.rest };
  }

  /** Two neighbours are kept: steadying looks a few frames back and forth. */
  private unpackedBlock(block: number): Landmarks[] {
    let frames = this.unpacked.get(block);
    if (!frames) {
      frames = unpack(this.blocks[block]);
      this.unpacked.set(block, frames);
      for (const other of this.unpacked.keys()) if (Math.abs(other - block) > 1) this.unpacked.delete(other);
    }
    return frames;
  }
}

function pack(frames: readonly Landmarks[]): Uint8Array {
  const [x, y, size] = frameOf(frames[0]);
  const step = size / STEPS;
  const steps = new Int16Array(VALUES * frames.length);
  const last = new Int32Array(VALUES);
  frames.forEach((landmarks, frame) => {
    for (let i = 0; i < VALUES; i++) {
      const origin = i % 3 === 0 ? x : i % 3 === 1 ? y : 0;
      const value = Math.round((landmarks[i] - origin) / step);
      steps[frame * VALUES + i] = value - last[i];
      last[i] = value;
    }
  });
  const packed = deflateRawSync(bytesApart(steps), { level: 1 });
  const bytes = new Uint8Array(HEADER_BYTES + packed.length);
  bytes.set(new Uint8Array(Float32Array.of(x, y, step, frames.length).buffer));
  bytes.set(packed, HEADER_BYTES);
  return bytes;
}

function unpack(bytes: Uint8Array): Landmarks[] {
  const [x, y, step, count] = new Float32Array(bytes.slice(0, HEADER_BYTES).buffer);
  const apart = inflateRawSync(bytes.subarray(HEADER_BYTES));
  const last = new Int32Array(VALUES);
  const half = apart.length / 2;
  return Array.from({ length: count }, (_, frame) => {
    const landmarks = new Float32Array(VALUES);
    for (let i = 0; i < VALUES; i++) {
      const at = frame * VALUES + i;
      last[i] += ((apart[half + at] << 24) >> 16) | apart[at];
      landmarks[i] = (i % 3 === 0 ? x : i % 3 === 1 ? y : 0) + last[i] * step;
    }
    return landmarks;
  });
}

/** Low bytes, then high ones, which are nearly all the same. */
function bytesApart(values: Int16Array): Uint8Array {
  const bytes = new Uint8Array(2 * values.length);
  values.forEach((value, i) => {
    bytes[i] = value & 0xff;
    bytes[values.length + i] = (value >> 8) & 0xff;
  });
  return bytes;
}

/** Centre and larger side of a face. */
function frameOf(landmarks: Landmarks): [x: number, y: number, size: number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < landmarks.length; i += 3) {
    left = Math.min(left, landmarks[i]);
    right = Math.max(right, landmarks[i]);
    top = Math.min(top, landmarks[i + 1]);
    bottom = Math.max(bottom, landmarks[i + 1]);
  }
  return [(left + right) / 2, (top + bottom) / 2, Math.max(right - left, bottom - top, 1)];
}
