import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { ClosingCall } from '~/features/home/closing-call';
import { Demo } from '~/features/home/demo';
import { FairQuestions, questions } from '~/features/home/fair-questions';
import { Hero } from '~/features/home/hero';
import { Offers } from '~/features/home/offers';
import { Promises } from '~/features/home/promises';
import { loadHome } from '~/features/home/server/load-home.server';
import { ThreeSteps } from '~/features/home/three-steps';
import { TwoKinds } from '~/features/home/two-kinds';
import { pageMeta } from '~/meta';

export const meta = () =>
  pageMeta({
    description:
      'Drop in a photo, GIF or video and choose who becomes whom. Free preview, the price before you pay, every result labelled.',
  });

export const links = () => [{ rel: 'preload', href: '/art/mesh-head.svg', as: 'image', type: 'image/svg+xml' }];

export const handle = { questions };

export const loader = (args: LoaderFunctionArgs) => loadHome(args);

export default function Home() {
  const { offer } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <Hero />
      <Demo />
      <ThreeSteps photoPrice={offer?.prices.photo} />
      <TwoKinds />
      <Promises />
      {offer && offer.plans.length > 0 ? <Offers {...offer} /> : null}
      <FairQuestions />
      <ClosingCall prices={offer?.prices} />
    </main>
  );
}
