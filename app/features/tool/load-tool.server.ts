import { randomUUID } from 'node:crypto';

import { redirect, replace } from '@remix-run/node';

import { isFinished, type Order } from '#contract/index';
import type { MediaKind } from '#contract/rules';

import { paths } from '~/lib/paths';
import { getVisitor, requireUser, type Api, type RouteArgs } from '~/server/guards.server';
import { orNotFound, orNull } from '~/server/not-found.server';

import { loadBatch, loadPhotos } from './batch/load-batch.server';
import { faceIds } from './choices';
import { loadDefaultTool } from './default-tool.server';
import { loadFaces } from './faces/load-faces.server';
import { fromLeftToRight } from './faces/moments';
import type { Sample } from './samples';
import { parseToolState, type ToolState } from './tool-state.server';
import { loadPreview } from './faces/preview.server';
import { loadExport } from './result/export.server';
import { isSamePart } from './times';

export async function loadTool(args: RouteArgs) {
  const place = parseToolState(args.request);
  const { material, order, batch, photos, sample } = place;
  if (order) return orNotFound(loadOrder((await requireUser(args)).api, order, args.request), args.request);
  if (material) {
    const loaded = await orNotFound(loadMaterial((await requireUser(args)).api, material, place), args.request);
    return atAddressOf(atToolOf(loaded.material.kind, loaded, args.request), place, args.request);
  }
  if (batch) return orNotFound(loadBatch((await requireUser(args)).api, batch), args.request);
  if (photos.length > 0) return loadPhotos((await requireUser(args)).api, photos, args.request);
  const { api, isLoggedIn } = await getVisitor(args);
  if (sample) return loadSample(api, sample, place, isLoggedIn);
  return { step: 'upload', isLoggedIn } as const;
}

/** The search for faces ends at the address without `step`: going back from there must lead to the trim step. */
function atAddressOf<T extends { step: string }>(loaded: T, { isTrimming }: ToolState, request: Request): T {
  if (loaded.step !== 'trim' || isTrimming) return loaded;
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('step', 'trim');
  throw replace(`${pathname}?${searchParams}`);
}

/** Videos and GIFs chosen on the photo page continue at the video URL. */
function atToolOf<T>(kind: MediaKind, loaded: T, request: Request): T {
  const { pathname, search } = new URL(request.url);
  if (kind === 'photo' || pathname !== paths.faceSwapPhoto()) return loaded;
  throw redirect(paths.faceSwapVideo() + search);
}

async function loadSample(api: Api, sample: Sample, place: ToolState, isLoggedIn: boolean) {
  const { material, detection, price } = await api('faceswap_sample', { sample });
  const persons = fromLeftToRight(detection?.persons ?? []);
  const preview = persons.length > 0 ? await loadPreview(api, place) : null;
  return { step: 'sample', sample, material, persons, price, preview, isLoggedIn } as const;
}

async function loadMaterial(api: Api, materialId: string, place: ToolState) {
  const [{ material, detection, price, qualities }, library] = await Promise.all([
    api('upload_material_detail', { material_id: materialId }),
    loadFaces(api, faceIds(place.choices)),
  ]);
  const isMoving = material.kind !== 'photo';
  if (isMoving && material.status === 'probing' && !detection) return { step: 'probe', material } as const;
  if (isMoving && material.status === 'ready' && (!detection || place.isTrimming)) {
    const { prices } = await loadDefaultTool(api);
    return { step: 'trim', material, prices } as const;
  }
  const isReady = material.status === 'ready' && detection?.status === 'succeeded';
  if (!isReady || detection.persons.length === 0) return { step: 'detect', material, detection } as const;
  return {
    step: 'faces',
    material,
    persons: fromLeftToRight(detection.persons),
    ...library,
    price,
    qualities,
    preview: await loadPreview(api, place),
    // Idempotency key of the form.
    formKey: randomUUID() as string,
  } as const;
}

export async function loadOrder(api: Api, orderId: string, request: Request) {
  const {
    order,
    mail_when_done: isMailed,
    result_size: resultSize,
    ...task
  } = await api('faceswap_result', { order_id: orderId });
  const source = await loadSource(api, order);
  if (!isFinished(task.status)) return { step: 'swap', order, task, source, isMailed } as const;
  const [{ faces }, shares, exported] = await Promise.all([
    loadFaces(api, Object.values(order.bindings).flat()),
    order.result_url ? api('share_lists', { order_id: orderId }) : null,
    order.result_url ? loadExport(api, orderId, new URL(request.url).searchParams) : null,
  ]);
  return {
    step: 'result',
    order,
    task,
    resultSize,
    source,
    faces,
    shares: shares?.items ?? [],
    exported,
  } as const;
}

/** Null if deleted. Without persons if another part was searched since: their keys name others. */
async function loadSource(api: Api, { material_id, trim_interval }: Order) {
  if (!material_id) return null;
  const found = await orNull(api('upload_material_detail', { material_id }));
  if (!found) return null;
  const { material, detection } = found;
  const persons = isSamePart(material.trim_interval, trim_interval) ? (detection?.persons ?? []) : [];
  return { material, persons: fromLeftToRight(persons) };
}

export type ToolData = Awaited<ReturnType<typeof loadTool>>;
export type StepData<Step extends ToolData['step']> = Extract<ToolData, { step: Step }>;
