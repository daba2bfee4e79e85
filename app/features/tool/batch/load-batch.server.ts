import { randomUUID } from 'node:crypto';

import { isFinished, type Material, type Person, type Task } from '#contract/index';

import type { Api } from '~/server/guards.server';
import { orNull, pageNotFound } from '~/server/not-found.server';

import { loadDefaultTool } from '~/features/tool/default-tool.server';
import { loadFaces } from '~/features/tool/faces/load-faces.server';
import { fromLeftToRight } from '~/features/tool/faces/moments';
import { photoQualities } from '~/features/tool/quality';

export interface BatchPhoto {
  material: Material;
  /** From left to right; empty unless `ready`. */
  persons: Person[];
  state: 'waiting' | 'ready' | 'unusable';
  /** Why it is unusable. */
  problem?: string;
}

/** Without deleted ones. @throws Response 404 if all are */
export async function loadPhotos(api: Api, ids: string[], request: Request) {
  const face = new URL(request.url).searchParams.get('face') ?? '';
  const [loaded, library, tool] = await Promise.all([
    Promise.all(ids.map((material_id) => loadPhoto(api, material_id))),
    loadFaces(api, [face]),
    loadDefaultTool(api),
  ]);
  const photos = loaded.filter((photo) => photo !== null);
  if (photos.length === 0) throw pageNotFound(request);
  // Idempotency key of the form.
  const formKey = randomUUID() as string;
  return { step: 'photos', photos, ...library, qualities: photoQualities(tool), formKey } as const;
}

/** Null if deleted. */
async function loadPhoto(api: Api, material_id: string): Promise<BatchPhoto | null> {
  const found = await orNull(api('upload_material_detail', { material_id }));
  return found && { material: found.material, ...stateOf(found.material, found.detection) };
}

type Found = (Task & { persons: Person[] }) | null;

function stateOf(material: Material, detection: Found): Omit<BatchPhoto, 'material'> {
  const unusable = (problem: string) => ({ state: 'unusable' as const, persons: [], problem });
  if (material.kind !== 'photo') return unusable('Only photos are swapped together. Swap this file by itself.');
  if (material.status === 'rejected') return unusable(material.reason ?? 'It could not be read.');
  if (material.status === 'expired')
    return unusable('The time of this photo is over: it has been deleted. Upload it again.');
  if (!detection) return unusable('Its faces have not been looked for. Upload it again.');
  if (!isFinished(detection.status)) return { state: 'waiting', persons: [] };
  if (detection.status === 'succeeded' && detection.persons.length > 0) {
    return { state: 'ready', persons: fromLeftToRight(detection.persons) };
  }
  const hasNoFace = detection.status === 'succeeded' || detection.error?.error === 'no_face';
  return unusable(hasNoFace ? 'No face was found in it.' : (detection.error?.message ?? 'It could not be examined.'));
}

export async function loadBatch(api: Api, batch_id: string) {
  return { step: 'batch', batch: await api('batch_result', { batch_id }) } as const;
}
