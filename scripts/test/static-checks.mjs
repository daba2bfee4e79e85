import { inRoot } from '../setup/root.mjs';
import { runProgram } from '../setup/run-program.mjs';

const CHECKS = {
  typecheck: ['node_modules/typescript/bin/tsc', '--noEmit'],
  lint: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  format: ['node_modules/prettier/bin/prettier.cjs', '--check', '.', '--log-level', 'warn'],
};

/** What reads the sources without running them. Each counts as one. */
export async function runStaticChecks(step, score) {
  for (const [name, [program, ...args]] of Object.entries(CHECKS)) {
    let complaint = '';
    await step(name, async () => {
      const { code, output } = await runProgram(process.execPath, [inRoot(program), ...args]);
      if (code === 0) return 'passed';
      complaint = output;
      return 'FAILED';
    });
    score[complaint ? 'failed' : 'passed'] += 1;
    if (complaint) console.log(complaint);
  }
}
