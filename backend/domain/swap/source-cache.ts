import type { Source } from '#engine';

/** Keeps prepared sources in memory for the next swap of the same face. Swaps do not change a source. */
export interface SourceCache {
  /** Simultaneous calls for one key prepare twice: an abort of one must not fail the other. Failures are not kept. */
  get(key: string, prepare: () => Promise<Source>): Promise<Source>;
  drop(key: string): void;
}

/** After the last use. The privacy policy states it. */
const maxIdleMs = 120_000;

interface Options {
  /** Of all kept sources together. One photo gives 1.1 MB, a large one 4.5 MB. */
  maxBytes?: number;
}

interface KeptSource {
  source: Source;
  bytes: number;
  expiry: NodeJS.Timeout;
}

export function sourceCache({ maxBytes = 64e6 }: Options = {}): SourceCache {
  /** Least recently used first. */
  const kept = new Map<string, KeptSource>();
  let keptBytes = 0;

  const drop = (key: string) => {
    const dropped = kept.get(key);
    if (!dropped) return;
    clearTimeout(dropped.expiry);
    kept.delete(key);
    keptBytes -= dropped.bytes;
  };

  const keep = (key: string, source: Source) => {
    drop(key);
    const bytes = bytesOf(source);
    if (bytes > maxBytes) return;
    for (const oldest of kept.keys()) {
      if (keptBytes + bytes <= maxBytes) break;
      drop(oldest);
    }
    // A timer releases the memory even if no further job comes.
    kept.set(key, { source, bytes, expiry: setTimeout(drop, maxIdleMs, key).unref() });
    keptBytes += bytes;
  };

  return {
    drop,
    async get(key, prepare) {
      const source = kept.get(key)?.source ?? (await prepare());
      keep(key, source);
      return source;
    },
  };
}

/** Of its buffers, each once; the rest is small. */
function bytesOf(source: Source): number {
  const buffers = new Set<ArrayBufferLike>();
  const collect = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) buffers.add(value.buffer);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(source);
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
