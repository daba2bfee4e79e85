import { lazy, Suspense, type ComponentType } from 'react';

import { firstInteraction } from './first-interaction';
import { isHydrating } from './hydrating';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * Defers the script of a part of the page that the server has rendered. React hydrates the part on the first user
 * interaction, and replays a click that arrives before (selective hydration). Its links, forms and disclosures work
 * without the script. On a page that the browser renders itself, the part is loaded with the page.
 */
export async function hydrateOnInteraction<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  const isDeferred = !import.meta.env.SSR && isHydrating();
  const Part: ComponentType<Props> = isDeferred ? lazyPart(load, firstInteraction) : await load();
  // The server needs the boundary, too: it marks in the HTML where the part begins and ends.
  return function DeferredPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/**
 * Defers the script of a part that the page shows later: loads it when it is shown, or on the first user interaction.
 * Render it inside a <Suspense> that is mounted from the start, so that the previous content stays visible meanwhile.
 */
export async function loadOnDemand<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  if (import.meta.env.SSR) return load();
  void firstInteraction.then(load).catch(() => undefined); // rendering the part tries again
  return lazyPart(load);
}

/** Never resolves: when a script cannot be loaded, the server's HTML stays. */
const keptAsRendered = new Promise<never>(() => {});

function lazyPart<Props extends object>(load: Load<Props>, begin?: Promise<void>): ComponentType<Props> {
  const Part = lazy(async () => {
    await begin;
    return { default: await load().catch(() => keptAsRendered) };
  });
  return Part as unknown as ComponentType<Props>;
}
