import { open } from 'node:fs/promises';
import { atomBelow, atomsIn, atomsInFile, type Atom } from './mp4-atoms';
import { appendRun, editsOf, headerOf, runsOf } from './mp4-tables';

/**
 * ffmpeg ends a track with its last decoding time, and the last frame after the usual time of one. Where the frame rate
 * drops at the end, reordered frames (B-frames) are shown later, and a last frame may be shown longer: players would
 * drop both. Moves the end of the video behind them.
 * @param file mp4 by ffmpeg
 * @param endMs how long the last frame is shown, from the start of the file
 */
export async function extendVideoTrack(file: string, endMs = 0): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const atoms = await atomsInFile(handle);
    const index = atoms.findIndex(({ type }) => type === 'moov');
    if (index < 0) return;
    const { at, end } = atoms[index];
    const movie = Buffer.alloc(end - at);
    await handle.read(movie, 0, movie.length, at);
    const spare = atoms[index + 1];
    const changed = extended(movie, endMs, spare?.type === 'free' && spare.end - spare.at === SPARE_BYTES);
    if (changed) await handle.write(changed, 0, changed.length, at);
  } finally {
    await handle.close();
  }
}

/** ffmpeg leaves an empty atom behind `moov`: room for one more run. */
const SPARE_BYTES = 8;

/** Undefined if the video ends behind its last frame already. */
function extended(movie: Buffer, endMs: number, canGrow: boolean): Buffer | undefined {
  const [moov] = atomsIn(movie, { start: 0, end: movie.length });
  const tracks = atomsIn(movie, moov).filter(({ type }) => type === 'trak');
  const track = tracks.find((one) => atomBelow(movie, one, 'mdia', 'minf', 'vmhd'));
  const header = headerOf(movie, atomBelow(movie, moov, 'mvhd'));
  if (!track || !header) return undefined;
  const shown = headerOf(movie, atomBelow(movie, track, 'tkhd'));
  const media = headerOf(movie, atomBelow(movie, track, 'mdia', 'mdhd'));
  const edits = editsOf(movie, atomBelow(movie, track, 'edts', 'elst'));
  const edit = edits.pop();
  if (!shown || !media || !edit) return undefined;
  const { decoded, end, last } = endsOf(movie, track);
  const before = edits.reduce((sum, { duration }) => sum + duration.value, 0);
  const held = Math.round(((endMs / 1000) * header.timescale - before) * (media.timescale / header.timescale));
  // By less, ffmpeg has rounded.
  const isHeld = held > end - edit.mediaTime + last / 2;
  const ticks = isHeld ? held : end - edit.mediaTime;
  const missing = Math.ceil((ticks * header.timescale) / media.timescale) - edit.duration.value;
  if (missing <= 1) return undefined; // rounded
  edit.duration.value += missing;
  shown.duration.value += missing;
  media.duration.value = Math.max(media.duration.value, ticks);
  header.duration.value = Math.max(header.duration.value, shown.duration.value);
  return withLongerLastFrame(movie, moov, track, ticks - decoded, canGrow);
}

const TABLE = ['mdia', 'minf', 'stbl'];

/** Of decoding, and of the last frame that is shown, with its duration; ticks of the media. */
function endsOf(movie: Buffer, track: Atom): { decoded: number; end: number; last: number } {
  const durations = runsOf(movie, atomBelow(movie, track, ...TABLE, 'stts'));
  const reordered = runsOf(movie, atomBelow(movie, track, ...TABLE, 'ctts'));
  const offsets = reordered.length > 0 ? reordered : durations.map((run) => ({ ...run, value: 0 }));
  const last = durations[durations.length - 1]?.value ?? 0;
  let [decoded, latest] = [0, 0];
  for (let [d, o] = [0, 0]; d < durations.length && o < offsets.length;) {
    const count = Math.min(durations[d].count, offsets[o].count);
    const { value } = durations[d];
    // In a run, the last frame is the latest.
    if (count > 0) latest = Math.max(latest, decoded + (count - 1) * value + offsets[o].value);
    decoded += count * value;
    if ((durations[d].count -= count) === 0) d++;
    if ((offsets[o].count -= count) === 0) o++;
  }
  return { decoded, end: latest + last, last };
}

/** Readers take the sum of the decoding durations for the length of the video. */
function withLongerLastFrame(movie: Buffer, moov: Atom, track: Atom, ticks: number, canGrow: boolean): Buffer {
  const path = [...TABLE, 'stts'].map((_, i, names) => atomBelow(movie, track, ...names.slice(0, i + 1))!);
  const last = runsOf(movie, path[path.length - 1]).pop()!;
  if (ticks <= 0 || (last.count > 1 && !canGrow)) return movie;
  const longer = Math.min(last.value + ticks, 0x7fffffff);
  if (last.count > 1) return appendRun(movie, [moov, track, ...path], last, longer);
  movie.writeUInt32BE(longer, last.at + 4);
  return movie;
}
