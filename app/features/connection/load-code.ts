import { retryRule } from '#contract/rules';

import { reloadOnce } from './reload-once.client';
import { sendUntilAnswered } from './send-until-answered.client';

/** Not kept by the service worker. */
const anyFile = '/builds/latest.json';

interface Options {
  /**
   * The build writes the code into one file, which no other file imports statically, and the page has already loaded
   * all imports of that file. tests/e2e/first-load.test.ts checks both. Only such a file can be imported by its address.
   */
  isOwnFile?: boolean;
  reload?: () => void;
}

/**
 * Loads code on demand. A lost connection delays it. If the code is still missing when the server answers, a newer build
 * has replaced it, or the browser does not ask for it again: the page is reloaded.
 * @throws the error of the last attempt
 */
export async function loadCode<Code>(
  load: () => Promise<Code>,
  { isOwnFile = false, reload = reloadOnce }: Options = {},
): Promise<Code> {
  let attemptLoad = load;
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptLoad();
    } catch (error) {
      if (attempt === retryRule.attempts) {
        reload();
        throw error;
      }
      await sendUntilAnswered(() => fetch(anyFile, { method: 'HEAD', cache: 'no-store' }));
      const address = isOwnFile && addressIn(error);
      if (address) attemptLoad = () => import(/* @vite-ignore */ `${address}#attempt-${attempt}`) as Promise<Code>;
    }
  }
}

/**
 * The file of a failed import. Chromium remembers the failure and never asks for this address again
 * (whatwg/html#6768), but it does with another fragment. Undefined in browsers that do not name it.
 */
function addressIn(error: unknown): string | undefined {
  const address = error instanceof TypeError ? /https?:\/\/\S+\.js/.exec(error.message)?.[0] : undefined;
  return address && new URL(address).origin === location.origin ? address : undefined;
}
