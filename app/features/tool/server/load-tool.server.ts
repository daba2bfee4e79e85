import { randomUUID } from 'node:crypto';

import { isFinished } from '#contract/index';
import { defaultToolId } from '#contract/rules';

import { ApiError } from '~/server/errors/api-error';
import { openVisit, requireUser, type Api, type RouteArgs } from '~/server/guards.server';
import { orNotFound } from '~/server/not-found.server';

import { placeOf } from './place.server';

const facesShown = 60;

/** What the tool's page shows: one step of the way, by the address and by how far the work has come. */
export async function loadTool(args: RouteArgs) {
  const { material, order, isTrimming } = placeOf(args.request);
  if (order) return orNotFound(loadOrder((await requireUser(args)).api, order), args.request);
  if (material) return orNotFound(loadMaterial((await requireUser(args)).api, material, isTrimming), args.request);
  const { isLoggedIn } = await openVisit(args);
  return { step: 'upload', isLoggedIn } as const;
}

async function loadMaterial(api: Api, materialId: string, isTrimming: boolean) {
  const [{ material, detection, price }, faces] = await Promise.all([
    api('upload_material_detail', { material_id: materialId }),
    api('my_faces', { per_page: facesShown }),
  ]);
  const isMoving = material.kind !== 'photo';
  if (isMoving && material.status === 'probing' && !detection) return { step: 'probe', material } as const;
  if (isMoving && material.status === 'ready' && (!detection || isTrimming)) {
    const { items } = await api('tool_lists', {});
    const tool = items.find(({ tool_id }) => tool_id === defaultToolId)!;
    return { step: 'trim', material, prices: tool.prices } as const;
  }
  const isReady = material.status === 'ready' && detection?.status === 'succeeded';
  if (!isReady || detection.persons.length === 0) return { step: 'detect', material, detection } as const;
  return {
    step: 'faces',
    material,
    persons: detection.persons,
    faces: faces.items,
    price,
    // Sent along with the form, so that the same page sent twice is charged once.
    formKey: randomUUID() as string,
  } as const;
}

/** An order: how far it has come, or what came of it. */
export async function loadOrder(api: Api, orderId: string) {
  const { order, ...task } = await api('faceswap_result', { order_id: orderId });
  const source = await sourceOf(api, order.material_id);
  if (!isFinished(task.status)) return { step: 'swap', order, task, source } as const;
  const faces = await api('my_faces', { per_page: facesShown });
  return { step: 'result', order, task, source, faces: faces.items } as const;
}

/** What a swap was made of and its persons; null when it has been deleted since: its creations stay. */
async function sourceOf(api: Api, materialId: string | null) {
  if (!materialId) return null;
  try {
    const { material, detection } = await api('upload_material_detail', { material_id: materialId });
    return { material, persons: detection?.persons ?? [] };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

export type ToolData = Awaited<ReturnType<typeof loadTool>>;
export type StepData<Step extends ToolData['step']> = Extract<ToolData, { step: Step }>;
