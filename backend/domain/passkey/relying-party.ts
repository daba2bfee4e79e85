import type { AppContext } from '#backend/domain/context';

/** Passkeys belong to the host of PUBLIC_URL: browsers offer them on no other. */
export function relyingParty({ siteUrl }: Pick<AppContext, 'siteUrl'>): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(siteUrl);
  return { rpID: hostname, origin };
}
