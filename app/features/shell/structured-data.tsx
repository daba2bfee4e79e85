import { useLocation, useMatches } from '@remix-run/react';

import type { Question } from '~/components/questions';
import { useNonce } from '~/loading/nonce';
import { paths, publicPaths } from '~/lib/paths';
import { useSite } from '~/lib/root-data';
import type { Site } from '~/server/site.server';

/** Schema.org JSON-LD. FAQ entries come from route handles. The client keeps the server's script. */
export function StructuredData() {
  const nonce = useNonce();
  const { pathname } = useLocation();
  const site = useSite();
  const handles = useMatches().map(({ handle }) => handle as { questions?: Question[] } | undefined);
  const path = pathname === paths.indexHtml() ? paths.home() : pathname;
  if (!site || !publicPaths.includes(path)) return null;
  const questions = handles.flatMap((handle) => handle?.questions ?? []);
  const text = import.meta.env.SSR ? textOf(path, { site, questions }) : '';
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

function textOf(path: string, { site, questions }: { site: Site; questions: Question[] }): string {
  const graph = [
    ...(path === paths.home() ? productOf(site) : [breadcrumbsTo(path, site)]),
    ...(questions.length ? [{ '@type': 'FAQPage', mainEntity: questions.map(entityOf) }] : []),
  ];
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}

const productOf = ({ origin, owner }: Site) => [
  {
    '@type': 'Organization',
    '@id': `${origin}/#owner`,
    name: owner.name,
    url: origin,
    logo: `${origin}/icons/icon-512.png`,
  },
  {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    name: 'Faceswap',
    url: origin,
    publisher: { '@id': `${origin}/#owner` },
  },
  {
    '@type': 'WebApplication',
    name: 'Faceswap',
    url: origin + paths.faceSwap(),
    description: 'Swaps faces in photos, GIFs and videos, in the browser.',
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    image: `${origin}/icons/social.png`,
    publisher: { '@id': `${origin}/#owner` },
  },
];

/** A function, so that the table does not reach the browser. */
const names = (): Record<string, string> => ({
  [paths.contact()]: 'Contact',
  [paths.contentMonitoringPolicy()]: 'Content Monitoring Policy',
  [paths.faceSwap()]: 'Face Swap',
  [paths.faceSwapPhoto()]: 'Photo Face Swap',
  [paths.faceSwapVideo()]: 'Video Face Swap',
  [paths.policy()]: 'Privacy Policy',
  [paths.pricing()]: 'Pricing',
  [paths.terms()]: 'Terms & Conditions',
  [paths.verify()]: 'Check a file',
});

const breadcrumbsTo = (path: string, { origin }: Site) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Home', item: origin + paths.home() },
    { '@type': 'ListItem', position: 2, name: names()[path], item: origin + path },
  ],
});

const entityOf = ({ ask, answer }: Question) => ({
  '@type': 'Question',
  name: ask,
  acceptedAnswer: { '@type': 'Answer', text: answer },
});
