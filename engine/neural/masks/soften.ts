import { gaussianBlur } from './gaussian';

const SIGMA = 5;

/** Softens the edge of a mask inwards: 0 where it was up to half. */
export function softenInwards(mask: Float32Array, side: number): Float32Array {
  const soft = gaussianBlur(mask, side, SIGMA);
  for (let i = 0; i < soft.length; i++) {
    const value = soft[i];
    soft[i] = value <= 0.5 ? 0 : value >= 1 ? 1 : 2 * (value - 0.5);
  }
  return soft;
}
