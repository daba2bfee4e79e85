import type { Features } from '#engine/decoder/programs';
import type { Primaries, StatedColours } from './stated-colours';
import type { Matrix } from './yuv-frame';

type Colours = Pick<StatedColours, 'hdr' | 'gamut' | 'matrix'>;

/** ffmpeg's names. The curve is the matrix's, which all of them share. */
export interface OutputColours {
  readonly matrix: Matrix;
  readonly primaries: Primaries;
}

export function outputColours(colours: StatedColours): OutputColours {
  const matrix = outputMatrix(colours);
  const { hdr, gamut, primaries = matrix } = colours;
  return { matrix, primaries: hdr || gamut ? matrix : primaries };
}

export const outputMatrix = ({ hdr, gamut, matrix }: Colours): Matrix => (hdr || gamut ? 'bt709' : matrix);

export function toBt709({ hdr, gamut, storedMatrix, assumed }: StatedColours, { canToneMap }: Features): string[] {
  if (!canToneMap || !(hdr || gamut)) return [];
  // Curves of SDR look alike, and stay as they are.
  const narrowed = `zscale=min=${storedMatrix}:m=bt709:pin=${gamut}:p=bt709:tin=bt709:t=bt709:r=tv`;
  if (!hdr) return [narrowed, 'format=yuv420p'];
  return assumed ? [`setparams=${assumed}`, toneMap] : [toneMap];
}

/** HDR to BT.709: linear light, Hable tone curve, standard gamma. */
const toneMap = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
  'format=yuv420p',
].join(',');
