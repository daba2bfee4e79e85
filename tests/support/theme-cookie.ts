import type { Theme } from '~/features/theme/theme';
import { themeCookie } from '~/features/theme/theme.server';

/** The cookie that the theme switch stores, for a browser's context. */
export async function themeCookieFor(theme: Theme, url: string) {
  const [pair] = (await themeCookie.serialize(theme)).split(';');
  const [name, value] = pair!.split(/=(.*)/s);
  return { name: name!, value: value!, url };
}
