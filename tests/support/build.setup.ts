import { alone } from '../../scripts/setup/alone.mjs';
import { buildIfChanged } from '../../scripts/setup/build-if-changed.mjs';

export default async function setup(): Promise<void> {
  await alone(() => buildIfChanged(() => {}));
}
