import { heicBrands } from '#engine/media/sniff';

/** When guessing, ffmpeg accepts a text file as a playlist and opens the files in it. */
export type Demuxer = 'mov' | 'matroska' | 'avi' | 'asf' | 'mpegts' | 'mpeg' | 'mpegvideo';

export const SNIFF_BYTES = 4 * 204;

export function sniffContainer(head: Buffer): Demuxer | undefined {
  return signatures.find(([, matches]) => matches(head))?.[0];
}

const signatures: readonly (readonly [Demuxer, (head: Buffer) => boolean])[] = [
  ['matroska', (head) => at(head, 0, '\x1aE\xdf\xa3')],
  ['avi', (head) => at(head, 0, 'RIFF') && at(head, 8, 'AVI ')],
  ['asf', (head) => at(head, 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11')],
  ['mpeg', (head) => at(head, 0, '\0\0\x01\xba')],
  ['mpegvideo', (head) => at(head, 0, '\0\0\x01\xb3')],
  ['mov', (head) => at(head, 4, 'ftyp') && !stillBrands.includes(head.toString('latin1', 8, 12))],
  ['mov', (head) => ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].some((atom) => at(head, 4, atom))],
  // 192: timestamp before each packet (AVCHD); 204: checksum after.
  ['mpegts', (head) => [188, 192, 204].some((packet) => hasSyncBytes(head, packet))],
];

const stillBrands = [...heicBrands, 'avif', 'avis'];

function at(head: Buffer, offset: number, text: string): boolean {
  return head.toString('latin1', offset, offset + text.length) === text;
}

const SYNC = 0x47;

function hasSyncBytes(head: Buffer, packet: number): boolean {
  const first = packet === 192 ? 4 : 0;
  return [0, 1, 2].every((n) => head[first + n * packet] === SYNC);
}
