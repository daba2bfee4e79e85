import { isAbsolute } from 'node:path';

import { invalidSettings, type Environment } from '#backend/config/read';
import { isProgram } from '#engine/decoder/which';
import { pageSettings, secretMissing } from '#shared/page-settings';
import { parseRedirectRules } from '#shared/redirect-rules';

/** The pages read them. @throws ConfigurationError */
export function assertRedirectRules({ REDIRECT_RULES }: Environment): void {
  if (!REDIRECT_RULES) return;
  try {
    parseRedirectRules(REDIRECT_RULES);
  } catch (error) {
    throw invalidSettings([`REDIRECT_RULES: ${(error as Error).message}`]);
  }
}

/** The pages read them. @throws ConfigurationError */
export function assertPageSettings(environment: Environment): void {
  const faults = Object.entries(pageSettings).flatMap(([name, faultOf]) => {
    const fault = environment[name] ? faultOf(environment[name]) : undefined;
    return fault ? [`${name}: ${fault}`] : [];
  });
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = environment;
  if (GOOGLE_CLIENT_ID && !GOOGLE_CLIENT_SECRET) faults.push(`GOOGLE_CLIENT_SECRET: ${secretMissing}`);
  if (faults.length > 0) throw invalidSettings(faults);
}

/** Of the server and both workers. @throws ConfigurationError */
export function assertMetricsPorts({ PORT, METRICS_PORT }: Environment): void {
  if (!METRICS_PORT) return;
  const [port, first] = [Number(PORT || 3000), Number(METRICS_PORT)];
  const isTaken = first <= port && port <= first + 2;
  if (!isTaken && !(first + 2 > 65_535)) return;
  throw invalidSettings([
    `METRICS_PORT: the workers use the next two ports, too: none of the three may be ${port} or above 65535.`,
  ]);
}

/** @throws ConfigurationError */
export function assertDatabases({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): void {
  if (DATABASE_URL || !DATABASE_DIRECT_URL) return;
  throw invalidSettings(['DATABASE_DIRECT_URL: only used beside DATABASE_URL, the address of a pooler.']);
}

/** The engine starts them. @throws ConfigurationError */
export function assertPrograms(environment: Environment): void {
  const faults = ['FFMPEG_PATH', 'FFPROBE_PATH'].flatMap((name) => {
    const path = environment[name];
    return !path || !isAbsolute(path) || isProgram(path) ? [] : [`${name}: ${path} is no program.`];
  });
  if (faults.length > 0) throw invalidSettings(faults);
}
