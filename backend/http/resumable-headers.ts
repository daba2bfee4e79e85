import { AppError } from '#backend/domain/app-error';

export const tusVersion = '1.0.0';
const pieceType = 'application/offset+octet-stream';

const bytes = /^\d{1,16}$/;

/**
 * The library answers these in plain text, and advises what it then refuses.
 * @throws AppError `unsupported_version`, `unsupported_type`, `invalid_input`
 */
export function assertTusHeaders({ method, headers }: Request): void {
  if (method === 'GET') return; // asks for a link, outside of tus
  if (headers.get('tus-resumable') !== tusVersion) throw new AppError('unsupported_version');
  const isWhole = !headers.has('upload-defer-length') && !headers.has('upload-concat');
  if (method === 'POST' && isWhole && !bytes.test(headers.get('upload-length') ?? ''))
    throw refused('Send the length of the file, in bytes, in the header Upload-Length.');
  if (method !== 'PATCH') return;
  if (headers.get('content-type') !== pieceType)
    throw new AppError('unsupported_type', { message: `Send the pieces as ${pieceType}.` });
  if (!bytes.test(headers.get('upload-offset') ?? ''))
    throw refused('Send the place of the piece, in bytes as HEAD answers it, in the header Upload-Offset.');
}

const refused = (message: string) => new AppError('invalid_input', { message });
