import { DefaultHttpStack, type HttpRequest, type HttpResponse, type HttpStack } from 'tus-js-client';

interface PieceLink {
  data: { url: string; method: string; headers: Record<string, string> };
}

const offsetHeader = 'Upload-Offset';

/**
 * Sends each piece of a tus upload to the object store, by a link from the API. A piece that the store does not take
 * goes to the API.
 *
 * @param totalBytes of the file
 */
export function storePieces(totalBytes: number): HttpStack {
  const requests = new DefaultHttpStack({});
  return {
    getName: () => 'StorePieces',
    createRequest: (method, url) =>
      method === 'PATCH' ? pieceRequest(requests, url, totalBytes) : requests.createRequest(method, url),
  };
}

function pieceRequest(requests: HttpStack, url: string, totalBytes: number): HttpRequest {
  const patch = requests.createRequest('PATCH', url);
  const abort = new AbortController();
  let running = patch;
  let onProgress = (_sent: number) => {};

  async function putToStore(piece: Blob, offset: number): Promise<boolean> {
    const link = await fetch(`${url}&offset=${offset}&size=${piece.size}`, { signal: abort.signal });
    if (!link.ok) return false;
    const { data } = (await link.json()) as PieceLink;
    const put = requests.createRequest(data.method, data.url);
    for (const [name, value] of Object.entries(data.headers)) put.setHeader(name, value);
    put.setProgressHandler(onProgress);
    running = put;
    const answer = await put.send(piece);
    running = patch;
    return answer.getStatus() < 300;
  }

  /** Completes the upload when all pieces are there. */
  async function offsetNow(): Promise<HttpResponse> {
    const head = requests.createRequest('HEAD', url);
    head.setHeader('Tus-Resumable', '1.0.0');
    running = head;
    return head.send(null);
  }

  return {
    getMethod: () => 'PATCH',
    getURL: () => url,
    setHeader: (name, value) => patch.setHeader(name, value),
    getHeader: (name) => patch.getHeader(name),
    setProgressHandler(handler) {
      onProgress = handler;
      patch.setProgressHandler(handler);
    },
    async send(piece: Blob) {
      const offset = Number(patch.getHeader(offsetHeader));
      const isStored = await putToStore(piece, offset).catch(() => false);
      if (abort.signal.aborted) return never;
      if (!isStored) return patch.send(piece);
      const end = offset + piece.size;
      return end < totalBytes ? acceptedUpTo(end) : offsetNow();
    },
    async abort() {
      abort.abort();
      await running.abort();
    },
    getUnderlyingObject: () => running.getUnderlyingObject() as unknown,
  };
}

/** As an aborted XMLHttpRequest. */
const never = new Promise<HttpResponse>(() => {});

const acceptedUpTo = (offset: number): HttpResponse => ({
  getStatus: () => 204,
  getHeader: (name) => (name.toLowerCase() === offsetHeader.toLowerCase() ? String(offset) : undefined),
  getBody: () => '',
  getUnderlyingObject: () => null,
});
