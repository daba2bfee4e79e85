/** 0–255: bounds the logarithm of near-black. */
const floor = 4;

/** Red, green and blue together. */
export const sumAt = (rgb: ArrayLike<number>, at: number): number => rgb[at] + rgb[at + 1] + rgb[at + 2];

/** Mean of red, green and blue. */
export const lightAt = (rgb: ArrayLike<number>, at: number): number => sumAt(rgb, at) / 3;

/** Of channels of 0–255. */
export const logLightAt = (rgb: ArrayLike<number>, at: number): number => Math.log(lightAt(rgb, at) + floor);
