import type { Theme } from '~/features/theme/theme';
import { themeCookie } from '~/features/theme/theme.server';

export async function themeCookieFor(theme: Theme, url: string) {
  const [pair] = (await themeCookie.serialize(theme)).split(';');
  const [name, value] = pair!.split(/=(.*)/s);
  return { name: name!, value: value!, url };
}
