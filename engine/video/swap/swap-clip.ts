import type { FaceNetPool } from '#engine/analyse/face-net-pool';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { bindPersons } from '#engine/photo/bind';
import { swapperFor } from '#engine/photo/choose-swapper';
import type { MediaOptions, PhotoContext, QualityOptions } from '#engine/photo/context';
import { MESH_QUALITY, type Bindings, type Swapper } from '#engine/types';
import { findTracks, storedTracks } from '#engine/video/track/find-tracks';
import type { Animation } from '#engine/video/clip/animation';
import { clipOf, type Clip, type ClipMedia } from '#engine/video/clip/clip';
import type { RenderSpec } from '#engine/video/paint/paint-frame';
import type { RenderPool } from '#engine/video/paint/render-pool';
import { renderSpecOf, type RenderPlan } from '#engine/video/paint/render-plan';
import { renderWatermark } from '#engine/label/render-watermark';
import { swapAnimation } from './swap-animation';
import { canPaintWhileTracking, neverBackwards, paintWhileTracking } from './paint-while-tracking';
import { swapVideo, writeResult } from './swap-video';
import type { ClipTracks } from '#engine/video/track/track-clip';
import { withWorkFolder, type OpenWorkFolder, type WorkFolder } from '#engine/video/segments/work-folder';

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

/** What both an animation and a video need. */
interface ClipSwap {
  readonly context: ClipContext;
  readonly clip: Clip;
  readonly request: ClipSwapRequest;
  readonly swapper: Swapper;
  readonly watermark: RenderSpec['watermark'];
}

/** @throws EngineError `no_face`, `unknown_person`, `bad_interval`, `damaged_media`, `out_of_space`, `aborted` */
export async function swapClip(
  context: ClipContext,
  source: ClipMedia,
  request: ClipSwapRequest,
): Promise<ClipSwapResult> {
  const clip = clipOf(source, request);
  // Delays and duration of an animation are those of the chosen part.
  const { media, width, height } = clip;
  const swapper = swapperFor(context, media.kind, request.bindings, request.quality);
  request.onProgress?.('reading', 0);
  const { visible } = request.label ?? { visible: true };
  const watermark = visible ? await renderWatermark(width, height) : undefined;
  const swap: ClipSwap = { context, clip, request, swapper, watermark };
  const { plan, format } =
    media.kind === 'gif' ? await writeAnimation(swap, media.animation) : await writeVideo(swap, media.info);
  request.onProgress?.('writing', 100);
  return { width, height, format, persons: plan.persons, frames: plan.tracks.times.length - 1 };
}

interface Written {
  readonly plan: RenderPlan;
  readonly format: ClipSwapResult['format'];
}

async function writeAnimation(swap: ClipSwap, animation: Animation): Promise<Written> {
  const { context, clip, request } = swap;
  const plan = planOf(swap, await findTracks(context.createNetPool(), clip, request));
  return { plan, format: await swapAnimation(animation, plan, request) };
}

async function writeVideo(swap: ClipSwap, info: VideoInfo): Promise<Written> {
  const plan = await withWorkFolder(swap.request, async (folder) =>
    (await isPaintedWhileTracking(swap)) ? trackAndPaint(swap, info, folder) : trackThenPaint(swap, info, folder),
  );
  return { plan, format: 'mp4' };
}

/** Neural nets are slower than the tracker, and a wrong guess would cost all their work. */
async function isPaintedWhileTracking({ context, clip, request, swapper }: ClipSwap): Promise<boolean> {
  const isPossible =
    swapper.name === MESH_QUALITY && canPaintWhileTracking(clip, request, context.renderPool.threadCount);
  return isPossible && !(await storedTracks(clip, request.tracks));
}

async function trackAndPaint(swap: ClipSwap, info: VideoInfo, folder: OpenWorkFolder): Promise<RenderPlan> {
  const { context, clip, watermark } = swap;
  const request = neverBackwards(swap.request);
  const { tracks, journal } = await paintWhileTracking(context, clip, info, request, folder, watermark);
  const plan = planOf(swap, tracks);
  if (journal) await writeResult(info, plan, request, journal);
  else await swapVideo(context, info, plan, request, folder);
  return plan;
}

async function trackThenPaint(swap: ClipSwap, info: VideoInfo, folder: OpenWorkFolder): Promise<RenderPlan> {
  const { context, clip, request } = swap;
  const cacheFile = request.work && folder.pathOf('tracks');
  const plan = planOf(swap, await findTracks(context.createNetPool(), clip, request, cacheFile));
  await swapVideo(context, info, plan, request, folder);
  return plan;
}

/** @throws EngineError `no_face`, `unknown_person` */
function planOf({ context, clip, request, swapper, watermark }: ClipSwap, tracks: ClipTracks): RenderPlan {
  const what = clip.media.kind === 'gif' ? 'animation' : 'video';
  const bound = bindPersons(tracks.faces.size, request.bindings, what);
  const recipe = swapper.name === MESH_QUALITY ? undefined : context.neural?.recipe(swapper.name);
  const spec = { ...renderSpecOf(tracks, bound), watermark, ...(recipe && { recipe }) };
  return { clip, tracks, spec, swapper, persons: bound.map(({ key }) => key) };
}
