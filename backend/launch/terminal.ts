// A closed terminal or pipe must not stop the stack.
process.stdout.on('error', () => {});

const NAME_WIDTH = 12;

export async function printStep<T>(name: string, work: () => Promise<T>, result: string): Promise<T> {
  const start = performance.now();
  process.stdout.write(`  ${name.padEnd(NAME_WIDTH)}`);
  const value = await work();
  console.log(`${result} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return value;
}

export const printEvent = (line: string) => console.log(`${new Date().toISOString()}  ${line}`);
