import type { Api } from '~/server/guards.server';

import type { Choices } from './choices';
import { portraitOf } from './samples';

/** Returns the choices with library ids; added faces keep theirs. */
export async function addSampleFaces(api: Api, choices: Choices): Promise<Choices> {
  const idOf = async (choice: string) => {
    const sample = portraitOf(choice);
    return sample ? (await api('upload_sample_face', { sample })).face_id : choice;
  };
  const added = Object.entries(choices).map(async ([person, photos]) => {
    const ids = await Promise.all(photos.split(',').map(idOf));
    return [person, ids.join(',')] as const;
  });
  return Object.fromEntries(await Promise.all(added));
}
