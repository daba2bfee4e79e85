import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Elements that pass need no description: a third of the time. */
const options = { resultTypes: ['violations' as const] };

export async function faultsOf(page: Page, where: string): Promise<string[]> {
  // Pages have no frames: without the legacy mode, axe opens a second page for each analysis.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze();
  return violations.map(({ help, nodes }) => `${where}: ${help} (${nodes[0]?.target.join(' ')})`);
}
