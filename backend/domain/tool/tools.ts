import type { Tool } from '#contract';
import { rules } from '#contract';
import { paidSeconds } from '#contract/rules';
import { AppError } from '#backend/domain/app-error';

/** Prices of the quality `mesh`. */
export type ToolBase = Omit<Tool, 'qualities'>;

export const tools: readonly ToolBase[] = [
  {
    tool_id: rules.defaultToolId,
    name: 'Face swap',
    kinds: ['photo', 'gif', 'video'],
    prices: { photo: 1, gif: 2, video_second: 1 },
  },
];

export function toolOf(toolId: string): ToolBase {
  const tool = tools.find((candidate) => candidate.tool_id === toolId);
  if (!tool) throw new AppError('not_found', { message: `Unknown tool ${toolId}.` });
  return tool;
}

export function priceOf(
  prices: Tool['prices'],
  material: { kind: 'photo' | 'gif' | 'video'; durationMs: number | null },
): number {
  if (material.kind === 'video') return paidSeconds(material.durationMs ?? 0) * prices.video_second;
  return prices[material.kind];
}
