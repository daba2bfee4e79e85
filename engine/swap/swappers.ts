import type { Swapper } from '#engine/types';
import { meshSwapper } from './mesh-swapper';

/** The ways of swapping that there are, by name. */
const swappers: Readonly<Record<string, Swapper>> = { mesh: meshSwapper as Swapper };

export function swapperNamed(name: string): Swapper {
  return swappers[name];
}
