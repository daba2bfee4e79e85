import type { Storage } from './port';
import { signGrant } from './signature';

export interface LinkOptions {
  secret: string;
  publicUrl: string;
  /** If a CDN serves read links. */
  mediaUrl?: string | undefined;
}

type Links = Pick<Storage, 'linkToRead' | 'linkToShared' | 'linkToWrite' | 'linkToResume'>;

/** To the API, whatever the storage. */
export function apiLinks({ secret, publicUrl, mediaUrl = publicUrl }: LinkOptions): Links {
  const linkTo = (base: string, key: string, query: URLSearchParams) =>
    `${base.replace(/\/$/, '')}/media/${key}?${query}`;
  return {
    linkToRead: (key, { expires, saveAs }) =>
      linkTo(mediaUrl, key, signGrant(secret, { method: 'GET', key, expires, ...(saveAs ? { saveAs } : {}) })),

    linkToShared: (token, file) => `${publicUrl}/shared/file?${new URLSearchParams({ token, file })}`,

    linkToWrite: (key, { expires, maxBytes, contentType }) => ({
      url: linkTo(publicUrl, key, signGrant(secret, { method: 'PUT', key, expires, maxBytes, contentType })),
      method: 'PUT',
      headers: { 'content-type': contentType },
    }),

    linkToResume: (key, { expires, maxBytes }) =>
      `${publicUrl}/resumable/${key}?${signGrant(secret, { method: 'TUS', key, expires, maxBytes })}`,
  };
}
