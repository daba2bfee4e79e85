import { useLocation, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';

import type { Person } from '#contract/index';

import { choicesKey, faceIds, parseChoices, type Choices } from '~/features/tool/choices';
import { fieldsInDom } from '~/features/tool/fields-in-dom';
import { replaceQuery } from '~/lib/replace-query';

import { isKnown, knownIds, type FaceOption } from './face-options';
import { keepInBrowser, readFromBrowser, setChoices } from './kept-choices';

interface Options {
  /** `form`: id of the swap form. `subject`: value of one of its fields, which identifies it. */
  form: string;
  subject: string;
  persons: Person[];
  faces: FaceOption[];
  /** Number of faces of the library that are not loaded. */
  otherFaces?: number;
  /** Precede those of the URL. */
  refused?: Choices;
  isKept?: boolean;
}

/** Face ids per person. Each change rewrites the URL; navigation replaces the choices made before it began. */
export function useChoices({ form, subject, persons, faces, otherFaces = 0, refused, isKept = false }: Options) {
  const { search, key: visit } = useLocation();
  const inAddress = useMemo(() => parseChoices(new URLSearchParams(search)), [search]);
  const [wanted, setWanted] = useState<Choices>(refused ?? inAddress);

  const addressKey = choicesKey(inAddress);
  const [followed, setFollowed] = useState(addressKey);
  const isNavigating = useNavigation().state !== 'idle';
  const meanwhile = useRef<Choices>({});
  if (followed !== addressKey) {
    setFollowed(addressKey);
    setWanted({ ...inAddress, ...meanwhile.current });
  }
  useEffect(() => {
    if (!isNavigating) meanwhile.current = {};
  }, [isNavigating]);

  const [early] = useState(() => choicesInDom(form, subject));
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    if (early) setWanted(early);
    const isEmpty = Object.keys(early ?? refused ?? inAddress).length === 0;
    if (isEmpty && isKept) setWanted(readFromBrowser(subject));
    setRestored(true);
    // oxlint-disable-next-line react/exhaustive-deps -- only what was there when the page opened
  }, []);

  const choices = useMemo(() => {
    const known = persons.map(({ key }) => [key, knownIds(wanted[key] ?? '', faces)] as const);
    return Object.fromEntries(known.filter(([, photos]) => photos));
  }, [wanted, persons, faces]);

  // Chosen before, and not among the first faces of the library: the server loads them if the address names them.
  const named = faceIds(inAddress);
  const isIncomplete = otherFaces > 0 && faceIds(wanted).some((id) => !isKnown(id, faces) && !named.includes(id));
  const navigate = useNavigate();
  useEffect(() => {
    if (!isRestored || !isIncomplete) return;
    const query = new URLSearchParams(window.location.search);
    setChoices(query, wanted);
    navigate({ search: `${query}` }, { replace: true, preventScrollReset: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for the missing faces, whatever is chosen meanwhile
  }, [isIncomplete, isRestored]);

  useEffect(() => {
    if (!isRestored || isIncomplete) return;
    replaceQuery((query) => setChoices(query, choices));
    if (isKept) keepInBrowser(subject, choices);
  }, [choices, visit, isRestored, isIncomplete, isKept, subject]);

  const choose = (person: string, photos: string) => {
    if (isNavigating) meanwhile.current[person] = photos;
    setWanted((before) => ({ ...before, [person]: photos }));
  };
  return { choices, choose };
}

function choicesInDom(form: string, subject: string): Choices | null {
  const fields = fieldsInDom(form, subject);
  return fields && parseChoices(fields);
}
