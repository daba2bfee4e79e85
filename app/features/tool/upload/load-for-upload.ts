import { loadCode } from '~/features/connection/load-code';

/** @throws Error with a message for the user, if the server no longer has this build's code */
export async function loadForUpload<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await loadCode(load, { isOwnFile: true });
  } catch (cause) {
    throw new Error('The upload could not start. Please load the page again and choose the file once more.', { cause });
  }
}
