/** What a program of the ffmpeg family says of itself. */
export interface Version {
  /** As the program states it: `7.1.1`, `5.1.9-0+deb12u1`, `N-47683-g0e8eb07980-static`. */
  readonly name: string;
  /** Of libavcodec: builds from nightly sources carry no other number that can be compared. */
  readonly codec: readonly number[];
  /** Of libavutil. */
  readonly util: readonly number[];
  /** The last year of its copyright; undefined when it states none. */
  readonly year?: number;
}

/** Reads what `-version` prints; undefined when that is not a program of the ffmpeg family. */
export function parseVersion(text: string): Version | undefined {
  const [, name] = /^ff(?:mpeg|probe) version (\S+)/m.exec(text) ?? [];
  const codec = libraryVersion(text, 'libavcodec');
  const util = libraryVersion(text, 'libavutil');
  if (!name || !codec || !util) return undefined;
  const [, year] = /Copyright \(c\) \d{4}-(\d{4})/.exec(text) ?? [];
  return { name, codec, util, ...(year && { year: Number(year) }) };
}

function libraryVersion(text: string, library: string): number[] | undefined {
  const [, ...parts] = new RegExp(`${library}\\s+(\\d+)\\.\\s*(\\d+)\\.\\s*(\\d+)`).exec(text) ?? [];
  return parts.length ? parts.map(Number) : undefined;
}

/** Negative when `a` is older than `b`. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((part, at) => part !== b[at]);
  return i < 0 ? 0 : a[i] - (b[i] ?? 0);
}
