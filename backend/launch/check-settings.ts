import { isAbsolute } from 'node:path';

import { ConfigurationError, type Environment } from '#backend/config/read';
import { isProgram } from '#engine/decoder/which';
import { parseRedirectRules } from '#shared/redirect-rules';

const invalid = (faults: string[]) =>
  new ConfigurationError(['The configuration is invalid:', ...faults, 'See .env.example.'].join('\n'));

/** The pages read them. @throws ConfigurationError */
export function assertRedirectRules({ REDIRECT_RULES }: Environment): void {
  if (!REDIRECT_RULES) return;
  try {
    parseRedirectRules(REDIRECT_RULES);
  } catch (error) {
    throw invalid([`  REDIRECT_RULES: ${(error as Error).message}`]);
  }
}

/** The engine starts them. @throws ConfigurationError */
export function assertPrograms(environment: Environment): void {
  const faults = ['FFMPEG_PATH', 'FFPROBE_PATH'].flatMap((name) => {
    const path = environment[name];
    return !path || !isAbsolute(path) || isProgram(path) ? [] : [`  ${name}: ${path} is no program.`];
  });
  if (faults.length > 0) throw invalid(faults);
}
