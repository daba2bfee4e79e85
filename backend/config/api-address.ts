interface Settings {
  PUBLIC_URL: string;
  API_PUBLIC_URL: string;
}

/** Without trailing slash. */
export function apiAddress({ PUBLIC_URL, API_PUBLIC_URL }: Settings): string {
  return new URL(API_PUBLIC_URL, PUBLIC_URL).href.replace(/\/$/, '');
}

/** Undefined if the API has its own origin. */
export function sharedOrigin({ PUBLIC_URL, API_PUBLIC_URL }: Settings): string | undefined {
  return API_PUBLIC_URL.startsWith('/') ? new URL(PUBLIC_URL).origin : undefined;
}
