import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FaceMasks, MaskClass } from '#engine/types';

/** What may hide a face that is painted over. */
const classes: readonly MaskClass[] = ['frame', 'hair', 'cover', 'beard'];
/** 0–255; fainter planes are not kept. */
const faintest = 40;
/** Keeps the masks of a long video small: 16 steps instead of 256. */
const coarse = 0xf0;

interface Key {
  readonly frame: number;
  readonly side: number;
  /** Deflated planes by class; absent ones are empty. */
  readonly planes: Partial<Record<MaskClass, Uint8Array>>;
}

export interface StoredMasks {
  readonly keys: readonly Key[];
}

/** Masks of a face at some frames of a clip, blended between them, so they neither flicker nor jump. */
export class MaskTrack {
  private readonly keys: Key[];
  private readonly inflated = new Map<Key, FaceMasks>();

  constructor({ keys }: StoredMasks = { keys: [] }) {
    this.keys = [...keys];
  }

  /** @param frame later than all before */
  add(frame: number, masks: FaceMasks): void {
    const planes: Key['planes'] = {};
    for (const name of classes) {
      const plane = masks[name];
      if (plane && isNotable(plane)) planes[name] = deflateRawSync(coarsened(plane), { level: 1 });
    }
    this.keys.push({ frame, side: masks.side, planes });
  }

  /** Undefined without any key. */
  at(frame: number): FaceMasks | undefined {
    const next = this.keys.findIndex((key) => key.frame >= frame);
    const after = this.keys[next === -1 ? this.keys.length - 1 : next];
    const before = this.keys[next - 1] ?? after;
    if (!after) return undefined;
    if (before === after || after.frame === frame) return this.inflate(after);
    return blend(this.inflate(before), this.inflate(after), (frame - before.frame) / (after.frame - before.frame));
  }

  toStored(): StoredMasks {
    return { keys: this.keys };
  }

  /** Frames are asked for in order, so two keys suffice. */
  private inflate(key: Key): FaceMasks {
    const known = this.inflated.get(key);
    if (known) return known;
    const planes = Object.entries(key.planes).map(([name, bytes]) => [name, new Uint8Array(inflateRawSync(bytes))]);
    const masks = { side: key.side, ...Object.fromEntries(planes) } as FaceMasks;
    if (this.inflated.size >= 2) this.inflated.delete(this.inflated.keys().next().value!);
    this.inflated.set(key, masks);
    return masks;
  }
}

// Plain loops: `map` and `some` call a function for each of a hundred thousand texels a frame.

function isNotable(plane: Uint8Array): boolean {
  for (let i = 0; i < plane.length; i++) if ((plane[i] & coarse) > faintest) return true;
  return false;
}

function coarsened(plane: Uint8Array): Uint8Array {
  const rough = new Uint8Array(plane.length);
  for (let i = 0; i < plane.length; i++) rough[i] = plane[i] & coarse;
  return rough;
}

function blend(before: FaceMasks, after: FaceMasks, share: number): FaceMasks {
  const masks: { side: number } & Partial<Record<MaskClass, Uint8Array>> = { side: after.side };
  for (const name of classes) {
    const [from, to] = [before[name], after[name]];
    if (from && to) masks[name] = blendPlanes(from, to, share);
    else if (from) masks[name] = scaled(from, 1 - share);
    else if (to) masks[name] = scaled(to, share);
  }
  return masks;
}

function blendPlanes(from: Uint8Array, to: Uint8Array, share: number): Uint8Array {
  const plane = new Uint8Array(from.length);
  for (let i = 0; i < plane.length; i++) plane[i] = from[i] * (1 - share) + to[i] * share;
  return plane;
}

function scaled(plane: Uint8Array, share: number): Uint8Array {
  const faint = new Uint8Array(plane.length);
  for (let i = 0; i < plane.length; i++) faint[i] = plane[i] * share;
  return faint;
}
