// For `npm start` and roles, when they cannot reach the program that checks the settings again.
import { ConfigurationError } from '#backend/config/read';
import { checkSettings } from '#backend/launch/configuration';

/** None, or one text that names every fault. */
export function faultsOfSettings(options?: Parameters<typeof checkSettings>[1]): string[] {
  try {
    checkSettings(process.env, options);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return [error.message];
    throw error;
  }
}
