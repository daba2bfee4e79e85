import type { Tool } from '#contract/index';
import { defaultToolId } from '#contract/rules';

import type { Api } from '~/server/guards.server';

/** Whose qualities and prices the pages state. */
export async function loadDefaultTool(api: Api): Promise<Tool> {
  const { items } = await api('tool_lists', {});
  const tool = items.find(({ tool_id }) => tool_id === defaultToolId);
  if (!tool) throw new Error(`The API does not list the tool ${defaultToolId}.`);
  return tool;
}
