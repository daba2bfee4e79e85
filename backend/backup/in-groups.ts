const filesAtOnce = 8;

/** For work on several files at a time: no work runs while the next group is read, so all faults reach the caller. */
export async function* inGroups<T>(files: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const file of files) {
    group.push(file);
    if (group.length < filesAtOnce) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
