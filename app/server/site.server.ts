import { isAiHost } from './api/transport.server';
import { environment } from './environment.server';

/** What every page says of the site it belongs to. */
export interface Site {
  /** Where it is, for addresses that have to be whole. */
  origin: string;
  /** Who runs it, as the copyright line names them, and where their site is. */
  owner: { name: string; url: string };
  affiliateUrl?: string;
  imageToolUrl?: string;
  stores: { ios?: string; android?: string };
  /** How long uploads and results are kept, for the texts that promise it. */
  retentionDays: number;
}

/** The site's own address: the configured one, else the one it was asked by. */
export function originOf(request: Request): string {
  const { PUBLIC_URL, PUBLIC_URL_AI } = environment;
  const { host, origin } = new URL(request.url);
  const configured = isAiHost(host) ? (PUBLIC_URL_AI ?? PUBLIC_URL) : PUBLIC_URL;
  return configured ? new URL(configured).origin : origin;
}

/** There may be two sites, one of them on a .ai domain: each names its own owner and leads to itself. */
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
