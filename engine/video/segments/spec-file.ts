import { readFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import type { Trim } from '#engine/ffmpeg/arguments';
import { writeWhole } from '#engine/media/write-picture';
import { FORMAT_VERSION } from '#engine/video/clip/fingerprint';
import type { RenderSpec } from '#engine/video/paint/paint-frame';

interface Stored {
  version: number;
  trim: Trim;
  spec: RenderSpec;
}

/** What is painted, for another process. */
export async function writeSpec(file: string, { fromMs, toMs }: Trim, spec: RenderSpec): Promise<void> {
  const trim = { fromMs, toMs };
  await writeWhole(file, serialize({ version: FORMAT_VERSION, trim, spec } satisfies Stored));
}

/** Undefined if unreadable or of another version. */
export async function readSpec(file: string): Promise<{ trim: Trim; spec: RenderSpec } | undefined> {
  try {
    const { version, ...stored } = deserialize(await readFile(file)) as Stored;
    return version === FORMAT_VERSION ? stored : undefined;
  } catch {
    return undefined;
  }
}
