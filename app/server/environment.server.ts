import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { isProxyList } from '#http/trusted-proxies';
import { pageSettings, secretMissing } from '#shared/page-settings';
import { isBaseAddress, isIssuerAddress, isSiteAddress } from '#shared/web-address';
import { EnvironmentError } from './errors';
import { redirectRules } from './redirects.server';

const optionalUrl = z.string().refine(isBaseAddress, 'must be an http or https address without ? and #').optional();

const pageSetting = (name: keyof typeof pageSettings) =>
  z
    .string()
    .check(({ value, issues }) => {
      const message = pageSettings[name](value);
      if (message) issues.push({ code: 'custom', input: value, message });
    })
    .optional();

const siteUrl = z
  .string()
  .refine(isSiteAddress, 'must be protocol and host alone, such as https://example.com')
  .optional();

/** Paths are appended. */
const baseUrl = (name: 'API_URL' | 'API_URL_AI') => pageSetting(name).transform((url) => url?.replace(/\/$/, ''));

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
    APP_ENV: z.enum(['local', 'test', 'prod'], { error: 'must be local, test or prod' }).default('local'),
    // Spaces alone would count as 0, which is any free port.
    PORT: z
      .string()
      .regex(/\S/, 'must be a port number')
      .pipe(z.coerce.number<string>({ error: 'must be a port number' }).int().min(0).max(65_535))
      .default(3000),
    PUBLIC_URL: siteUrl,
    /** Addresses, CIDR ranges, loopback, linklocal, uniquelocal whose X-Forwarded-* headers are trusted. */
    TRUSTED_PROXIES: z
      .string()
      .refine(isProxyList, 'must list addresses or ranges such as 10.0.0.0/8')
      .default('loopback'),
    // A recursive mkdir never returns there.
    DATA_DIR: z
      .string()
      .regex(/^(?!\/proc(\/|$))/, 'must be a folder on a disk: /proc keeps no files')
      .default('./data'),
    SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    API_URL: baseUrl('API_URL'),
    API_URL_AI: baseUrl('API_URL_AI'),
    /** API and media for browsers, if off-origin. */
    API_PUBLIC_URL: z
      .string()
      .refine(
        (value) => /^\/(?!\/)[^?#]*$/.test(value) || isBaseAddress(value),
        'must be a path such as /api, or an address, without ? and #',
      )
      .optional(),
    MEDIA_URL: optionalUrl,
    /** If browsers read from the object store. */
    S3_PUBLIC_URL: optionalUrl,
    PUBLIC_URL_AI: siteUrl,
    AFFILIATE_URL: pageSetting('AFFILIATE_URL'),
    IMAGE_TOOL_URL: pageSetting('IMAGE_TOOL_URL'),
    IOS_URL: pageSetting('IOS_URL'),
    ANDROID_URL: pageSetting('ANDROID_URL'),
    LEGAL_NAME: z.string().default('Faceswap'),
    LEGAL_NAME_AI: z.string().optional(),
    RETENTION_DAYS: z.coerce.number({ error: 'must be a number of days' }).int().min(1).max(3650).default(30),
    REDIRECT_RULES: redirectRules.optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_ISSUER: z
      .string()
      .refine(isIssuerAddress, 'must be an https address, such as https://accounts.google.com')
      .default('https://accounts.google.com'),
    /** Requests from other machines need the token. */
    METRICS_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65_535).optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    /** Loaded after consent. */
    ANALYTICS_TAG_ID: pageSetting('ANALYTICS_TAG_ID'),
    ANALYTICS_TAG_URL: pageSetting('ANALYTICS_TAG_URL'),
    /** If APP_ENV is test or prod. */
    SENTRY_DSN: optionalUrl,
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  })
  .check(({ value, issues }) => {
    if (value.GOOGLE_CLIENT_ID && !value.GOOGLE_CLIENT_SECRET) {
      issues.push({ code: 'custom', input: undefined, path: ['GOOGLE_CLIENT_SECRET'], message: secretMissing });
    }
    if (value.APP_ENV !== 'prod') return;
    for (const name of ['SESSION_SECRET', 'PUBLIC_URL'] as const)
      if (!value[name])
        issues.push({ code: 'custom', input: undefined, path: [name], message: 'is required when APP_ENV is prod' });
  });

export type Environment = z.output<typeof schema>;

/**
 * Empty values count as unset.
 * @throws EnvironmentError listing every problem
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const name = path.join('.');
    if (!problems.has(name)) problems.set(name, `${name} ${message}`); // a wrong value also counts as missing
  }
  throw new EnvironmentError([...problems.values()]);
}

export const environment = readEnvironment(process.env);

let secret: string | undefined;

/** Configured, or generated at the first local start. */
export function sessionSecret(): string {
  return (secret ??= environment.SESSION_SECRET ?? loadOrCreateSecret(environment.DATA_DIR));
}

/** Sessions survive a restart. */
function loadOrCreateSecret(directory: string): string {
  const file = join(directory, 'session-secret');
  mkdirSync(directory, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
