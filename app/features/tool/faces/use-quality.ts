import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

import type { MaterialQuality } from '#contract/index';

import { fieldsInDom } from '~/features/tool/fields-in-dom';
import { replaceQuery } from '~/lib/replace-query';

import { setQuality } from './kept-choices';

interface Options {
  /** `form`: id of the swap form. `subject`: value of one of its fields, which identifies it. */
  form: string;
  subject: string;
  qualities: readonly MaterialQuality[];
  /** Precedes that of the URL. */
  refused?: string;
}

/** The chosen quality; at first the wanted one, if it is offered. Each change rewrites the URL. */
export function useQuality({ form, subject, qualities, refused }: Options) {
  const { search, key: visit } = useLocation();
  const [wanted, choose] = useState(refused ?? new URLSearchParams(search).get('quality'));
  const [early] = useState(() => qualityInDom(form, subject));
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    if (early) choose(early);
    setRestored(true);
  }, [early]);

  const [usual] = qualities;
  const chosen = qualities.find(({ id }) => id === wanted) ?? usual;
  const inAddress = chosen === usual ? undefined : chosen?.id;
  useEffect(() => {
    if (isRestored) replaceQuery((query) => setQuality(query, inAddress, usual?.id));
  }, [inAddress, usual?.id, visit, isRestored]);

  return {
    id: chosen?.id ?? '',
    price: chosen?.price ?? null,
    query: inAddress ? { quality: inAddress } : {},
    choose,
  };
}

/** Null also if the page asked for none. */
const qualityInDom = (form: string, subject: string): string | null =>
  Object.fromEntries(fieldsInDom(form, subject) ?? []).quality ?? null;
