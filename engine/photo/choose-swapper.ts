import { EngineError } from '#engine/errors';
import { MESH_QUALITY, type Bindings, type MediaKind, type Swapper } from '#engine/types';
import type { PhotoContext } from './context';

type Drivers = Pick<PhotoContext, 'swapper' | 'neural'>;

/**
 * @param isMoving for frames of a video or animation
 * @throws EngineError `model_missing` for an unknown quality, or the fault of one that cannot run
 */
export function swapperOf({ swapper, neural }: Drivers, quality = MESH_QUALITY, isMoving = false): Swapper {
  if (quality === MESH_QUALITY) return swapper;
  if (neural) return neural.swapper(quality, isMoving) as Swapper;
  throw new EngineError(
    'model_missing',
    `There is no quality "${quality}": no folder of neural models is configured. Choose mesh.`,
  );
}

/**
 * The quality for which all sources were prepared.
 * @param wanted if given, they must have been prepared for it
 */
function qualityOf(bindings: Bindings, wanted?: string): string {
  const sources = Object.values(bindings);
  const quality = wanted ?? sources[0]?.quality ?? MESH_QUALITY;
  const other = sources.find((source) => (source.quality ?? MESH_QUALITY) !== quality);
  if (!other) return quality;
  throw new EngineError(
    'internal',
    `A source was prepared for the quality ${other.quality ?? MESH_QUALITY}, not for ${quality}. Prepare all sources of a swap for one quality.`,
  );
}

export function swapperFor(
  drivers: Drivers,
  kind: MediaKind,
  bindings: Bindings,
  wanted?: string,
  isMoving = kind !== 'photo',
): Swapper {
  const quality = qualityOf(bindings, wanted);
  const swapper = swapperOf(drivers, quality, isMoving);
  if (quality !== MESH_QUALITY) drivers.neural!.assertPaints(kind);
  return swapper;
}
