/** A picture in the formats and sizes that were made of it; `width` and `height` keep its place before it is there. */
export interface PictureFiles {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  /** Better than `src` where the browser knows the type, or where the window is as `media` says. */
  sources?: { srcSet: string; type?: string; media?: string; sizes?: string }[];
  /** Not before somebody scrolls near it. */
  lazy?: boolean;
}

export function Picture({ sources = [], alt, lazy, ...img }: PictureFiles) {
  return (
    <picture className="contents">
      {sources.map((source) => (
        <source key={source.srcSet} {...source} />
      ))}
      <img {...img} alt={alt} loading={lazy ? 'lazy' : undefined} decoding="async" />
    </picture>
  );
}
