import type { FaceNetPool } from '#engine/analyse/face-net-pool';
import { bindPersons } from '#engine/photo/bind';
import { swapperFor } from '#engine/photo/choose-swapper';
import type { MediaOptions, PhotoContext, QualityOptions } from '#engine/photo/context';
import { MESH_QUALITY, type Bindings } from '#engine/types';
import { findTracks, storedTracks } from '#engine/video/track/find-tracks';
import { clipOf, type ClipMedia } from '#engine/video/clip/clip';
import type { RenderPool } from '#engine/video/paint/render-pool';
import { renderSpecOf, type RenderPlan } from '#engine/video/paint/render-plan';
import { renderWatermark } from '#engine/label/render-watermark';
import { swapAnimation } from './swap-animation';
import { canPaintWhileTracking, neverBackwards, paintWhileTracking } from './paint-while-tracking';
import { swapVideo, writeResult } from './swap-video';
import type { ClipTracks } from '#engine/video/track/track-clip';
import { withWorkFolder, type WorkFolder } from '#engine/video/segments/work-folder';

export interface ClipContext extends PhotoContext {
  readonly renderPool: RenderPool;
  readonly createNetPool: () => FaceNetPool;
}

export interface ClipSwapRequest extends MediaOptions, QualityOptions {
  bindings: Bindings;
  out: string;
  label?: { visible: boolean };
  work?: WorkFolder;
}

export interface ClipSwapResult {
  width: number;
  height: number;
  format: 'mp4' | 'gif' | 'webp';
  persons: string[];
  frames: number;
}

/** @throws EngineError `no_face`, `unknown_person`, `bad_interval`, `damaged_media`, `out_of_space`, `aborted` */
export async function swapClip(
  context: ClipContext,
  media: ClipMedia,
  request: ClipSwapRequest,
): Promise<ClipSwapResult> {
  const clip = clipOf(media, request);
  const swapper = swapperFor(context, clip.media.kind, request.bindings, request.quality);
  const isMesh = swapper.name === MESH_QUALITY;
  request.onProgress?.('reading', 0);
  // Delays and duration of an animation are those of the chosen part.
  const { media: trimmed, width, height } = clip;
  const result = async (plan: RenderPlan, format: ClipSwapResult['format']): Promise<ClipSwapResult> => {
    request.onProgress?.('writing', 100);
    return { width, height, format, persons: plan.persons, frames: plan.tracks.times.length - 1 };
  };
  const { visible } = request.label ?? { visible: true };
  const watermark = visible ? await renderWatermark(width, height) : undefined;
  const planFor = (tracks: ClipTracks, what: string): RenderPlan => {
    const bound = bindPersons(tracks.faces.size, request.bindings, what);
    const recipe = isMesh ? {} : { recipe: context.neural!.recipe(swapper.name) };
    const spec = { ...renderSpecOf(tracks, bound), watermark, ...recipe };
    return { clip, tracks, spec, swapper, persons: bound.map(({ key }) => key) };
  };
  if (trimmed.kind === 'gif') {
    const plan = planFor(await findTracks(context.createNetPool(), clip, request), 'animation');
    return result(plan, await swapAnimation(trimmed.animation, plan, request));
  }
  const { info } = trimmed;
  return withWorkFolder(request, async (folder) => {
    // Neural nets are slower than the tracker, and a wrong guess would cost all their work.
    if (
      isMesh &&
      canPaintWhileTracking(clip, request, context.renderPool.threadCount) &&
      !(await storedTracks(clip, request.tracks))
    ) {
      const onward = neverBackwards(request);
      const { tracks, journal } = await paintWhileTracking(context, clip, info, onward, folder, watermark);
      const plan = planFor(tracks, 'video');
      if (journal) await writeResult(info, plan, onward, journal);
      else await swapVideo(context, info, plan, onward, folder);
      return result(plan, 'mp4');
    }
    const cacheFile = request.work && folder.pathOf('tracks');
    const plan = planFor(await findTracks(context.createNetPool(), clip, request, cacheFile), 'video');
    await swapVideo(context, info, plan, request, folder);
    return result(plan, 'mp4');
  });
}
