import { crc32, deflateSync } from 'node:zlib';

const HEADER_BYTES = 33;

/** The PNG must have none. */
export function withColourProfile(png: Buffer, profile: Buffer | undefined): Buffer {
  if (!profile) return png;
  // PNG, "iCCP": name, zero, compression method 0, deflated profile.
  const content = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, HEADER_BYTES), length, content, checksum, png.subarray(HEADER_BYTES)]);
}
