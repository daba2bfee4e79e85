import type { MetaDescriptor } from '@remix-run/node';

interface PageMeta {
  title?: string;
  description?: string;
  /** Excluded from search engines. */
  personal?: boolean;
}

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
