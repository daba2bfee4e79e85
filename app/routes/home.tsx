import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { questions } from '~/features/home/fair-questions';
import { Hero } from '~/features/home/hero';
import { loadHome } from '~/features/home/load-home.server';
import { pageMeta } from '~/lib/meta';
import { hydrateOnInteraction } from '~/loading/hydrate-on-interaction';

export const meta = () =>
  pageMeta({
    description:
      'Drop in a photo, GIF or video and choose who becomes whom. Free preview, the price before you pay, every result labelled.',
  });

export const links = () => [
  { rel: 'preload', href: '/art/mesh-head.svg', as: 'image', type: 'image/svg+xml', fetchPriority: 'high' },
];

// For structured data, on the server.
export const handle = import.meta.env.SSR ? { questions } : undefined;

export const loader = (args: LoaderFunctionArgs) => loadHome(args);

const BelowHero = await hydrateOnInteraction(async () => (await import('~/features/home/below-hero')).BelowHero);

export default function Home() {
  const { offer } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <Hero />
      <BelowHero offer={offer} />
    </main>
  );
}
