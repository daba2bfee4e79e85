/** Progressive encoders write about ten. Each makes the decoder go through the whole picture. */
export const MAX_SCANS = 200;

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Markers without a length, and 0xff in coded data: TEM, RST0 to RST7, SOI (ITU-T T.81, B.1.1.3). */
const isAlone = (code: number) => code <= 0x01 || (code >= 0xd0 && code <= 0xd8);

/** Up to the end of the picture: phones append films. */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  for (let at = jpeg.indexOf(MARKER); at >= 0 && at + 4 <= jpeg.length; at = jpeg.indexOf(MARKER, at)) {
    const code = jpeg[at + 1];
    if (code === END_OF_IMAGE) break;
    if (code === START_OF_SCAN) scans++;
    if (code === MARKER) at += 1;
    else at += isAlone(code) ? 2 : 2 + jpeg.readUInt16BE(at + 2);
  }
  return scans;
}

const endOfImage = Buffer.from([MARKER, END_OF_IMAGE]);

/** Some cameras leave the marker out. If more is missing, decoders notice all the same. */
export const withEndOfImage = (jpeg: Buffer): Buffer =>
  jpeg.subarray(-endOfImage.length).equals(endOfImage) ? jpeg : Buffer.concat([jpeg, endOfImage]);
