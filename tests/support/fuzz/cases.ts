import { bombs } from './bombs';
import { SeededRandom } from '#tests/support/seeded-random';
import { damages } from './damage';
import type { FrameBomb } from './frame-bombs';
import type { WholeFile } from './whole-files';

export interface FuzzCase {
  readonly name: string;
  readonly bytes: Buffer;
}

const BOMB_EVERY = 12;

/** Does not depend on the count. @param files valid @param frames files with frames larger than stated */
export async function fuzzCase(
  number: number,
  files: readonly WholeFile[],
  frames: readonly FrameBomb[],
): Promise<FuzzCase> {
  const chance = new SeededRandom(number + 1);
  if (number % BOMB_EVERY === 0) {
    const at = (number / BOMB_EVERY) % (Object.keys(bombs).length + frames.length);
    const name = Object.keys(bombs)[at];
    return name ? { name, bytes: bombs[name](chance) } : frames[at - Object.keys(bombs).length].make();
  }
  const file = files[number % files.length];
  const damage = chance.pick(Object.keys(damages));
  return { name: `${file.name}, ${damage}`, bytes: damages[damage](file.bytes, chance, files) };
}
