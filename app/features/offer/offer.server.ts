import { createCookie } from '@remix-run/node';

const oneYear = 31_536_000;

export const offerCookie = createCookie('offer', { maxAge: oneYear, sameSite: 'lax', httpOnly: true, path: '/' });

export const isOfferDismissed = async (request: Request): Promise<boolean> =>
  (await offerCookie.parse(request.headers.get('cookie'))) === 'dismissed';
