/** Source: the specification, point 3. Missing values are empty. */
export interface Attribution {
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_content: string;
  click_id: string;
}

/** Local storage key and cookie name. */
export const attributionKey = 'attribution';

const attributionSeconds = 90 * 24 * 60 * 60;

const maxLength = 200;

/** Null without attribution parameters. */
export function parseAttribution(search: URLSearchParams): Attribution | null {
  const read = (...names: string[]) =>
    names.map((name) => search.get(name)?.trim().slice(0, maxLength)).find(Boolean) ?? '';
  const record = {
    utm_source: read('utm_source', 'via'),
    utm_medium: read('utm_medium'),
    utm_campaign: read('utm_campaign'),
    utm_content: read('utm_content'),
    click_id: read('click_id'),
  };
  return Object.values(record).some(Boolean) ? record : null;
}

export function attributionCookie(record: Attribution): string {
  const value = encodeURIComponent(JSON.stringify(record));
  return `${attributionKey}=${value}; Max-Age=${attributionSeconds}; Path=/; SameSite=Lax`;
}
