import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inRoot, root } from '../setup/root.mjs';

const KINDS = ['unit', 'backend', 'web', 'components', 'e2e', 'process'];
/** Run only by name: they need more than one browser. */
const KINDS_ON_REQUEST = ['browsers'];
export const KINDS_WITH_BROWSER = ['e2e'];

/**
 * @param {string[]} asked kinds of tests and parts of file names; all if empty
 * @param {string[]} [without] kinds that cannot run here
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runVitest(asked, without = []) {
  const kinds = asked.filter((word) => isKind(word));
  const chosen = (kinds.length > 0 ? kinds : KINDS).filter((kind) => !without.includes(kind));
  const files = asked.filter((word) => !isKind(word));
  const directory = mkdtempSync(join(tmpdir(), 'faceswap-report-'));
  const report = join(directory, 'report.json');
  try {
    const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--passWithNoTests'];
    const code = await run([...chosen.map((kind) => `--project=${kind}`), ...options, ...files]);
    return count(JSON.parse(readFileSync(report, 'utf8')), code);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const isKind = (word) => [...KINDS, ...KINDS_ON_REQUEST].includes(word);

async function run(args) {
  const vitest = inRoot('node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code;
}

/** A file that does not load, an error outside any test and a skipped test are one failure each. */
export function count(report, exitCode) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + unloaded.length + skipped;
  if (skipped > 0) console.log(`${skipped} skipped: a skipped test counts as failed.`);
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
