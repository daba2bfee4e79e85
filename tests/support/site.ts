import { randomUUID } from 'node:crypto';
import { calls, type Call, type CallName, type Input, type Output } from '#contract';
import { demo } from '#backend/domain/account/ensure-demo';

export interface SiteMember {
  token: string;
  call<N extends CallName>(name: N, input: Input<N>, key?: string): Promise<Output<N>>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export function memberAt(url: string, token: string, api = '/api'): SiteMember {
  const fetchAtSite = (path: string, init?: RequestInit) => fetch(new URL(path, url), init);
  const call = async <N extends CallName>(name: N, input: Input<N>, key?: string): Promise<Output<N>> => {
    const { path, body } = calls[name] as Call;
    const form = new FormData();
    if (body === 'multipart') for (const [field, value] of Object.entries(input)) form.set(field, value as Blob);
    const response = await fetchAtSite(`${api}${path}`, {
      method: 'POST',
      body: body === 'multipart' ? form : JSON.stringify(input),
      headers: {
        ...(body === 'multipart' ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        'idempotency-key': key ?? randomUUID(),
      },
    });
    const envelope = await response.json();
    if (envelope.code !== 200) throw new Error(`${path} answered ${envelope.code}: ${envelope.message}`);
    return envelope.data;
  };
  return { token, call, fetch: fetchAtSite };
}

export async function signInAtSite(url: string, api = '/api'): Promise<SiteMember> {
  const { token } = await memberAt(url, '', api).call('email_login', demo);
  return memberAt(url, token, api);
}
