import { useLocation } from '@remix-run/react';
import { useEffect, useMemo, useState } from 'react';

import type { Person } from '#contract/index';

import { choicesKey, parseChoices, type Choices } from '~/features/tool/choices';
import { fieldsInDom } from '~/features/tool/fields-in-dom';

import { knownIds, type FaceOption } from './face-options';
import { keepInAddress, keepInBrowser, readFromBrowser } from './kept-choices';

interface Options {
  /** `form`: id of the swap form. `subject`: value of one of its fields, which identifies it. */
  form: string;
  subject: string;
  persons: Person[];
  faces: FaceOption[];
  /** Precede those of the URL. */
  refused?: Choices;
  isKept?: boolean;
}

/** Face ids per person. Each change rewrites the URL; navigation replaces the choices. */
export function useChoices({ form, subject, persons, faces, refused, isKept = false }: Options) {
  const { search, key: visit } = useLocation();
  const inAddress = useMemo(() => parseChoices(new URLSearchParams(search)), [search]);
  const [wanted, setWanted] = useState<Choices>(refused ?? inAddress);

  const addressKey = choicesKey(inAddress);
  const [followed, setFollowed] = useState(addressKey);
  if (followed !== addressKey) {
    setFollowed(addressKey);
    setWanted(inAddress);
  }

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

  useEffect(() => {
    if (!isRestored) return;
    keepInAddress(choices);
    if (isKept) keepInBrowser(subject, choices);
  }, [choices, visit, isRestored, isKept, subject]);

  const choose = (person: string, photos: string) => setWanted((before) => ({ ...before, [person]: photos }));
  return { choices, choose };
}

/** Null if the server did not render the page. */
function choicesInDom(form: string, subject: string): Choices | null {
  const fields = fieldsInDom(form);
  return fields?.some(([, value]) => value === subject) ? parseChoices(fields) : null;
}
