export const NAME_WIDTH = 19;

/**
 * @param {string} name
 * @param {(say: (line: string) => void) => Promise<string> | string} work returns its result; `say` prints a line
 */
export async function step(name, work) {
  const start = performance.now();
  process.stdout.write(`  ${name.padEnd(NAME_WIDTH)}`);
  const say = (line) => process.stdout.write(`${line}\n  ${''.padEnd(NAME_WIDTH)}`);
  const result = await work(say);
  console.log(`${result} (${seconds(start)})`);
}

export const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
