/** Works on a few items at a time, each as it comes; they leave in the order in which they came. */
export async function* inParallel<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T, index: number) => Promise<unknown>,
): AsyncGenerator<T> {
  const begun: { item: T; done: Promise<unknown> }[] = [];
  let count = 0;
  for await (const item of items) {
    const done = work(item, count++);
    done.catch(() => {}); // whoever waits for this item will hear of it
    begun.push({ item, done });
    if (begun.length >= atOnce) yield await finished(begun.shift()!);
  }
  for (const last of begun) yield await finished(last);
}

async function finished<T>({ item, done }: { item: T; done: Promise<unknown> }): Promise<T> {
  await done;
  return item;
}
