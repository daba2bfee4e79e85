import { isAiHost } from './api/transport.server';
import { environment } from './environment.server';

/** What every page says of the site it belongs to. */
export interface Site {
  /** Who runs it, as the copyright line names them, and where their site is. */
  owner: { name: string; url: string };
  affiliateUrl?: string;
  imageToolUrl?: string;
  stores: { ios?: string; android?: string };
}

/** There may be two sites, one of them on a .ai domain: each names its own owner and leads to itself. */
export function siteOf(request: Request): Site {
  const { LEGAL_NAME, LEGAL_NAME_AI, PUBLIC_URL, PUBLIC_URL_AI } = environment;
  const isAi = isAiHost(new URL(request.url).host);
  return {
    owner: isAi
      ? { name: LEGAL_NAME_AI ?? LEGAL_NAME, url: PUBLIC_URL_AI ?? '/' }
      : { name: LEGAL_NAME, url: PUBLIC_URL ?? '/' },
    affiliateUrl: environment.AFFILIATE_URL,
    imageToolUrl: environment.IMAGE_TOOL_URL,
    stores: { ios: environment.IOS_URL, android: environment.ANDROID_URL },
  };
}
