import { buildIfChanged } from '../../scripts/setup/build-if-changed.mjs';

/** What these tests run is what is built: build it, unless it is of the sources of this moment. */
export default async function setup(): Promise<void> {
  await buildIfChanged(() => {});
}
