import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LANDMARK_COUNT, type Landmarks } from '#engine/types';

/** The latest frames stay unpacked, for `truncate`. */
const BLOCK = 64;
const VALUES_PER_FRAME = 3 * LANDMARK_COUNT;
/** Across a face: finer than the net's precision. */
const STEPS = 4096;
/** Block: centre x, centre y, step, frame count (float32), then differences between frames. */
const HEADER_BYTES = 16;

export interface StoredTrack {
  readonly blocks: readonly Uint8Array[];
  readonly tail: readonly Landmarks[];
}

/** Compressed: half an hour takes 50 MB instead of 300. */
export class LandmarkTrack {
  private readonly blocks: Uint8Array[];
  private readonly tail: Landmarks[];
  private readonly unpacked = new Map<number, Landmarks[]>();

  constructor({ blocks, tail }: StoredTrack = { blocks: [], tail: [] }) {
    this.blocks = [...blocks];
    this.tail = [...tail];
  }

  get length(): number {
    return BLOCK * this.blocks.length + this.tail.length;
  }

  push(landmarks: Landmarks): void {
    this.tail.push(landmarks);
    if (this.tail.length >= 2 * BLOCK) this.blocks.push(pack(this.tail.splice(0, BLOCK)));
  }

  prepend(earlier: readonly Landmarks[]): void {
    this.tail.unshift(...earlier);
  }

  truncate(length: number): void {
    this.tail.length = Math.max(0, length - BLOCK * this.blocks.length);
  }

  at(index: number): Landmarks {
    const block = Math.floor(index / BLOCK);
    if (block >= this.blocks.length) return this.tail[index - BLOCK * this.blocks.length];
    return this.unpackedBlock(block)[index % BLOCK];
  }

  toStored(): StoredTrack {
    return { blocks: this.blocks, tail: this.tail };
  }

  /** Smoothing reads neighbouring blocks. */
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
  const [x, y, size] = centreAndSize(frames[0]);
  const step = size / STEPS;
  const steps = new Int16Array(VALUES_PER_FRAME * frames.length);
  const last = new Int32Array(VALUES_PER_FRAME);
  frames.forEach((landmarks, frame) => {
    for (let i = 0; i < VALUES_PER_FRAME; i++) {
      const origin = i % 3 === 0 ? x : i % 3 === 1 ? y : 0;
      const value = Math.round((landmarks[i] - origin) / step);
      steps[frame * VALUES_PER_FRAME + i] = value - last[i];
      last[i] = value;
    }
  });
  const packed = deflateRawSync(splitBytes(steps), { level: 1 });
  const bytes = new Uint8Array(HEADER_BYTES + packed.length);
  bytes.set(new Uint8Array(Float32Array.of(x, y, step, frames.length).buffer));
  bytes.set(packed, HEADER_BYTES);
  return bytes;
}

function unpack(bytes: Uint8Array): Landmarks[] {
  const [x, y, step, count] = new Float32Array(bytes.slice(0, HEADER_BYTES).buffer);
  const apart = inflateRawSync(bytes.subarray(HEADER_BYTES));
  const last = new Int32Array(VALUES_PER_FRAME);
  const half = apart.length / 2;
  return Array.from({ length: count }, (_, frame) => {
    const landmarks = new Float32Array(VALUES_PER_FRAME);
    for (let i = 0; i < VALUES_PER_FRAME; i++) {
      const at = frame * VALUES_PER_FRAME + i;
      last[i] += ((apart[half + at] << 24) >> 16) | apart[at];
      landmarks[i] = (i % 3 === 0 ? x : i % 3 === 1 ? y : 0) + last[i] * step;
    }
    return landmarks;
  });
}

/** Nearly constant high bytes compress well. */
function splitBytes(values: Int16Array): Uint8Array {
  const bytes = new Uint8Array(2 * values.length);
  values.forEach((value, i) => {
    bytes[i] = value & 0xff;
    bytes[values.length + i] = (value >> 8) & 0xff;
  });
  return bytes;
}

function centreAndSize(landmarks: Landmarks): [x: number, y: number, size: number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < landmarks.length; i += 3) {
    left = Math.min(left, landmarks[i]);
    right = Math.max(right, landmarks[i]);
    top = Math.min(top, landmarks[i + 1]);
    bottom = Math.max(bottom, landmarks[i + 1]);
  }
  return [(left + right) / 2, (top + bottom) / 2, Math.max(right - left, bottom - top, 1)];
}
