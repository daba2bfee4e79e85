import { lazy, Suspense, type ComponentType } from 'react';

import { stirring } from './stirring';

/**
 * A part of a page that stays as the server drew it until somebody stirs; only then its script comes and takes it over.
 * Its links, forms and disclosures work before. Whoever comes from another page gets it at once, with its page.
 */
export async function takeOverLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const isLater = !import.meta.env.SSR && !('__remixRouter' in window);
  const Part: ComponentType<Props> = isLater ? lazily(load) : await load();
  // The server marks where it begins and ends, too.
  return function TakenOverLater(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** Where the script cannot be had, nothing takes the part over: never resolved. */
const leftAsDrawn = new Promise<never>(() => {});

function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    await stirring;
    return { default: await load().catch(() => leftAsDrawn) };
  }) as unknown as ComponentType<Props>;
}
