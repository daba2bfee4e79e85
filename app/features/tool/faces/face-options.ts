import type { Face } from '#contract/index';

import { portraitName, portraitThumb, sampleChoice, sampleFaces, type Portrait } from '~/features/tool/samples';

import { assessedPhotos, samplePhotos, type AssessedPhoto } from './suitability';

export interface FaceOption {
  /** Face id, or `sample-<name>` outside the library. */
  face_id: string;
  thumb_url: string;
  name: string;
  photos?: number;
  assessed: AssessedPhoto[];
  sample?: Portrait;
}

/** Own faces first, then the sample faces, each once. */
export function faceOptions(library: Face[]): FaceOption[] {
  const own = library.filter(({ sample }) => sample === null);
  const added = new Map(library.flatMap((face) => (face.sample ? [[face.sample, face] as const] : [])));
  const names = [...new Set([...sampleFaces, ...added.keys()])];
  return [
    ...own.map((face) => ({
      face_id: face.face_id,
      thumb_url: face.thumb_url,
      name: face.name,
      photos: face.photos.length,
      assessed: assessedPhotos(face),
    })),
    ...names.map((portrait) => ({
      face_id: added.get(portrait)?.face_id ?? sampleChoice(portrait),
      thumb_url: portraitThumb(portrait),
      name: added.get(portrait)?.name ?? portraitName(portrait),
      photos: added.get(portrait)?.photos.length ?? 1,
      assessed: samplePhotos,
      sample: portrait,
    })),
  ];
}

const findOption = (options: FaceOption[], id: string) =>
  options.find(({ face_id, sample }) => face_id === id || (sample && sampleChoice(sample) === id));

/** Leaves out unknown faces; replaces added sample faces by their ids. */
export function knownIds(photos: string, options: FaceOption[]): string {
  return photos
    .split(',')
    .flatMap((id) => findOption(options, id)?.face_id ?? [])
    .join(',');
}

export const isKnown = (id: string, options: FaceOption[]): boolean => findOption(options, id) !== undefined;
