import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { WORK_SUBFOLDER } from '#engine/video/segments/work-folder';

import { makeClip, quarter } from './clips';
import { everyFrame, runFfmpeg } from './ffmpeg';

/** Uneven frame times, clicks every half second. */
export async function unevenClip(folder: string, seconds = 3): Promise<string> {
  const filters = [quarter, "select='not(mod(n\\,3))+eq(mod(n\\,7)\\,1)'"];
  const more = [...(await everyFrame()), '-c:a', 'aac', '-g', '12'];
  return makeClip(path.join(folder, 'clip.mkv'), 'mkv', { seconds, filters, more });
}

/** Lines of the journal: complete segments. */
export async function segmentsIn(folder: string): Promise<string[]> {
  const journal = await readFile(path.join(folder, WORK_SUBFOLDER, 'journal.jsonl'), 'utf8').catch(() => '');
  return journal.trim().split('\n').slice(1);
}

/** A hash for each frame. */
export const framesOf = async (file: string) =>
  (await runFfmpeg(['-i', file, '-map', '0:v', '-f', 'framemd5', 'pipe:1'])).toString().replace(/^#.*\n/gm, '');
