import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { S3Settings } from '#backend/providers/storage/s3/client';

export interface MultipartUpload {
  key: string;
  id: string;
  initiated: Date;
  /** Ended by another process after it was listed. */
  isGone?: boolean;
}

/** In the order of a listing. */
const isAfter = (one: { key: string; id: string }, other: { key: string; id: string }) =>
  one.key === other.key ? one.id > other.id : one.key > other.key;

function pageAfter(uploads: MultipartUpload[], query: URLSearchParams, size: number): string {
  const marker = { key: query.get('key-marker') ?? '', id: query.get('upload-id-marker') ?? '' };
  const rest = uploads.filter((upload) => isAfter(upload, marker));
  const page = rest.slice(0, size);
  const entries = page.map(
    ({ key, id, initiated }) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
  );
  const last = page.at(-1);
  const isTruncated = rest.length > size;
  // Stores may name the last entry of the last page, too.
  const next = last
    ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListMultipartUploadsResult>`;
}

/** Lists and aborts multipart uploads, which the emulator does not list. Pages of a real store have 1,000 entries. */
export async function storeOfUploads(uploads: MultipartUpload[], pageSize: number) {
  const open = uploads.toSorted((one, other) => (isAfter(one, other) ? 1 : -1));
  const server = createServer(({ method, url }, response) => {
    const { pathname, searchParams } = new URL(url!, 'http://store');
    if (method === 'GET' && searchParams.has('uploads')) {
      response.setHeader('content-type', 'application/xml');
      return void response.end(pageAfter(open, searchParams, pageSize));
    }
    const key = pathname.split('/').slice(2).join('/');
    const index = open.findIndex((upload) => upload.key === key && upload.id === searchParams.get('uploadId'));
    const [upload] = method === 'DELETE' && index >= 0 ? open.splice(index, 1) : [];
    response.writeHead(upload && !upload.isGone ? 204 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings: S3Settings = {
    ...{ bucket: 'faceswap-test', prefix: '', endpoint, region: 'us-east-1', isPathStyle: true },
    keys: { id: 'key', secret: 'secret' },
  };
  return { settings, open };
}
