import type { SeededRandom } from '#tests/support/seeded-random';
import type { WholeFile } from './whole-files';

type Damage = (bytes: Buffer, chance: SeededRandom, others: readonly WholeFile[]) => Buffer;

/** Damaged magic bytes only change the type. */
const FIRST_BYTES = 16;
const HEADER = 800;

const copyOf = (bytes: Buffer) => Buffer.from(bytes);

function somewhere(bytes: Buffer, chance: SeededRandom, reach = bytes.length): number {
  const end = Math.min(reach, bytes.length);
  return Math.min(bytes.length - 1, FIRST_BYTES + chance.below(Math.max(1, end - FIRST_BYTES)));
}

const extremes = [0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x00ffffff, 0xfffe];

export const damages: Readonly<Record<string, Damage>> = {
  cut: (bytes, chance) => copyOf(bytes.subarray(0, FIRST_BYTES + 1 + chance.below(bytes.length))),

  'bits flipped': (bytes, chance) => {
    const damaged = copyOf(bytes);
    for (let flips = 1 + chance.below(12); flips > 0; flips--)
      damaged[somewhere(damaged, chance)] ^= 1 << chance.below(8);
    return damaged;
  },

  'header flipped': (bytes, chance) => {
    const damaged = copyOf(bytes);
    for (let flips = 1 + chance.below(4); flips > 0; flips--) {
      damaged[somewhere(damaged, chance, HEADER)] ^= 1 << chance.below(8);
    }
    return damaged;
  },

  'lying numbers': (bytes, chance) => {
    const damaged = copyOf(bytes);
    for (let lies = 1 + chance.below(3); lies > 0; lies--) {
      const at = Math.min(somewhere(damaged, chance, chance.below(2) ? HEADER : undefined), damaged.length - 4);
      if (chance.below(2)) damaged.writeUInt32BE(chance.pick(extremes), at);
      else damaged.writeUInt32LE(chance.pick(extremes), at);
    }
    return damaged;
  },

  'a hole': (bytes, chance) => {
    const damaged = copyOf(bytes);
    const at = somewhere(damaged, chance);
    return damaged.fill(chance.pick([0, 0xff, 0x47]), at, Math.min(damaged.length, at + 1 + chance.below(4096)));
  },

  'a piece twice': (bytes, chance) => {
    const at = somewhere(bytes, chance);
    const piece = bytes.subarray(at, at + 1 + chance.below(8192));
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
  },

  'a piece gone': (bytes, chance) => {
    const at = somewhere(bytes, chance);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + chance.below(4096))]);
  },

  'the end of another': (bytes, chance, others) => {
    const other = chance.pick(others).bytes;
    return Buffer.concat([bytes.subarray(0, somewhere(bytes, chance)), other.subarray(somewhere(other, chance))]);
  },

  noise: (bytes, chance) => {
    const damaged = copyOf(bytes);
    for (let at = somewhere(bytes, chance, 2000); at < damaged.length; at++) damaged[at] = chance.below(256);
    return damaged;
  },
};
