/** In their original order. */
export async function* inParallel<T>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T, index: number) => Promise<unknown>,
): AsyncGenerator<T> {
  const running: { item: T; done: Promise<unknown> }[] = [];
  let count = 0;
  for await (const item of items) {
    const done = work(item, count++);
    done.catch(() => {}); // the rejection surfaces in `finished`
    running.push({ item, done });
    if (running.length >= concurrency) yield await finished(running.shift()!);
  }
  for (const last of running) yield await finished(last);
}

async function finished<T>({ item, done }: { item: T; done: Promise<unknown> }): Promise<T> {
  await done;
  return item;
}
