// Writes Lighthouse scores of public pages to docs/lighthouse.md: npm run lighthouse. Some pages: npm run
// lighthouse -- / /pricing.
import { writeFileSync } from 'node:fs';

import { format } from 'oxfmt';
import { chromium } from 'playwright';

import { publicPaths } from '~/lib/paths';
import { findBrowser } from '../../scripts/setup/browser.mjs';
import { reportFailure } from '../../scripts/setup/failure.mjs';
import { installPackages } from '../../scripts/setup/packages.mjs';
import { inRoot } from '../../scripts/setup/root.mjs';
import { step } from '../../scripts/setup/terminal.mjs';
import buildIfNeeded from '#tests/support/build.setup';
import { freePort, freshDataDirectory, removeDataDirectory, startStack } from '#tests/support/stack';
import { pageOf } from './page';
import { devices, type Look } from './types';

const asked = process.argv.slice(2);
const paths = asked.length > 0 ? asked : publicPaths;

// Its packages would be a tenth of all, and nothing else needs them: they have a folder of their own.
await reportFailure(() => step('lighthouse', (say) => installPackages(say, inRoot('tests/lighthouse/packages'))));
const { look } = await import('./look');
await buildIfNeeded();
const dataDirectory = freshDataDirectory();
const stack = await startStack({ dataDirectory });
const port = await freePort();
const found = await findBrowser();
if (!found) throw new Error('No browser on this machine: `npm test` brings one, or set CHROMIUM_PATH.');
const browser = await chromium.launch({
  executablePath: found.path,
  args: ['--no-sandbox', `--remote-debugging-port=${port}`],
});
const looks: Look[] = [];
try {
  for (const path of paths)
    for (const device of devices) {
      const seen = await look({ url: stack.url, path, device, port });
      looks.push(seen);
      console.log(
        `${path} on a ${device}: ${JSON.stringify(seen.scores)}${seen.faults.map((fault) => `\n  ${fault}`).join('')}`,
      );
    }
} finally {
  await browser.close();
  await stack.stop();
  removeDataDirectory(dataDirectory);
}
if (asked.length === 0) {
  const { code } = await format('lighthouse.md', pageOf(looks), { printWidth: 120 });
  writeFileSync('docs/lighthouse.md', code);
}
process.exitCode = looks.some(({ faults }) => faults.length > 0) ? 1 : 0;
