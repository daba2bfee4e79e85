import { type Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import {
  in503,
  StorageUnavailable,
  type DirectPieces,
  type ResumableUploads,
  type Storage,
  type StoredFile,
} from '#backend/providers/storage/port';
import { isMissing } from './client';
import { inPieces, maxParts, minPartBytes } from './buffers';
import type { Objects } from './objects';
import { beginParts } from './write';

interface StoredPiece {
  name: string;
  start: number;
  /** Exclusive. */
  end: number;
}

interface Options {
  objects: Objects;
  put: Storage['put'];
  /** Of a complete file. */
  hashOf(key: string): Promise<StoredFile | null>;
  /** If clients send pieces to the store. */
  presignPiece?: ((name: string, options: { size: number; now: Date; seconds: number }) => Promise<string>) | undefined;
}

export const incomingFolder = '.incoming/';
const digits = 15;
const copiesAtOnce = 4;
/** Large enough to be a part of the joined object; a lost connection loses one at most. */
const directPieceBytes = 8 * 1024 * 1024;
const pieceLinkSeconds = 60 * 60;

const idOf = (key: string) => key.replaceAll('/', '~');
const keyOf = (id: string) => id.replaceAll('~', '/');
const folderOf = (id: string) => `${incomingFolder}${id}/`;
const descriptionOf = (id: string) => `${folderOf(id)}upload.json`;
const pieceName = (id: string, start: number, end: number) =>
  `${folderOf(id)}${String(start).padStart(digits, '0')}-${end}`;

/**
 * Each piece that arrived is an object whose name states its position: any API machine can continue an upload, and two
 * that receive the same upload cannot damage it.
 */
class PieceStore extends DataStore {
  override extensions = ['creation', 'termination'];

  constructor(private readonly objects: Objects) {
    super();
  }

  override create = (upload: Upload) =>
    in503(async () => {
      await this.discard(upload.id);
      const { size, metadata, creation_date } = upload;
      await this.objects.write(descriptionOf(upload.id), JSON.stringify({ size, metadata, creation_date }));
      return upload;
    });

  override getUpload = (id: string) =>
    in503(async () => {
      const described = await this.describe(id);
      if (!described) throw ERRORS.FILE_NOT_FOUND;
      const pieces = await this.pieces(id);
      return new Upload({ ...described, id, offset: pieces.at(-1)?.end ?? 0 });
    });

  /** Null if the upload has not begun. */
  async describe(id: string): Promise<{ size: number } | null> {
    const described = await this.objects.text(descriptionOf(id));
    return described === null ? null : (JSON.parse(described) as { size: number });
  }

  override write = (body: Readable, id: string, offset: number) =>
    in503(async () => {
      let end = offset;
      const store = async (bytes: Buffer) => {
        if (bytes.length === 0) return;
        await this.objects.write(pieceName(id, end, end + bytes.length), bytes);
        end += bytes.length;
      };
      // A lost connection keeps what arrived.
      for await (const { bytes } of inPieces(body, store)) await store(bytes);
      return end;
    });

  override remove = (id: string) =>
    in503(async () => {
      if (!(await this.discard(id))) throw ERRORS.FILE_NOT_FOUND;
    });

  /** Contiguous from 0; overlaps only where two requests sent the same bytes. */
  async pieces(id: string): Promise<StoredPiece[]> {
    const found: StoredPiece[] = [];
    for await (const { name, size } of this.objects.list(folderOf(id))) {
      const [, start, end] = (/\/(\d+)-(\d+)$/.exec(name) ?? []).map(Number);
      // A store that does not check the size of a signed link takes any.
      if (start !== undefined && end === start + size) found.push({ name, start, end });
    }
    found.sort((a, b) => a.start - b.start || b.end - a.end);
    const chain: StoredPiece[] = [];
    let end = 0;
    for (const piece of found) {
      if (piece.start > end) break;
      if (piece.end <= end) continue;
      chain.push(piece);
      end = piece.end;
    }
    return chain;
  }

  /** The description first: without it, the upload does not exist. */
  async discard(id: string): Promise<boolean> {
    const names: string[] = [];
    for await (const { name } of this.objects.list(folderOf(id))) names.push(name);
    await this.objects.remove([descriptionOf(id)]);
    await this.objects.remove(names);
    return names.length > 0;
  }
}

export function s3Resumable({ objects, put, hashOf, presignPiece }: Options) {
  const dataStore = new PieceStore(objects);

  async function* contentOf(pieces: StoredPiece[]) {
    let sent = 0;
    for (const { name, start } of pieces) {
      const piece = await objects.open(name, sent - start);
      if (!piece) throw new PieceMissing();
      for await (const chunk of piece.stream as AsyncIterable<Uint8Array>) {
        sent += chunk.length;
        yield chunk;
      }
    }
  }

  /** Hashed afterwards: a piece may be sent again while the store copies it. */
  async function joinPieces(to: string, pieces: StoredPiece[]): Promise<StoredFile | null> {
    const upload = await beginParts(objects.target(to));
    try {
      const numbered = pieces.entries();
      const copyRest = async () => {
        for (const [index, { name }] of numbered) await upload.copy(objects.target(name).object, index + 1);
      };
      await Promise.all(Array.from({ length: copiesAtOnce }, copyRest));
      await upload.complete();
    } catch (error) {
      await upload.abort();
      throw error;
    }
    return hashOf(to);
  }

  async function finish(key: string, to: string): Promise<StoredFile | null> {
    const id = idOf(key);
    const described = await dataStore.describe(id);
    if (!described) return null;
    try {
      const pieces = await dataStore.pieces(id);
      assertWhole(pieces, described.size);
      return await (canBeParts(pieces) ? joinPieces(to, pieces) : put(to, contentOf(pieces)));
    } catch (error) {
      if (error instanceof PieceMissing || isMissing(error)) return null; // another request was faster
      throw error;
    }
  }

  const linkToPiece = (presign: NonNullable<typeof presignPiece>): DirectPieces['linkTo'] => {
    return async (key, { offset, size, now }) => {
      const id = idOf(key);
      const described = await dataStore.describe(id);
      if (!described || offset + size > described.size) return null;
      const name = pieceName(id, offset, offset + size);
      return { url: await presign(name, { size, now, seconds: pieceLinkSeconds }), method: 'PUT', headers: {} };
    };
  };

  const resumable: ResumableUploads = {
    idOf,
    ...(presignPiece ? { direct: { pieceBytes: directPieceBytes, linkTo: linkToPiece(presignPiece) } } : {}),
    dataStore,
    finish,
  };

  return {
    resumable,
    async removeUploads(keys: string[]) {
      const folders = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('/') + 1)));
      const ids = new Set<string>();
      for (const folder of folders) {
        for await (const { name } of objects.list(incomingFolder + idOf(folder))) {
          ids.add(name.slice(incomingFolder.length, name.indexOf('/', incomingFolder.length)));
        }
      }
      for (const id of ids) if (keys.includes(keyOf(id))) await dataStore.discard(id);
    },
  };
}

/** While another request writes the last piece again, some stores list what they have of it. */
function assertWhole(pieces: StoredPiece[], size: number): void {
  const arrived = pieces.at(-1)?.end ?? 0;
  if (arrived !== size) throw new StorageUnavailable(`${arrived} of ${size} bytes are listed`);
}

function canBeParts(pieces: StoredPiece[]): boolean {
  const isAligned = pieces.every(({ start, end }, index) => {
    const isLast = index === pieces.length - 1;
    return start === (pieces[index - 1]?.end ?? 0) && (isLast || end - start >= minPartBytes);
  });
  return isAligned && pieces.length > 1 && pieces.length <= maxParts;
}

class PieceMissing extends Error {}
