import { checkBinaries } from '../setup/binaries.mjs';
import { ensureBrowser, installBrowserAhead } from '../setup/browser.mjs';
import { build, prepare } from '../setup/prepare.mjs';
import { root } from '../setup/root.mjs';
import { step } from '../setup/terminal.mjs';
import { openScratch } from '../test/scratch.mjs';
import { reportStaticChecks, startStaticChecks } from '../test/static-checks.mjs';
import { KINDS_WITH_BROWSER, readWords, runVitest } from '../test/vitest.mjs';

const score = { passed: 0, failed: 0 };
const asked = process.argv.slice(2);
const { kinds, files } = readWords(asked);
const kindsWithoutBrowser = kinds.filter((kind) => !KINDS_WITH_BROWSER.includes(kind));
const needsBrowser = kindsWithoutBrowser.length < kinds.length;
let browserAhead;

process.chdir(root);
try {
  process.env.TMPDIR = openScratch();
  browserAhead = needsBrowser ? installBrowserAhead() : undefined;
  await prepare();
  const checks = asked.length === 0 ? startStaticChecks() : [];
  await build();
  const hasBrowser = needsBrowser && (await prepareBrowser());
  const reported = reportStaticChecks(checks, score);
  const { passed, failed } = await runVitest(hasBrowser ? kinds : kindsWithoutBrowser, files);
  await reported;
  score.passed += passed;
  score.failed += failed;
} catch (error) {
  reportFault(error);
}
await browserAhead; // never left in the middle of an installation
console.log(`\n${await decoders()}${score.passed} passed, ${score.failed} failed`);
process.exit(score.failed === 0 ? 0 : 1);

async function decoders() {
  try {
    return `With ${await checkBinaries()}\n`;
  } catch {
    return ''; // reported as a failure above
  }
}

/** A missing browser counts as one failure. */
async function prepareBrowser() {
  try {
    await step('browser', async (say) => {
      await browserAhead;
      const { path, version } = await ensureBrowser(say);
      process.env.CHROMIUM_PATH = path;
      return `${version}, ${path}`;
    });
    return true;
  } catch (error) {
    reportFault(error);
    return false;
  }
}

function reportFault(error) {
  score.failed += 1;
  console.log(`\n${process.env.DEBUG ? error.stack : error.message}`);
}
