/** A picture in all its formats and sizes; `width` and `height` reserve its place before it is loaded. */
export interface PictureFiles {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  /** Preferred to `src` if the browser supports the type and the window matches `media`. */
  sources?: { srcSet: string; type?: string; media?: string; sizes?: string }[];
}

/** Decodes with the page: a screenshot or print right after loading would miss a picture that is decoded later. */
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
