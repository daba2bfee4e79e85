// For `npm start`, when it cannot reach the launcher, which checks the settings again.
import { ConfigurationError } from '#backend/config/read';
import { checkSettings } from '#backend/launch/configuration';

/** None, or one text that names every fault. */
export function faultsOfSettings(): string[] {
  try {
    checkSettings(process.env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return [error.message];
    throw error;
  }
}
