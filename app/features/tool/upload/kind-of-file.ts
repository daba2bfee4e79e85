import { extensionOf, kindOfType, type MediaKind } from '#contract/media-types';

/** By its name, as the API decides: browsers do not know the type of every video. Null if unsupported. */
export const kindOfFile = (file: File): MediaKind | null => kindOfType(extensionOf(file.name));
