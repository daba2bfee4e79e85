import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inRoot, root } from '../setup/root.mjs';

const KINDS = ['unit', 'backend', 'web', 'components', 'e2e', 'process'];
/** Run only by name: they need more than one browser. */
const KINDS_ON_REQUEST = ['browsers'];
export const KINDS_WITH_BROWSER = ['e2e', 'browsers'];

/**
 * @param {string[]} words kinds of tests and parts of file names
 * @returns {{ kinds: string[], files: string[] }} all kinds if none is named
 */
export function readWords(words) {
  const kinds = words.filter((word) => isKind(word));
  return { kinds: kinds.length > 0 ? kinds : KINDS, files: words.filter((word) => !isKind(word)) };
}

/**
 * @param {string[]} kinds
 * @param {string[]} files parts of file names; all files if empty
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runVitest(kinds, files) {
  if (kinds.length === 0) return { passed: 0, failed: 0 }; // without a project, Vitest would run all of them
  const directory = mkdtempSync(join(tmpdir(), 'faceswap-report-'));
  const report = join(directory, 'report.json');
  try {
    const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--passWithNoTests'];
    const code = await run([...kinds.map((kind) => `--project=${kind}`), ...options, ...files]);
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

/** A file that does not load, an error outside any test, a skipped test and a run without tests are one failure each. */
export function count(report, exitCode) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const skipped = report.numPendingTests + report.numTodoTests;
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + unloaded.length + skipped;
  if (skipped > 0) console.log(`${skipped} skipped: a skipped test counts as failed.`);
  if (failed > 0) return { passed, failed };
  if (passed === 0) console.log('No test ran: a word is neither a kind of tests nor part of the name of a test file.');
  return { passed, failed: passed === 0 || exitCode !== 0 ? 1 : 0 };
}
