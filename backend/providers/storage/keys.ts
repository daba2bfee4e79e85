const wellFormed = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]{1,8})?$/;

/** A zip's key names its creations. */
const longestKey = 1000;

/** No `..`, no empty segment. */
export function isKey(key: string): boolean {
  return key.length <= longestKey && wellFormed.test(key);
}

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`"${key}" is not a valid storage key`);
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

/** Only files with MP4 codecs are linked for playing. */
const playedAsMp4 = ['mov', '3gp', 'm4v'];

/** Browsers judge by the type, not by the content. */
export function playedTypeOf(key: string): string {
  return playedAsMp4.includes(extensionOf(key)) ? 'video/mp4' : contentTypeOf(key);
}

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

export function contentTypeOf(name: string): string {
  return types[extensionOf(name)] ?? 'application/octet-stream';
}
