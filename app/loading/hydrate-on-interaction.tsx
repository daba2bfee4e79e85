import { lazy, Suspense, type ComponentType } from 'react';

import { stirring } from './first-interaction';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a page that stays as the server drew it until somebody stirs; only then its script comes and takes it over.
 * Its links, forms and disclosures work before. Whoever comes from another page gets it at once, with its page.
 */
export async function takeOverLater<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  const isLater = !import.meta.env.SSR && !('__remixRouter' in window);
  const Part: ComponentType<Props> = isLater ? lazily(load, stirring) : await load();
  // The server marks where it begins and ends, too.
  return function TakenOverLater(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/**
 * A part that a page shows only later: its script comes when it is shown, or once somebody stirs. To stand within a
 * <Suspense> that is there from the beginning, so that what was shown before it stays until it has come.
 */
export async function bringWhenShown<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  if (import.meta.env.SSR) return load();
  void stirring.then(load).catch(() => undefined); // it is asked for again when it is shown
  return lazily(load);
}

/** Where the script cannot be had, nothing takes the part over: never resolved. */
const leftAsDrawn = new Promise<never>(() => {});

function lazily<Props extends object>(load: Load<Props>, begin?: Promise<void>): ComponentType<Props> {
  const Part = lazy(async () => {
    await begin;
    return { default: await load().catch(() => leftAsDrawn) };
  });
  return Part as unknown as ComponentType<Props>;
}
