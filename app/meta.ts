import type { MetaDescriptor } from '@remix-run/node';

interface PageMeta {
  title?: string;
  description?: string;
  /** Personal pages are not for search engines. */
  personal?: boolean;
}

/** Title, description and what search engines may do with a page. */
export function pageMeta({ title, description, personal }: PageMeta): MetaDescriptor[] {
  const full = title ? `${title} | Faceswap` : 'Faceswap: swap a face, keep the moment';
  return [
    { title: full },
    { property: 'og:title', content: full },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(personal ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}
