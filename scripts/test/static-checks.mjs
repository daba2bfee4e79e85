import { inRoot } from '../setup/root.mjs';
import { runProgram } from '../setup/run-program.mjs';

const CHECKS = {
  typecheck: ['node_modules/typescript-native/bin/tsc', '--noEmit'],
  'typecheck web': ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', 'tsconfig.web.json'],
  'typecheck scripts': ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', 'tsconfig.scripts.json'],
  lint: ['node_modules/oxlint/bin/oxlint', '.'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
};

export function startStaticChecks() {
  return Object.entries(CHECKS).map(([name, [program, ...args]]) => {
    const outcome = runProgram(process.execPath, [inRoot(program), ...args]);
    outcome.catch(() => {}); // awaited when it is reported
    return { name, outcome };
  });
}

/** Each counts as one test. */
export async function reportStaticChecks(checks, step, score) {
  for (const { name, outcome } of checks) {
    let complaint = '';
    await step(name, async () => {
      const { code, output } = await outcome;
      if (code === 0) return 'passed';
      complaint = output;
      return 'FAILED';
    });
    score[complaint ? 'failed' : 'passed'] += 1;
    if (complaint) console.log(complaint);
  }
}
