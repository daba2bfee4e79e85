import type { FaceNetPool } from '#engine/analyse/face-net-pool';
import { bindPersons } from '#engine/photo/bind';
import type { MediaOptions, PhotoContext } from '#engine/photo/context';
import type { Bindings } from '#engine/types';
import { findTracks } from './find-tracks';
import { clipOf, type ClipMedia } from './clip';
import type { RenderPool } from './render-pool';
import { renderSpecOf, type RenderPlan } from './render-plan';
import { renderWatermark } from './draw-watermark';
import { swapAnimation } from './swap-animation';
import { swapVideo } from './swap-video';
import { withWorkFolder, type WorkFolder } from './work-folder';

export interface ClipContext extends PhotoContext {
  readonly renderPool: RenderPool;
  readonly createNetPool: () => FaceNetPool;
}

export interface ClipSwapRequest extends MediaOptions {
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
  request.onProgress?.('reading', 0);
  // For animations a new `Animation`.
  const { media: trimmed, width, height } = clip;
  const result = async (plan: RenderPlan, format: ClipSwapResult['format']): Promise<ClipSwapResult> => {
    request.onProgress?.('writing', 100);
    return { width, height, format, persons: plan.persons, frames: plan.tracks.times.length - 1 };
  };
  if (trimmed.kind === 'gif') {
    const plan = await planRender(context, clip, request, 'animation');
    return result(plan, await swapAnimation(context, trimmed.animation, plan, request));
  }
  return withWorkFolder(request, async (folder) => {
    const plan = await planRender(context, clip, request, 'video', request.work && folder.pathOf('tracks'));
    await swapVideo(context, trimmed.info, plan, request, folder);
    return result(plan, 'mp4');
  });
}

async function planRender(
  context: ClipContext,
  clip: RenderPlan['clip'],
  request: ClipSwapRequest,
  what: string,
  cacheFile?: string,
): Promise<RenderPlan> {
  const { bindings, label = { visible: true } } = request;
  const tracks = await findTracks(context.createNetPool(), clip, request, cacheFile);
  const bound = bindPersons(tracks.faces.size, bindings, what);
  const watermark = label.visible ? await renderWatermark(clip.width, clip.height) : undefined;
  const spec = { ...renderSpecOf(tracks, bound), watermark };
  return { clip, tracks, spec, persons: bound.map(({ key }) => key) };
}
