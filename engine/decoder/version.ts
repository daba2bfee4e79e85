export interface Version {
  /** As printed: `7.1.1`, `N-47683-g0e8eb07980-static`. */
  readonly name: string;
  /** The only comparable number of nightly builds. */
  readonly codec: readonly number[];
  readonly util: readonly number[];
  readonly year?: number;
}

/** Undefined for other programs. */
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

export function compareVersions(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((part, at) => part !== b[at]);
  return i < 0 ? 0 : a[i] - (b[i] ?? 0);
}
