import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findFfmpeg } from '../media/ffmpeg';

const run = promisify(execFile);

let probe: Promise<string> | undefined;
let features: Promise<Features> | undefined;

/** What differs between the ffmpegs we may meet. */
export interface Features {
  /** Whether frames are passed through unaltered by `-fps_mode` (since 5.1) or by the older `-vsync`. */
  readonly hasFpsMode: boolean;
  /** Whether it can bring HDR into the range of ordinary screens. */
  readonly canToneMap: boolean;
}

/** The ffprobe that goes with the ffmpeg in use: the machine's own, else the one installed with the packages. */
export function findFfprobe(): Promise<string> {
  probe ??= run('ffprobe', ['-version']).then(() => 'ffprobe', bundledFfprobe);
  return probe;
}

async function bundledFfprobe(): Promise<string> {
  const { default: installer } = await import('@ffprobe-installer/ffprobe');
  return installer.path;
}

/** Asks the ffmpeg in use what it can do; once. */
export function ffmpegFeatures(): Promise<Features> {
  features ??= askFeatures();
  return features;
}

async function askFeatures(): Promise<Features> {
  const ffmpeg = await findFfmpeg();
  const [version, filters] = await Promise.all([
    run(ffmpeg, ['-hide_banner', '-version']),
    run(ffmpeg, ['-hide_banner', '-filters']),
  ]);
  return { hasFpsMode: hasFpsMode(version.stdout), canToneMap: canToneMap(filters.stdout) };
}

/** By its library's version: builds from nightly sources carry no number of their own. */
export function hasFpsMode(versionText: string): boolean {
  const [, major, minor] = /libavutil\s+(\d+)\.\s*(\d+)/.exec(versionText) ?? [];
  return Number(major) > 57 || (Number(major) === 57 && Number(minor) >= 28);
}

function canToneMap(filterList: string): boolean {
  return / zscale /.test(filterList) && / tonemap /.test(filterList);
}
