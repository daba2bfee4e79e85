import { buildIfChanged } from '../../scripts/setup/build-if-changed.mjs';

/** Builds the product unless the build matches the sources. */
export default async function setup(): Promise<void> {
  await buildIfChanged(() => {});
}
