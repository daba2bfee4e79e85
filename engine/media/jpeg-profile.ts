const START_BYTES = 2;
const JFIF_MARKER = 0xffe0;

/** The JPEG must have none; the profile fits one segment (64 kB). */
export function withJpegProfile(jpeg: Buffer, profile: Buffer): Buffer {
  // APP2 with length, "ICC_PROFILE", zero, number 1 of 1. Only JFIF's own segment comes before.
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  const hasJfif = jpeg.readUInt16BE(START_BYTES) === JFIF_MARKER;
  const at = hasJfif ? START_BYTES + 2 + jpeg.readUInt16BE(START_BYTES + 2) : START_BYTES;
  return Buffer.concat([jpeg.subarray(0, at), head, content, jpeg.subarray(at)]);
}
