import type { Look } from './types';

/** Content of docs/lighthouse.md. */
export const pageOf = (looks: readonly Look[]): string => `# Lighthouse

How [Lighthouse](https://developer.chrome.com/docs/lighthouse) 12 rates every public page of the production build, with its default
throttling of network and processor. \`npm run lighthouse\` measures again and writes this page; \`npm run lighthouse -- /pricing\`
measures one page. Goals: accessibility, best practices and search 100; performance at least 95 on a phone and 100 on a desktop; no
layout shift; under 98 kB of compressed script on the home page. A page below its performance goal is measured up to three times,
because other load on the machine only ever lowers the score.

| page | on a | performance | accessibility | best practices | search | layout shift | script |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${looks.map(rowOf).join('\n')}
`;

const rowOf = ({ path, device, scores, shift, scriptBytes }: Look) =>
  `| \`${path}\` | ${device} | ${scores.performance} | ${scores.accessibility} | ${scores['best-practices']} | ${scores.seo} | ${Number(shift.toFixed(3))} | ${Math.round(scriptBytes / 1000)} kB |`;
