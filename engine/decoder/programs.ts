import { EngineError } from '#engine/errors';
import { collect } from './collect';
import { noIsolation } from './isolation';
import { launch } from './launch';
import type { DecoderSettings } from './settings';
import { compareVersions, parseVersion, type Version } from './version';
import { isProgram, which } from './which';

export interface Programs {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  readonly version: Version;
  readonly probeVersion: Version;
  readonly isBundled: boolean;
  readonly features: Features;
}

export interface Features {
  /** `-fps_mode` (since 5.1) replaces `-vsync`. */
  readonly hasFpsMode: boolean;
  /** Older versions take a mirrored picture for a turned one. */
  readonly canMirror: boolean;
  readonly canToneMap: boolean;
  /** Names of those that it decodes. */
  readonly codecs: ReadonlySet<string>;
  /** libvpx: ffmpeg's own decoders of VP8 and VP9 leave out transparency. */
  readonly hasVpxDecoders: boolean;
}

type Pair = Pick<Programs, 'ffmpeg' | 'ffprobe' | 'isBundled'>;

/**
 * The configured pair, else the newest usable one.
 * @throws EngineError `internal` when there is none
 */
export async function findPrograms(settings: DecoderSettings): Promise<Programs> {
  if (settings.ffmpeg || settings.ffprobe) return configuredPrograms(settings);
  const pairs = [systemPair(settings.searchPath), await bundledPair()].filter((pair) => pair !== undefined);
  const errors: string[] = [];
  const found = await Promise.all(
    pairs.map((pair) =>
      inspectPair(pair).catch((error: Error) => void errors.push(`${pair.ffmpeg}: ${error.message}`)),
    ),
  );
  const usable = found.filter((programs) => programs !== undefined);
  const [newest] = usable.sort((a, b) => compareVersions(b.version.codec, a.version.codec));
  if (newest) return newest;
  throw new EngineError(
    'internal',
    ['No usable ffmpeg (with libx264) and ffprobe were found.', ...errors].join(' ') +
      ' Install ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH.',
  );
}

async function configuredPrograms({ ffmpeg, ffprobe, searchPath }: DecoderSettings): Promise<Programs> {
  const fromPath = systemPair(searchPath) ?? (await bundledPair());
  const beside = ffmpeg?.replace(/ffmpeg([^/\\]*)$/, 'ffprobe$1');
  const pair = {
    ffmpeg: ffmpeg ?? fromPath?.ffmpeg ?? 'ffmpeg',
    ffprobe: ffprobe ?? (beside && isProgram(beside) ? beside : fromPath?.ffprobe) ?? 'ffprobe',
    isBundled: false,
  };
  try {
    return await inspectPair(pair);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError(
      'internal',
      `The programs in FFMPEG_PATH and FFPROBE_PATH cannot be used (${pair.ffmpeg}, ${pair.ffprobe}): ${reason}`,
      { cause },
    );
  }
}

function systemPair(searchPath: string): Pair | undefined {
  const [ffmpeg, ffprobe] = [which('ffmpeg', searchPath), which('ffprobe', searchPath)];
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe, isBundled: false } : undefined;
}

/** The packages throw on platforms without a binary. */
async function bundledPair(): Promise<Pair | undefined> {
  try {
    const [ffmpeg, ffprobe] = await Promise.all([
      import('@ffmpeg-installer/ffmpeg'),
      import('@ffprobe-installer/ffprobe'),
    ]);
    return { ffmpeg: ffmpeg.default.path, ffprobe: ffprobe.default.path, isBundled: true };
  } catch {
    return undefined;
  }
}

async function inspectPair(pair: Pair): Promise<Programs> {
  const [version, probeVersion, encoders, codecs, filters] = await Promise.all([
    query(pair, 'ffmpeg', '-version'),
    query(pair, 'ffprobe', '-version'),
    query(pair, 'ffmpeg', '-encoders'),
    query(pair, 'ffmpeg', '-codecs'),
    query(pair, 'ffmpeg', '-filters'),
  ]);
  const [ffmpegVersion, ffprobeVersion] = [parseVersion(version), parseVersion(probeVersion)];
  if (!ffmpegVersion || !ffprobeVersion) throw new Error('their version is unreadable.');
  if (!/ libx264 /.test(encoders))
    throw new Error('this ffmpeg was built without libx264, which is required to encode videos.');
  const features = {
    hasFpsMode: hasFpsMode(ffmpegVersion),
    canMirror: ffmpegVersion.util[0] >= MIRRORS_SINCE,
    canToneMap: canToneMap(filters),
    codecs: decodedCodecs(codecs),
    hasVpxDecoders: /decoders:[^)]* libvpx[ )][^]*decoders:[^)]* libvpx-vp9[ )]/.test(codecs),
  };
  return { ...pair, version: ffmpegVersion, probeVersion: ffprobeVersion, features };
}

async function query(pair: Pair, program: 'ffmpeg' | 'ffprobe', option: string): Promise<string> {
  const child = launch(
    {
      program,
      kind: 'probe',
      args: ['-hide_banner', option].slice(option === '-version' ? 1 : 0),
      limits: { wallMs: 30_000 },
    },
    { ...pair, isolation: noIsolation },
  );
  const { code, stdout, stderrTail } = await collect(child);
  if (code !== 0) throw new Error(`${program} ${option} exited with ${code}: ${stderrTail.trim()}`);
  return stdout.toString();
}

/** libavutil of ffmpeg 5.0. */
const MIRRORS_SINCE = 57;
const FPS_MODE_SINCE = [57, 28];

export const hasFpsMode = ({ util }: Pick<Version, 'util'>): boolean =>
  compareVersions(util.slice(0, 2), FPS_MODE_SINCE) >= 0;

/** Lines such as ` DEA.L. aac  AAC (Advanced Audio Coding)`; D: decodes. */
const decodedCodecs = (list: string): ReadonlySet<string> =>
  new Set([...list.matchAll(/^ D[.\w]{5} (\w+)/gm)].map(([, name]) => name));

const canToneMap = (filterList: string) => / zscale /.test(filterList) && / tonemap /.test(filterList);
