import { OAuth2Server } from 'oauth2-mock-server';

export interface ProviderPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

export interface TestIdentityProvider {
  issuer: string;
  clientId: string;
  idToken(claims: Partial<ProviderPerson> & Record<string, unknown>): Promise<string>;
  server: OAuth2Server;
  stop(): Promise<void>;
}

export const personCookie = 'person';

const clientId = 'faceswap-tests';

/** The browser's cookie names the user. */
export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const issuer = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = issuer;

  const people = new Map<string, ProviderPerson>();
  server.service.on('beforeAuthorizeRedirect', ({ url }, request) => {
    const cookie = new RegExp(`${personCookie}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];
    if (cookie) people.set(url.searchParams.get('code')!, JSON.parse(decodeURIComponent(cookie)) as ProviderPerson);
  });
  server.service.on('beforeTokenSigning', (token, request) => {
    const { code } = (request as unknown as { body: { code?: string } }).body;
    Object.assign(token.payload, code ? people.get(code) : {});
  });
  return {
    issuer,
    clientId,
    server,
    idToken: (claims) =>
      server.issuer.buildToken({
        scopesOrTransform: (_header, payload) => {
          Object.assign(payload, { aud: clientId, sub: 'google-1', email_verified: true }, claims);
        },
      }),
    stop: () => server.stop(),
  };
}
