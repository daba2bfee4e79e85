const wellFormed = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]{1,8})?$/;

/** Whether a key can be a path below the root, and nothing else: no dots upward, no empty part. */
export function isKey(key: string): boolean {
  return key.length <= 300 && wellFormed.test(key);
}

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`"${key}" cannot be a storage key`);
}

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mpeg: 'video/mpeg',
  webm: 'video/webm',
  '3gp': 'video/3gpp',
  m4v: 'video/x-m4v',
  wmv: 'video/x-ms-wmv',
  asf: 'video/x-ms-asf',
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
  ts: 'video/mp2t',
};

/** Types of the mp4 family. A file is only linked to be played when its codecs are those of mp4. */
const playedAsMp4 = ['mov', '3gp', 'm4v'];

/** MIME type by which a browser shows or plays a stored file: it judges by the type, not by the content. */
export function playedTypeOf(key: string): string {
  return playedAsMp4.includes(extensionOf(key)) ? 'video/mp4' : contentTypeOf(key);
}

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** MIME type of a key or file name, by its extension. */
export function contentTypeOf(name: string): string {
  return types[extensionOf(name)] ?? 'application/octet-stream';
}
