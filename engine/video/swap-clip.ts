import type { FinderThreads } from '#engine/analyse/face-net-pool';
import { bindPersons } from '#engine/photo/bind';
import type { MediaOptions, PhotoContext } from '#engine/photo/context';
import type { Bindings } from '#engine/types';
import { findTracks } from './find-tracks';
import { footageOf, type MovingMedia } from './clip';
import type { Painters } from './render-pool';
import { paintsOf, type Scene } from './render-plan';
import { makePlate } from './draw-watermark';
import { swapAnimation } from './swap-animation';
import { swapVideo } from './swap-video';
import { inWorkFolder, type WorkFolder } from './work-folder';

export interface MovingContext extends PhotoContext {
  readonly painters: Painters;
  /** Nets in threads, for one video to be followed. */
  readonly finderThreads: () => FinderThreads;
}

export interface MovingSwap extends MediaOptions {
  bindings: Bindings;
  out: string;
  label?: { visible: boolean };
  /** Where a video's finished segments are kept; without it nothing outlives a process that is killed. */
  work?: WorkFolder;
}

export interface MovingSwapResult {
  width: number;
  height: number;
  format: 'mp4' | 'gif' | 'webp';
  /** Keys of the persons who got a new face. */
  persons: string[];
  frames: number;
}

/**
 * Puts faces on the persons of a video or an animation: everybody is followed first, then each frame is painted.
 * @throws EngineError `no_face`, `unknown_person`, `bad_interval`, `damaged_media`, `out_of_space`, `aborted`
 */
export async function swapMoving(
  context: MovingContext,
  media: MovingMedia,
  request: MovingSwap,
): Promise<MovingSwapResult> {
  const footage = footageOf(media, request);
  request.onProgress?.('reading', 0);
  // What `footage` holds is the part that was asked for; of an animation that is another animation.
  const { media: moving, width, height } = footage;
  const result = async (scene: Scene, format: MovingSwapResult['format']): Promise<MovingSwapResult> => {
    request.onProgress?.('writing', 100);
    return { width, height, format, persons: scene.persons, frames: scene.tracks.times.length - 1 };
  };
  if (moving.kind === 'gif') {
    const scene = await setScene(context, footage, request, 'animation');
    return result(scene, await swapAnimation(context, moving.animation, scene, request));
  }
  return inWorkFolder(request, async (folder) => {
    const scene = await setScene(context, footage, request, 'video', request.work && folder.place('tracks'));
    await swapVideo(context, moving.info, scene, request, folder);
    return result(scene, 'mp4');
  });
}

/** Finds everybody and gives them their faces. */
async function setScene(
  context: MovingContext,
  footage: Scene['footage'],
  request: MovingSwap,
  what: string,
  kept?: string,
): Promise<Scene> {
  const { bindings, label = { visible: true } } = request;
  const tracks = await findTracks(context.finderThreads(), footage, request, kept);
  const bound = bindPersons(tracks.cast.size, bindings, what);
  const plate = label.visible ? await makePlate(footage.width, footage.height) : undefined;
  const paints = { ...paintsOf(tracks, bound, context.swapper), plate };
  return { footage, tracks, paints, persons: bound.map(({ key }) => key) };
}
