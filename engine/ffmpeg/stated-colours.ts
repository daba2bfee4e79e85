import type { Stream } from './ffprobe';
import type { Matrix } from './yuv-frame';

export interface StatedColours {
  /** PQ or HLG. */
  readonly hdr: boolean;
  /** Of SDR, wider than BT.709; ffmpeg's names. */
  readonly gamut?: WideGamut;
  /** Of SDR that is not wider. */
  readonly primaries?: Primaries;
  readonly matrix: Matrix;
  /** ffmpeg's name; read with `gamut`. */
  readonly storedMatrix: string;
  /** What HDR leaves unstated: options of ffmpeg's `setparams`. */
  readonly assumed?: string;
}

const wideGamuts = ['bt2020', 'smpte431', 'smpte432'] as const;
type WideGamut = (typeof wideGamuts)[number];

const commonPrimaries = ['bt709', 'bt470bg', 'smpte170m'] as const;
export type Primaries = (typeof commonPrimaries)[number];

export function statedColours(stream: Stream): StatedColours {
  const matrix = matrixOf(stream);
  const hdr = ['smpte2084', 'arib-std-b67'].includes(stream.color_transfer ?? '');
  const gamut = hdr ? undefined : gamutOf(stream);
  const primaries = commonPrimaries.find((name) => name === stream.color_primaries);
  const assumed = hdr ? assumedOf(stream) : '';
  return {
    hdr,
    ...(assumed && { assumed }),
    ...(gamut && { gamut }),
    ...(primaries && { primaries }),
    matrix,
    storedMatrix: storedMatrixOf(stream) ?? matrix,
  };
}

/** Untagged: by the stored height, as players do. */
function matrixOf({ color_space, height = 0 }: Stream): Matrix {
  if (color_space === 'bt709') return 'bt709';
  if (color_space === 'smpte170m' || color_space === 'bt470bg') return 'smpte170m';
  return height >= 720 ? 'bt709' : 'smpte170m';
}

function gamutOf({ color_primaries = 'unknown', color_space }: Stream): WideGamut | undefined {
  const stated = color_primaries === 'unknown' && color_space === 'bt2020nc' ? 'bt2020' : color_primaries;
  return wideGamuts.find((gamut) => gamut === stated);
}

/** ITU-R BT.2100 has one gamut, and one usual matrix. */
function assumedOf({ pix_fmt, color_primaries = 'unknown', color_space = 'unknown' }: Stream): string {
  const primaries = color_primaries === 'unknown' ? ['color_primaries=bt2020'] : [];
  const matrix = color_space === 'unknown' && !isRgb(pix_fmt) ? ['colorspace=bt2020nc'] : [];
  return [...primaries, ...matrix].join(':');
}

function storedMatrixOf({ pix_fmt, color_space }: Stream): string | undefined {
  if (isRgb(pix_fmt)) return 'gbr';
  return color_space === 'bt2020nc' ? color_space : undefined;
}

const isRgb = (pixelFormat = '') => /^(gbr|rgb|bgr|argb|abgr)/.test(pixelFormat);
