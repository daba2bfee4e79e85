export interface Named {
  /** File name without extension; of a clip also the share of its length: `talk@50`. */
  readonly name: string;
  readonly person: string;
}

/**
 * `ann` for `ann-2.jpg` and `ann_02.mp4`. A number of three or more digits is part of the name: `small-0143` for
 * `small-0143.jpg`.
 */
export function personOf(file: string): string {
  const name = file.replace(/\.[^.]*$/, '');
  return /^(.+)[-_ ]\d{1,2}$/.exec(name)?.[1] ?? name;
}
