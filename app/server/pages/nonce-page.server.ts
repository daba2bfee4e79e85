import { constants, crc32, deflateRawSync } from 'node:zlib';

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
const lastBlock = Buffer.from([3, 0]);

/** A page of which everything is known but the nonce of an answer. */
export interface NoncePage {
  /** The page as it is, in UTF-8. */
  plain(nonce: string): Buffer;
  /** The same as a gzip file (RFC 1952). */
  gzipped(nonce: string): Buffer;
}

/**
 * Takes a page apart at its nonces. The parts between them are compressed once; an answer puts its own nonce in between as
 * it is, in a block that is stored and not compressed (RFC 1951, section 3.2.4), and adds the sum of the whole.
 */
export function noncePage(html: string, placeholder: string): NoncePage {
  const parts = html.split(placeholder).map((part) => Buffer.from(part));
  const compressed = parts.map((part) =>
    // A full flush ends at a whole byte, and nothing after it looks back to what was before.
    deflateRawSync(part, { level: 9, finishFlush: constants.Z_FULL_FLUSH }),
  );
  const withNonces = (pieces: Buffer[], between: Buffer) =>
    pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]));

  const plain = (nonce: string) => Buffer.concat(withNonces(parts, Buffer.from(nonce)));
  return {
    plain,
    gzipped(nonce) {
      const whole = plain(nonce);
      const end = Buffer.alloc(8);
      end.writeUInt32LE(crc32(whole), 0);
      end.writeUInt32LE(whole.length, 4);
      return Buffer.concat([gzipHeader, ...withNonces(compressed, storedBlock(Buffer.from(nonce))), lastBlock, end]);
    },
  };
}

function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
