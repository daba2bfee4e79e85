const NAME_WIDTH = 19;

/**
 * Runs a step of set-up and prints a line with its name, result and time.
 * @param {string} name
 * @param {(say: (line: string) => void) => Promise<string> | string} work returns its result in a few words;
 *   `say` prints a line during long work
 */
export async function step(name, work) {
  const start = performance.now();
  process.stdout.write(`  ${name.padEnd(NAME_WIDTH)}`);
  const say = (line) => process.stdout.write(`${line}\n  ${''.padEnd(NAME_WIDTH)}`);
  const result = await work(say);
  console.log(`${result} (${seconds(start)})`);
}

export const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
