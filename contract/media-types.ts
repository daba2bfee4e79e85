// Apart from the rules, whose sentences the first page need not load.

const playableVideoTypes = ['mp4', 'mov', 'mpeg', 'webm', '3gp', 'm4v'] as const;
const otherVideoTypes = ['wmv', 'asf', 'avi', 'mkv', 'ts'] as const;
export const videoTypes = [...playableVideoTypes, ...otherVideoTypes] as const;
export const imageTypes = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'heic', 'heif', 'avif'] as const;

export type MediaKind = 'photo' | 'gif' | 'video';

/** Lower-case, without the dot; empty if there is none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Animated WebP shows only in the content. Null if unsupported. */
export function kindOfType(format: string): MediaKind | null {
  const type = format.toLowerCase();
  if (type === 'gif') return 'gif';
  if ((imageTypes as readonly string[]).includes(type)) return 'photo';
  return (videoTypes as readonly string[]).includes(type) ? 'video' : null;
}

/** By its name: browsers do not know the type of every video. Null if unsupported. */
export const kindOfFile = ({ name }: { name: string }): MediaKind | null => kindOfType(extensionOf(name));
