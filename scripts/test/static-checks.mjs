import { inRoot } from '../setup/root.mjs';
import { runProgram } from '../setup/run-program.mjs';
import { NAME_WIDTH, seconds } from '../setup/terminal.mjs';

/** The compiler is a Go program: how much its heap grows before a collection, in percent of what is in use. */
const GOGC = '400';

/** With one checker: several would check the types that they share again, while the build needs the other core. */
const TYPECHECK = ['node_modules/typescript-native/bin/tsc', '--noEmit', '--checkers', '1'];

const CHECKS = {
  typecheck: TYPECHECK,
  'typecheck web': [...TYPECHECK, '-p', 'tsconfig.web.json'],
  'typecheck scripts': [...TYPECHECK, '-p', 'tsconfig.scripts.json'],
  lint: ['node_modules/oxlint/bin/oxlint', '--deny-warnings', '.'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
};

export function startStaticChecks() {
  return Object.entries(CHECKS).map(([name, command]) => ({ name, outcome: run(command) }));
}

/** @param {string[]} command */
async function run([program, ...args]) {
  const start = performance.now();
  const cannotStart = (error) => ({ code: null, output: String(error) });
  const env = { ...process.env, GOGC };
  const { code, output } = await runProgram(process.execPath, [inRoot(program), ...args], { env }).catch(cannotStart);
  return { code, output, took: seconds(start) };
}

/** Prints a line for each as it ends, beside the tests. Each counts as one test. */
export async function reportStaticChecks(checks, score) {
  for (const { name, outcome } of checks) {
    const { code, output, took } = await outcome;
    console.log(`  ${name.padEnd(NAME_WIDTH)}${code === 0 ? 'passed' : 'FAILED'} (${took})`);
    if (code !== 0) console.log(output);
    score[code === 0 ? 'passed' : 'failed'] += 1;
  }
}
