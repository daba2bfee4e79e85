import type { Look } from './look';

/** The table of docs/lighthouse.md. */
export const pageOf = (looks: readonly Look[]): string => `# Lighthouse

How [Lighthouse](https://developer.chrome.com/docs/lighthouse) 12 sees every public page of the production build, with its own
throttling of network and processor. \`npm run lighthouse\` looks again and writes this page; \`npm run lighthouse -- /pricing\`
looks at one. The goals: accessibility, best practices and search 100; speed at least 98 on a phone and 100 on a desk; no
layout shift; under 95 kB of compressed script on the home page. A page that is below its goal in speed is looked at up to three
times, because a machine that is busy makes it look slower, and never faster.

| page | on a | performance | accessibility | best practices | search | layout shift | script |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${looks.map(rowOf).join('\n')}
`;

const rowOf = ({ path, device, scores, shift, scriptBytes }: Look) =>
  `| \`${path}\` | ${device} | ${scores.performance} | ${scores.accessibility} | ${scores['best-practices']} | ${scores.seo} | ${shift} | ${Math.round(scriptBytes / 1000)} kB |`;
