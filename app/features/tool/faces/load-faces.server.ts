import { z } from 'zod/v4';

import type { Face } from '#contract/index';

import type { Api } from '~/server/guards.server';
import { orNull } from '~/server/not-found.server';

/** Also the most named faces that are loaded: an address is of any length. */
const facesPerPage = 60;
const id = z.uuid();

export interface LoadedFaces {
  faces: Face[];
  /** Number of faces of the library that are not loaded. */
  otherFaces: number;
}

/** The first faces of the library, and the further ones among `named`, such as those of a swap to repeat. */
export async function loadFaces(api: Api, named: string[]): Promise<LoadedFaces> {
  const { items, total } = await api('my_faces', { per_page: facesPerPage });
  if (total <= items.length) return { faces: items, otherFaces: 0 };
  const further = [...new Set(named)].filter(
    (face) => id.safeParse(face).success && !items.some(({ face_id }) => face_id === face),
  );
  const found = await Promise.all(further.slice(0, facesPerPage).map((face_id) => orNull(api('my_face', { face_id }))));
  const faces = [...items, ...found.filter((face) => face !== null)];
  return { faces, otherFaces: total - faces.length };
}
