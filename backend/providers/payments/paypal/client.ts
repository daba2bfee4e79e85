import { z } from 'zod/v4';
import { requestJson } from '#backend/providers/payments/request-json';

export interface PaypalOptions {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  url: string;
  now(): Date;
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

export type Paypal = ReturnType<typeof paypalClient>;

export function paypalClient({ clientId, clientSecret, url, now }: PaypalOptions) {
  let token: { value: string; diesAt: number } | undefined;

  async function accessToken(): Promise<string> {
    if (token && token.diesAt > now().getTime()) return token.value;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await requestJson(
      `${url}/v1/oauth2/token`,
      { headers, body: 'grant_type=client_credentials' },
      tokenAnswer,
    );
    token = { value: answer.access_token, diesAt: now().getTime() + (answer.expires_in - 60) * 1000 };
    return token.value;
  }

  const headersWith = async (key?: string) => ({
    authorization: `Bearer ${await accessToken()}`,
    'content-type': 'application/json',
    ...(key ? { 'paypal-request-id': key } : {}),
  });

  return {
    get: async <T extends z.ZodType>(path: string, schema: T) =>
      requestJson(url + path, { method: 'GET', headers: await headersWith() }, schema),
    post: async <T extends z.ZodType>(path: string, body: object | string, schema: T, key?: string) =>
      requestJson(
        url + path,
        { headers: await headersWith(key), body: typeof body === 'string' ? body : JSON.stringify(body) },
        schema,
      ),
  };
}
