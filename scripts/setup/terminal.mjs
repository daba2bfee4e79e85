const NAME_WIDTH = 12;

/**
 * One line a step: its name, what came of it, its time.
 * @param {string} name
 * @param {(say: (line: string) => void) => Promise<string> | string} work returns what came of it in a few words;
 *   `say` tells of something that takes long
 */
export async function step(name, work) {
  const start = performance.now();
  process.stdout.write(`  ${name.padEnd(NAME_WIDTH)}`);
  const say = (line) => process.stdout.write(`${line}\n  ${''.padEnd(NAME_WIDTH)}`);
  const result = await work(say);
  console.log(`${result} (${seconds(start)})`);
}

export const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
