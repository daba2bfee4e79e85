import { isBaseAddress, isWebAddress } from './web-address';

type FaultOf = (value: string) => string | undefined;

const address: FaultOf = (value) => (isWebAddress(value) ? undefined : 'must be an http or https address');

const base: FaultOf = (value) =>
  isBaseAddress(value) ? undefined : 'must be an http or https address without ? and #';

/** Settings that only the pages read, with what is wrong with a value. The launcher checks them before it starts a process. */
export const pageSettings = {
  API_URL: base,
  API_URL_AI: base,
  AFFILIATE_URL: address,
  IMAGE_TOOL_URL: address,
  IOS_URL: address,
  ANDROID_URL: address,
  ANALYTICS_TAG_ID: (value) => (/^[\w-]+$/.test(value) ? undefined : 'must be an id such as G-XXXXXXX'),
  ANALYTICS_TAG_URL: address,
} satisfies Record<string, FaultOf>;

export const secretMissing = 'is required where GOOGLE_CLIENT_ID is set';
