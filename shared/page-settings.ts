import { isWebAddress } from './web-address';

type FaultOf = (value: string) => string | undefined;

const address: FaultOf = (value) => (isWebAddress(value) ? undefined : 'must be an http or https address');

/** Settings that only the pages read, with what is wrong with a value. The launcher checks them before it starts a process. */
export const pageSettings = {
  API_URL: address,
  API_URL_AI: address,
  AFFILIATE_URL: address,
  IMAGE_TOOL_URL: address,
  IOS_URL: address,
  ANDROID_URL: address,
  ANALYTICS_TAG_ID: (value) => (/^[\w-]+$/.test(value) ? undefined : 'must be an id such as G-XXXXXXX'),
  ANALYTICS_TAG_URL: address,
} satisfies Record<string, FaultOf>;

export const secretMissing = 'is required where GOOGLE_CLIENT_ID is set';
