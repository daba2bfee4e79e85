import { mkdir, mkdtemp, realpath, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from './command';

/**
 * Where a result is written: the file itself, behind links. The engine renames a finished file to this name, which would
 * replace a link, a device or a pipe.
 * @param inputs files that the result must not replace
 * @throws UsageError before any work
 */
export async function resolveOutput(out: string, inputs: readonly string[]): Promise<string> {
  if (out === '-') throw new UsageError('--out needs the name of a file: a result cannot go to the standard output.');
  const folder = path.dirname(out);
  if (!(await existing(folder))?.isDirectory()) throw new UsageError(`The folder of --out does not exist: ${folder}`);
  const present = await existing(out);
  if (!present) return out;
  if (!present.isFile()) throw new UsageError(`--out is not a file: ${out}. Choose another name.`);
  for (const input of inputs) {
    const { dev, ino } = (await existing(input)) ?? {};
    if (dev === present.dev && ino === present.ino)
      throw new UsageError(`The result would replace ${input}. Choose another name for --out.`);
  }
  return realpath(out);
}

/** For files of the engine. @param option names the folder. @throws UsageError before any work */
export async function makeWritableFolder(option: string, folder: string): Promise<void> {
  const place = path.resolve(folder);
  await makeFolder(place)
    .then(() => mkdtemp(path.join(place, '.writable-')))
    .then(rmdir)
    .catch(({ code }: NodeJS.ErrnoException) => {
      throw new UsageError(
        `The folder of ${option} cannot be made or written (${code}): ${folder}. Choose another one.`,
      );
    });
}

/** A recursive mkdir never returns in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (!(await existing(path.dirname(folder)))) await makeFolder(path.dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    if (!(await existing(folder))?.isDirectory()) throw error;
  });
}

const existing = (file: string) => stat(file).catch(() => undefined);
