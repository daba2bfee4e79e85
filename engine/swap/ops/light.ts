/** 0–255: bounds the logarithm of near-black. */
const floor = 4;

// Of planes. V8 compiles what reads arrays of several kinds for each kind, and slower: other colours have their own functions.

/** Red, green and blue together. */
export const sumAt = (rgb: Float32Array, at: number): number => rgb[at] + rgb[at + 1] + rgb[at + 2];

/** Mean of red, green and blue. */
export const lightAt = (rgb: Float32Array, at: number): number => sumAt(rgb, at) / 3;

/** Of channels of 0–255. */
export const logLightAt = (rgb: Float32Array, at: number): number => Math.log(lightAt(rgb, at) + floor);

/** As `sumAt`, of one colour. */
export const sumOf = ([red, green, blue]: readonly number[]): number => red + green + blue;

/** As `lightAt`, of one colour. */
export const lightOf = (rgb: readonly number[]): number => sumOf(rgb) / 3;
