import { openEngine, type Engine, type Source } from '#engine';
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
