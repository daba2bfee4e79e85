import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

export async function faultsOf(page: Page, where: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ help, nodes }) => `${where}: ${help} (${nodes[0]?.target.join(' ')})`);
}
