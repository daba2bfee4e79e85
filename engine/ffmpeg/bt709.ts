import type { Features } from '#engine/decoder/programs';
import type { StatedColours } from './stated-colours';
import type { Matrix } from './yuv-frame';

type Colours = Pick<StatedColours, 'hdr' | 'gamut' | 'matrix'>;

export const outputMatrix = ({ hdr, gamut, matrix }: Colours): Matrix => (hdr || gamut ? 'bt709' : matrix);

export function toBt709({ hdr, gamut, storedMatrix }: StatedColours, { canToneMap }: Features): string[] {
  if (!canToneMap || !(hdr || gamut)) return [];
  // Curves of SDR look alike, and stay as they are.
  const narrowed = `zscale=min=${storedMatrix}:m=bt709:pin=${gamut}:p=bt709:tin=bt709:t=bt709:r=tv`;
  return hdr ? [toneMap] : [narrowed, 'format=yuv420p'];
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
