declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

let isLoaded = false;
let last: string | undefined;

/** The tag reads `arguments` objects out of a queue of that name; that is its whole interface. */
function gtag(..._command: unknown[]): void {
  // eslint-disable-next-line prefer-rest-params
  (window.dataLayer ??= []).push(arguments);
}

/** Counts a page of this site, by its path alone: queries may hold what is nobody's business. */
export function countPage({ id, url }: { id: string; url: string }, path: string): void {
  if (!isLoaded) {
    isLoaded = true;
    gtag('js', new Date());
    gtag('config', id, { send_page_view: false, allow_google_signals: false, allow_ad_personalization_signals: false });
    const source = new URL(url);
    source.searchParams.set('id', id);
    document.head.append(Object.assign(document.createElement('script'), { async: true, src: source.href }));
  }
  if (path === last) return;
  last = path;
  gtag('event', 'page_view', { page_path: path, page_location: location.origin + path, page_title: document.title });
}
