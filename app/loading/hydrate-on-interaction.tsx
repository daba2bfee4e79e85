import { lazy, type ComponentType } from 'react';

import { firstInteraction } from './first-interaction';
import { isHydrating } from './hydrating';
import { HydrationBoundary } from './hydration-boundary';
import { loadAgain } from './load-again';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * React hydrates the server-rendered part on the first interaction and replays earlier clicks (selective
 * hydration). Links, forms and disclosures work without script. Pages that the browser renders load it at
 * once.
 */
export async function hydrateOnInteraction<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  const isDeferred = !import.meta.env.SSR && isHydrating();
  const Part: ComponentType<Props> = isDeferred ? lazyPart(load, firstInteraction) : await load();
  // The server needs the boundary, too: it marks the part in the HTML.
  return function DeferredPart(props: Props) {
    return (
      <HydrationBoundary>
        <Part {...props} />
      </HydrationBoundary>
    );
  };
}

/**
 * Loads a part when shown, or on the first interaction. Render it inside a <HydrationBoundary> mounted from the start,
 * which keeps the previous content visible.
 */
export async function loadOnDemand<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  if (import.meta.env.SSR) return load();
  void firstInteraction.then(load).catch(() => undefined); // rendering tries again
  return lazyPart(load);
}

/** Never resolves: the server's HTML stays if a script fails. */
const keptAsRendered = new Promise<never>(() => {});

function lazyPart<Props extends object>(load: Load<Props>, begin?: Promise<void>): ComponentType<Props> {
  const Part = lazy(async () => {
    await begin;
    return { default: await load().catch(() => loadAgain(load).catch(() => keptAsRendered)) };
  });
  return Part as unknown as ComponentType<Props>;
}
