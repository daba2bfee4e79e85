import { randomUUID } from 'node:crypto';

/**
 * As `multipart/form-data`, without the bytes of its files. From Node 24, a request with `FormData` reads them all into memory
 * at once, and its stream rejects without a handler when the reader stops early.
 * @param fields names of the contract, which need no escapes
 */
export function formBlob(fields: readonly [name: string, value: unknown][]): Blob {
  const boundary = `form-${randomUUID()}`;
  const parts = fields.flatMap(([name, value]) => [
    `--${boundary}\r\n${headersOf(name, value)}\r\n\r\n`,
    content(value),
    '\r\n',
  ]);
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

function headersOf(name: string, value: unknown): string {
  const disposition = `content-disposition: form-data; name="${name}"`;
  if (!(value instanceof Blob)) return disposition;
  return `${disposition}; filename="blob"\r\ncontent-type: ${value.type || 'application/octet-stream'}`;
}

const content = (value: unknown): Blob | string => (value instanceof Blob ? value : String(value));
