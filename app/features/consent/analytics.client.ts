declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

let isLoaded = false;
let last: string | undefined;

/** The tag reads `arguments` objects from `dataLayer`. */
function gtag(..._command: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params
  (window.dataLayer ??= []).push(arguments);
}

/** Path only: queries may contain personal data. */
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
