/** `width` and `height` reserve its place before loading. */
export interface PictureFiles {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  /** Preferred to `src` if the browser supports the type and `media` matches. */
  sources?: { srcSet: string; type?: string; media?: string; sizes?: string }[];
}

/** Decodes with the page, for screenshots and prints right after loading. */
export function Picture({ sources = [], alt, ...img }: PictureFiles) {
  return (
    <picture className="contents">
      {sources.map((source) => (
        <source key={source.srcSet} {...source} />
      ))}
      <img {...img} alt={alt} decoding="sync" />
    </picture>
  );
}
