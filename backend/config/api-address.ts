interface Settings {
  PUBLIC_URL: string;
  API_PUBLIC_URL: string;
}

/** Where clients reach the API, as an absolute address without a slash at its end. */
export function apiAddress({ PUBLIC_URL, API_PUBLIC_URL }: Settings): string {
  return new URL(API_PUBLIC_URL, PUBLIC_URL).href.replace(/\/$/, '');
}

/** The site's origin where the API is a path on it, and so reached by every name of the site; else undefined. */
export function sharedOrigin({ PUBLIC_URL, API_PUBLIC_URL }: Settings): string | undefined {
  return API_PUBLIC_URL.startsWith('/') ? new URL(PUBLIC_URL).origin : undefined;
}
