import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sourceCache } from '#backend/domain/swap/source-cache';
import { openEngine, type Engine, type MediaInput, type Source, type SourcePhoto } from '#engine';
import type { SampleFaceName } from '#shared/sample-media';
import { portraitPath } from './portraits';

/** Per process: opening the engine and preparing a source take a second each. Sources do not change. */
let engine: Promise<Engine> | undefined;
export const sharedEngine = (): Promise<Engine> => (engine ??= openEngine());

const sources = new Map<SampleFaceName, Promise<Source>>();

export function sharedSource(name: SampleFaceName): Promise<Source> {
  const known = sources.get(name);
  if (known) return known;
  const source = sharedEngine().then((opened) => opened.prepare([portraitPath(name)]));
  sources.set(name, source);
  return source;
}

const prepared = sourceCache();

/**
 * Prepares each photo once a process, for whichever account. A worker keeps sources per account, and most tests have
 * one of their own.
 */
export async function engineWithKnownSources(): Promise<Engine> {
  const shared = await sharedEngine();
  return {
    ...shared,
    prepare: (photos, { signal, onProgress, ...rest } = {}) =>
      prepared.get(JSON.stringify([rest, photos.map(contentOf)]), () =>
        shared.prepare(photos, { ...rest, signal, onProgress }),
      ),
  };
}

function contentOf(photo: MediaInput | SourcePhoto): object {
  const { media, at } = typeof photo === 'object' && 'media' in photo ? photo : { media: photo, at: undefined };
  const bytes = typeof media === 'string' ? readFileSync(media) : media;
  return [createHash('sha256').update(bytes).digest('hex'), at];
}
