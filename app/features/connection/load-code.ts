import { retryRule } from '#contract/rules';

import { reloadOnce } from './reload-once.client';
import { sendUntilAnswered } from './send-until-answered.client';

/** Not kept by the service worker. */
const anyFile = '/favicon.ico';

/**
 * Loads code on demand. A lost connection delays it. If the server answers and the code is still missing, a newer build
 * has replaced it: the page is reloaded.
 * @throws the error of the last attempt
 */
export async function loadCode<Code>(load: () => Promise<Code>, reload: () => void = reloadOnce): Promise<Code> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      if (attempt === retryRule.attempts) {
        reload();
        throw error;
      }
      await sendUntilAnswered(() => fetch(anyFile, { method: 'HEAD', cache: 'no-store' }));
    }
  }
}
