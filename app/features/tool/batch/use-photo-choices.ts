import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

import type { Person } from '#contract/index';

import { knownIds, type FaceOption } from '~/features/tool/faces/face-options';
import { fieldsInDom } from '~/features/tool/fields-in-dom';
import { replaceQuery } from '~/lib/replace-query';
import { leftOut, parsePhotoChoices, photosQuery, type PhotoChoices } from '~/features/tool/photo-choices';

import type { BatchPhoto } from './load-batch.server';

const placeField = /^(photos|face|quality|person\.\d+)$/;

/** The person who fills most of the picture. */
const mostProminent = (persons: Person[]): string =>
  persons.reduce<Person | null>((most, one) => (most && most.share >= one.share ? most : one), null)?.key ?? leftOut;

/** The face for all and the person in each photo. Each change rewrites the address. */
export function usePhotoChoices(form: string, photos: BatchPhoto[], faces: FaceOption[], given: PhotoChoices) {
  const ids = photos.map(({ material }) => material.material_id);
  const { key: visit } = useLocation();
  const [early] = useState(() => choicesInDom(form, ids));
  const [wanted, setWanted] = useState(given);
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    if (early) setWanted(early);
    setRestored(true);
  }, [early]);

  const face = knownIds(wanted.face, faces);
  const personIn = ({ material, persons }: BatchPhoto) => {
    const chosen = wanted.persons[material.material_id];
    return chosen === leftOut || persons.some(({ key }) => key === chosen) ? chosen! : mostProminent(persons);
  };
  const kept = { ...wanted, face };
  const address = new URLSearchParams(Object.entries(photosQuery(ids, kept))).toString();
  useEffect(() => {
    if (isRestored) replaceQuery((query) => setPlace(query, address));
  }, [address, visit, isRestored]);

  return {
    face,
    quality: wanted.quality,
    personIn,
    query: photosQuery(ids, kept),
    without: (id: string) =>
      photosQuery(
        ids.filter((other) => other !== id),
        kept,
      ),
    chooseFace: (chosen: string) => setWanted((before) => ({ ...before, face: chosen })),
    chooseQuality: (quality: string) => setWanted((before) => ({ ...before, quality })),
    choosePerson: (id: string, person: string) =>
      setWanted((before) => ({ ...before, persons: { ...before.persons, [id]: person } })),
  };
}

function setPlace(query: URLSearchParams, place: string): void {
  for (const name of [...query.keys()]) if (placeField.test(name)) query.delete(name);
  for (const [name, value] of new URLSearchParams(place)) if (value) query.set(name, value);
}

function choicesInDom(form: string, ids: string[]): PhotoChoices | null {
  const fields = fieldsInDom(form, ids.join('.'));
  return fields && parsePhotoChoices(fields, ids);
}
