// A terminal that was closed, or a pipe that nobody reads any more, must not end the stack.
process.stdout.on('error', () => {});

const NAME_WIDTH = 12;

/** One line a step: its name, what came of it, its time. */
export async function printStep<T>(name: string, work: () => Promise<T>, result: string): Promise<T> {
  const start = performance.now();
  process.stdout.write(`  ${name.padEnd(NAME_WIDTH)}`);
  const value = await work();
  console.log(`${result} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return value;
}

/** Something that happened while the stack runs. */
export const printEvent = (line: string) => console.log(`${new Date().toISOString()}  ${line}`);
