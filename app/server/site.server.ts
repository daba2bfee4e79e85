import { isAiHost } from './api/transport.server';
import { environment } from './environment.server';

export interface Site {
  origin: string;
  owner: { name: string; url: string };
  affiliateUrl?: string;
  imageToolUrl?: string;
  stores: { ios?: string; android?: string };
  retentionDays: number;
}

/** Configured, or the request's. */
export function originOf(request: Request): string {
  const { PUBLIC_URL, PUBLIC_URL_AI } = environment;
  const { host, origin } = new URL(request.url);
  const configured = isAiHost(host) ? (PUBLIC_URL_AI ?? PUBLIC_URL) : PUBLIC_URL;
  return configured ? new URL(configured).origin : origin;
}

/** .ai has its own owner and URL. */
export function siteOf(request: Request): Site {
  const { LEGAL_NAME, LEGAL_NAME_AI, PUBLIC_URL, PUBLIC_URL_AI } = environment;
  const isAi = isAiHost(new URL(request.url).host);
  return {
    origin: originOf(request),
    owner: isAi
      ? { name: LEGAL_NAME_AI ?? LEGAL_NAME, url: PUBLIC_URL_AI ?? '/' }
      : { name: LEGAL_NAME, url: PUBLIC_URL ?? '/' },
    affiliateUrl: environment.AFFILIATE_URL,
    imageToolUrl: environment.IMAGE_TOOL_URL,
    stores: { ios: environment.IOS_URL, android: environment.ANDROID_URL },
    retentionDays: environment.RETENTION_DAYS,
  };
}
