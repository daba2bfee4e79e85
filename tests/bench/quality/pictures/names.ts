export interface Named {
  /** File name without extension; of a clip also the share of its length: `talk@50`. */
  readonly name: string;
  readonly person: string;
}

/** `ann-2.jpg` and `ann_02.mp4` show ann. A longer number belongs to the name: `small-0143` is a person of its own. */
export function personOf(file: string): string {
  const name = file.replace(/\.[^.]*$/, '');
  return /^(.+)[-_ ]\d{1,2}$/.exec(name)?.[1] ?? name;
}
