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
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Faceswap' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    ...(personal ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}
